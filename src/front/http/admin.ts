// /admin: lets an operator's program change plugins while they serve, and read the figures of the server. The paths exist only if an admin key is set, and have a router of
// their own. Front process.

import type { ActionResult, AdminActions, RemovalResult, ServerReport } from '../../shared/protocol/admin.ts';
import { CallError, type FailureCode, failureOf } from '../../shared/protocol/errors.ts';
import { quoted } from '../../shared/text/quoted.ts';
import type { AdminKey, AdminKeys } from '../doors/admin-keys.ts';
import { type ArchiveCaps, readArchiveBody, readQuery, readTexts, signatureFrom } from './admin-bodies.ts';
import { createAdminGuard, keyMark, refuseRole } from './admin-guard.ts';
import { answerJson, type Context, type RequestState } from './context.ts';
import { ProgressStream, type StreamParts } from './event-stream.ts';
import { wantsEvents } from './preference.ts';
import { Router } from './router.ts';

const PLUGINS = '/admin/plugins';
const PLUGIN = `${PLUGINS}/:name`;
const PLUGIN_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Flags of `toolcell import` that a request may give. None of them names a file or a registry, or leaves a box out. */
const IMPORT_FLAGS = ['only', 'prefix', 'set', 'secret', 'args', 'server', 'auth', 'user'];

export type AdminAction =
  | 'metrics'
  | 'server'
  | 'list'
  | 'show'
  | 'put'
  | 'import'
  | 'remove'
  | 'approve'
  | 'rollback'
  | 'unpin';

/** All others change something. */
const READING: ReadonlySet<AdminAction> = new Set(['metrics', 'server', 'list', 'show']);

/** The log entry of an admin request that had a key: who asked for what, and how it ended. It never holds a body. */
export interface AdminLogEntry {
  readonly callId: string;
  readonly admin: string;
  readonly key: string;
  readonly action: AdminAction;
  /** As in the request's path, escaped and cut. */
  readonly pluginName?: string;
  readonly version?: string;
  readonly digest?: string;
  /** The state of the version, `removed`, `done`, or the failure code. */
  readonly outcome: string;
  readonly code: 'ok' | FailureCode;
  readonly detail?: string;
  /** Milliseconds from the request's headers to its end. */
  readonly totalMs: number;
}

export interface FiguresText {
  readonly text: string;
  readonly type: string;
}

export interface AdminParts {
  readonly actions: AdminActions;
  readonly keys: AdminKeys;
  /** The figures of the server for Prometheus; absent if they are off. */
  readonly figures?: () => Promise<FiguresText>;
  readonly server: () => Promise<ServerReport>;
  readonly archive: ArchiveCaps;
  readonly log: (entry: AdminLogEntry) => void;
}

/** An answer; `meta` is for the log. */
interface Answer {
  readonly status?: number;
  readonly document: object | FiguresText;
  /** The document is a text that is sent as it is. */
  readonly isText?: boolean;
  readonly meta?: Pick<AdminLogEntry, 'version' | 'digest' | 'outcome'>;
}

type Handler = (ctx: Context, name: string) => Promise<Answer>;

/**
 * Answers every path below `/admin`. Without a key, no answer tells whether a path exists, and an answer to a wrong key waits up to 2 s.
 *
 * Fails with: forbidden, unauthenticated, and what the action fails with.
 */
export const createAdminRoutes = (parts: AdminParts, stream: Omit<StreamParts, 'stays'>, isDraining: () => boolean) => {
  const admit = createAdminGuard(parts.keys);
  const serve = routes(parts, { ...stream, stays: EVERYONE_STAYS }, isDraining);
  return async (ctx: Parameters<typeof serve>[0], next: () => Promise<void>): Promise<void> => {
    if (ctx.path !== '/admin' && !ctx.path.startsWith('/admin/')) return next();
    ctx.state.adminKey = await admit(ctx);
    return serve(ctx, next);
  };
};

/** An import ends in minutes, so its key is not asked for again. */
const EVERYONE_STAYS: StreamParts['stays'] = { add: () => {}, remove: () => {} };

const routes = (parts: AdminParts, stream: StreamParts, isDraining: () => boolean) => {
  const { actions, archive, figures, server } = parts;
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  const on = (method: 'get' | 'put' | 'delete' | 'post', path: string, action: AdminAction, handler: Handler) =>
    router[method](path, logged(action, parts, isDraining, handler));
  if (figures) on('get', '/admin/metrics', 'metrics', async () => ({ document: await figures(), isText: true }));
  on('get', '/admin/server', 'server', async () => ({ document: await server() }));
  on('get', PLUGINS, 'list', async () => ({ document: await actions.list() }));
  on('get', PLUGIN, 'show', async (_ctx, name) => ({ document: await actions.show(name) }));
  on('put', PLUGIN, 'put', async (ctx, name) => put(actions, name, ctx, archive));
  on('post', `${PLUGIN}/import`, 'import', async (ctx, name) => importFor(actions, name, ctx, stream));
  on('delete', PLUGIN, 'remove', async (ctx, name) =>
    removed(await actions.remove(name, readQuery(ctx, ['version']).get('version'))),
  );
  on('post', `${PLUGIN}/approve`, 'approve', async (ctx, name) =>
    acted(await actions.approve(name, await digestIn(ctx))),
  );
  on('post', `${PLUGIN}/rollback`, 'rollback', async (ctx, name) => {
    const texts = await readTexts(ctx, ['version']);
    return acted(await actions.rollback(name, texts.get('version')));
  });
  on('post', `${PLUGIN}/unpin`, 'unpin', async (ctx, name) => {
    await readTexts(ctx, []);
    return { document: await actions.unpin(name) };
  });
  return router.routes();
};

const put = async (actions: AdminActions, name: string, ctx: Context, archive: ArchiveCaps): Promise<Answer> => {
  const signatureText = signatureFrom(ctx);
  const bytes = await readArchiveBody(ctx, archive);
  const result = await actions.put(name, { bytes, ...(signatureText !== undefined && { signatureText }) });
  return { ...acted(result), status: result.isNew ? 201 : 200 };
};

/** Tells what it does by events, if the caller takes them. Ends with the caller's connection. */
const importFor = async (actions: AdminActions, name: string, ctx: Context, stream: StreamParts): Promise<Answer> => {
  const texts = await readTexts(ctx, ['what', ...IMPORT_FLAGS]);
  const what = texts.get('what');
  if (what === undefined)
    throw new CallError('invalid_request', '"what" is missing. Send {"what": "npm:@scope/name@1.2.3"}.');
  const flags = new Map([...texts].filter(([flag]) => flag !== 'what'));
  const progress = wantsEvents(ctx.req) ? new ProgressStream(ctx, stream) : undefined;
  ctx.state.progress = progress;
  let done = 0;
  const onProgress = (message: string): void => {
    done += 1;
    progress?.report({ done, message });
  };
  onProgress('The import has begun.');
  const result = await actions.import(name, { what, flags, signal: ctx.state.signal, onProgress });
  return { ...acted(result), status: result.isNew ? 201 : 200 };
};

const digestIn = async (ctx: Context): Promise<string> => {
  const digest = (await readTexts(ctx, ['digest'])).get('digest');
  if (digest !== undefined) return digest;
  const why = 'It names the version that you looked at, so that no other is approved.';
  throw new CallError('invalid_request', `"digest" is missing. ${why} Send {"digest": "sha256-…"}.`);
};

const acted = (result: ActionResult): Answer => ({
  document: result,
  meta: { version: result.version, digest: result.digest, outcome: result.state },
});

const removed = (result: RemovalResult): Answer => {
  const version = result.removed.map((one) => one.version).join(', ');
  return { document: result, meta: { version, outcome: 'removed' } };
};

/** Answers with the handler's document as JSON. Logs the request, also if it fails. */
const logged =
  (action: AdminAction, { log }: AdminParts, isDraining: () => boolean, handler: Handler) =>
  async (ctx: Context & { params: Record<string, string> }): Promise<void> => {
    const { name } = ctx.params;
    const { callId, startedAt, signal } = ctx.state;
    const adminKey = ctx.state.adminKey as AdminKey;
    const asker = { admin: adminKey.name, key: keyMark(adminKey.hash) };
    const pluginName = name === undefined ? {} : { pluginName: PLUGIN_NAME.test(name) ? name : quoted(name) };
    const note = (meta: Pick<AdminLogEntry, 'outcome' | 'code' | 'version' | 'digest' | 'detail'>): void =>
      log({ callId, ...asker, action, ...pluginName, ...meta, totalMs: performance.now() - startedAt });
    try {
      refuseRole(adminKey, READING.has(action) ? 'read' : 'operate');
      if (isDraining()) throw new CallError('shutting_down', 'The server is shutting down and changes no plugins.');
      if (action !== 'remove') readQuery(ctx, []);
      refuseName(name);
      const { status = 200, document, isText = false, meta = { outcome: 'done' } } = await handler(ctx, name ?? '');
      note({ ...meta, code: 'ok' });
      ctx.status = status;
      ctx.set('Toolcell-Call-Id', callId);
      if (isText) answerText(ctx, document as FiguresText);
      else answerJson(ctx, JSON.stringify(document));
    } catch (error) {
      // If the caller is gone, an unknown error means that the body did not arrive.
      const isGone = signal.aborted && !(error instanceof CallError && error.failure.code !== 'cancelled');
      const { code, detail } = isGone ? GONE : failureOf(error);
      note({ outcome: code, code, detail });
      throw error;
    }
  };

const answerText = (ctx: Context, { text, type }: FiguresText): void => {
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Content-Type', type);
  ctx.body = text;
};

const GONE = { code: 'cancelled', detail: 'The caller closed the connection before its request was whole.' } as const;

const refuseName = (name: string | undefined): void => {
  if (name === undefined || PLUGIN_NAME.test(name)) return;
  throw new CallError('not_found', `No plugin can be called ${quoted(name)}. GET ${PLUGINS} lists the plugins.`);
};
