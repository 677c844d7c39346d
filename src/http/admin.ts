// /admin/plugins: what an operator's program asks of the plugins while they serve. There only where an admin key is set, and
// apart from the routes of agents.

import type { ActionResult, AdminActions, PluginReport, RemovalResult } from '../protocol/admin.ts';
import { CallError, failureOf } from '../protocol/errors.ts';
import { type ArchiveCaps, readArchiveBody, readQuery, readTexts, signatureFrom } from './admin-body.ts';
import { createAdminGuard, keyMark } from './admin-guard.ts';
import type { AdminAction, AdminLogEntry } from './admin-log.ts';
import type { Context, RequestState } from './context.ts';
import { quoted } from './quoted.ts';
import { Router } from './router.ts';
import { pause, WrongKeys } from './wrong-keys.ts';

const PLUGINS = '/admin/plugins';
const PLUGIN = `${PLUGINS}/:name`;
const PLUGIN_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

export interface AdminParts {
  readonly actions: AdminActions;
  /** `sha256:<64 hex>` of the key. */
  readonly keyHash: string;
  /** The largest archive that is worth reading. */
  readonly archive: ArchiveCaps;
  readonly log: (entry: AdminLogEntry) => void;
}

/** What an answer is made of, and what of it the log is told. */
interface Answer {
  readonly status?: number;
  readonly document: object;
  readonly told?: Pick<AdminLogEntry, 'version' | 'digest' | 'outcome'>;
}

type Handler = (ctx: Context, name: string) => Promise<Answer>;

/** The admin API, and everything below `/admin`: without the key nothing there tells whether it exists. */
export const createAdminRoutes = (parts: AdminParts, isDraining: () => boolean) => {
  const admit = createAdminGuard(parts.keyHash);
  const serve = routes(parts, isDraining);
  const wrongKeys = new WrongKeys();
  return async (ctx: Parameters<typeof serve>[0], next: () => Promise<void>): Promise<void> => {
    if (ctx.path !== '/admin' && !ctx.path.startsWith('/admin/')) return next();
    try {
      admit(ctx);
    } catch (error) {
      const { remoteAddress, signal } = ctx.state;
      if (failureOf(error).code === 'unauthenticated') await pause(wrongKeys.delayFor(remoteAddress), signal);
      throw error;
    }
    return serve(ctx, next);
  };
};

const routes = (parts: AdminParts, isDraining: () => boolean) => {
  const { actions, archive } = parts;
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  const on = (action: AdminAction, handler: Handler) => logged(action, parts, isDraining, handler);
  router.get(
    PLUGINS,
    on('list', async () => ({ document: await actions.list() })),
  );
  router.get(
    PLUGIN,
    on('show', async (_ctx, name) => ({ document: await actions.show(name) })),
  );
  router.put(
    PLUGIN,
    on('put', async (ctx, name) => put(actions, name, ctx, archive)),
  );
  router.delete(
    PLUGIN,
    on('remove', async (ctx, name) => removed(await actions.remove(name, readQuery(ctx, ['version']).get('version')))),
  );
  router.post(
    `${PLUGIN}/approve`,
    on('approve', async (ctx, name) => acted(await actions.approve(name, await digestIn(ctx)))),
  );
  router.post(
    `${PLUGIN}/rollback`,
    on('rollback', async (ctx, name) => {
      const texts = await readTexts(ctx, ['version']);
      return acted(await actions.rollback(name, texts.get('version')));
    }),
  );
  router.post(
    `${PLUGIN}/unpin`,
    on('unpin', async (ctx, name) => {
      await readTexts(ctx, []);
      return shown(await actions.unpin(name));
    }),
  );
  return router.routes();
};

const put = async (actions: AdminActions, name: string, ctx: Context, archive: ArchiveCaps): Promise<Answer> => {
  const signatureText = signatureFrom(ctx);
  const bytes = await readArchiveBody(ctx, archive);
  const result = await actions.put(name, { bytes, ...(signatureText !== undefined && { signatureText }) });
  return { ...acted(result), status: result.isNew ? 201 : 200 };
};

const digestIn = async (ctx: Context): Promise<string> => {
  const digest = (await readTexts(ctx, ['digest'])).get('digest');
  if (digest !== undefined) return digest;
  const why = 'It names what was looked at, so that nothing else is approved.';
  throw new CallError('invalid_request', `"digest" is missing. ${why} Send {"digest": "sha256-…"}.`);
};

const acted = (result: ActionResult): Answer => ({
  document: result,
  told: { version: result.version, digest: result.digest, outcome: result.state },
});

const removed = (result: RemovalResult): Answer => {
  const version = result.removed.map((one) => one.version).join(', ');
  return { document: result, told: { version, outcome: 'removed' } };
};

const shown = (plugin: PluginReport): Answer => ({ document: plugin });

/** Answers with what the handler comes to, as JSON, and tells the log of it, whatever it is. */
const logged =
  (action: AdminAction, { keyHash, log }: AdminParts, isDraining: () => boolean, handler: Handler) =>
  async (ctx: Context & { params: Record<string, string> }): Promise<void> => {
    const { name } = ctx.params;
    const { callId, startedAt, signal } = ctx.state;
    const pluginName = name === undefined ? {} : { pluginName: PLUGIN_NAME.test(name) ? name : quoted(name) };
    const note = (told: Pick<AdminLogEntry, 'outcome' | 'code' | 'version' | 'digest' | 'detail'>): void =>
      log({ callId, key: keyMark(keyHash), action, ...pluginName, ...told, totalMs: performance.now() - startedAt });
    try {
      if (isDraining()) throw new CallError('shutting_down', 'The server is shutting down and changes no plugins.');
      if (action !== 'remove') readQuery(ctx, []);
      refuseName(name);
      const { status = 200, document, told = { outcome: 'done' } } = await handler(ctx, name ?? '');
      note({ ...told, code: 'ok' });
      answer(ctx, status, document);
    } catch (error) {
      // An error of no known kind, once the caller is gone, is that its body will not come.
      const isGone = signal.aborted && !(error instanceof CallError && error.failure.code !== 'cancelled');
      const { code, detail } = isGone ? GONE : failureOf(error);
      note({ outcome: code, code, detail });
      throw error;
    }
  };

const GONE = { code: 'cancelled', detail: 'The caller closed the connection before its request was whole.' } as const;

const refuseName = (name: string | undefined): void => {
  if (name === undefined || PLUGIN_NAME.test(name)) return;
  throw new CallError('not_found', `No plugin can be called ${quoted(name)}. GET ${PLUGINS} lists those there are.`);
};

const answer = (ctx: Context, status: number, document: object): void => {
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Content-Type', 'application/json');
  ctx.set('Toolcell-Call-Id', ctx.state.callId);
  ctx.body = JSON.stringify(document);
};
