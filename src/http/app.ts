// The Koa application of the front process: who may knock, which routes there are, and what answers all else.

import type { RequestListener } from 'node:http';
import Koa from 'koa';
import type { ServerConfig } from '../config/config.ts';
import { ByteBudget } from '../protocol/byte-budget.ts';
import type { Executor } from '../protocol/call.ts';
import { CallError } from '../protocol/errors.ts';
import { type AdminParts, createAdminRoutes } from './admin.ts';
import type { CallLogEntry } from './call-log.ts';
import { createCallToolRoute } from './call-tool.ts';
import type { Connections } from './connections.ts';
import type { Context, Middleware, RequestState } from './context.ts';
import { createFrontDoor } from './front-door.ts';
import { createMetadataRoute, type Metadata } from './metadata.ts';
import { CALL_TOOL } from './paths.ts';
import { createHealthRoute, createReadinessRoute, type Unready } from './readiness.ts';
import { createReceiptRoute } from './receipt-route.ts';
import { createReceipts, type Receipts } from './receipts.ts';
import { createResponder } from './responder.ts';
import { Router } from './router.ts';
import type { SettingOf } from './with-setting.ts';

const LINGER_MS = 1000;
const PREFLIGHT_MAX_AGE_S = 600;
/** What pages may send beside what every page may, and what callers bring for secrets. */
const PAGE_HEADERS = ['Content-Type', 'Content-Encoding', 'If-None-Match', 'Prefer', 'Authorization'];
const PLACES =
  'GET /mcp/metadata lists the tools, POST /mcp/callTool calls one, GET /calls/{callId} has the receipt of a call sent with Prefer: receipt, GET /healthz tells whether calls are taken, GET /readyz whether they can work';

export interface HttpParts {
  readonly executor: Executor;
  readonly metadata: () => Metadata | Promise<Metadata>;
  readonly server: ServerConfig;
  /** UTF-8 bytes that the arguments of any tool may take: the largest `argumentsBytes` there is. */
  readonly argumentsBytes: number;
  /** Names of headers, in small letters, in which callers bring values for secrets of their own. The list may change while the server runs. */
  readonly callerHeaders?: readonly string[];
  readonly settingOf?: SettingOf;
  /** True from the moment no new calls are taken. */
  readonly isDraining: () => boolean;
  /** What keeps calls from working now; looked at for `GET /readyz`, at most once a second. */
  readonly unready: () => Promise<Unready | undefined>;
  readonly log: (entry: CallLogEntry) => void;
  /** Where receipts are kept; in a place of its own if absent. */
  readonly receipts?: Receipts;
  /** The admin API; absent where no key is set, and then there is no such path. */
  readonly admin?: AdminParts;
}

/** Builds the application, as a listener for a server's requests; it listens nowhere by itself. */
export const createApp = (parts: HttpParts, connections: Connections): RequestListener => {
  const { server, isDraining, log } = parts;
  const app = new Koa<RequestState>();
  // The responder has answered and logged by then: what Koa reports here is a socket that broke under the reply.
  app.on('error', () => {});
  const replyTimeoutMs = server.requestTimeoutMs;
  const { receipts = createReceipts() } = parts;
  const held = new ByteBudget(server.heldBytes);
  const respond = createResponder({
    connections,
    isDraining,
    log,
    receipts,
    held,
    replyTimeoutMs,
    lingerMs: LINGER_MS,
  });
  const admit = createFrontDoor(server);
  const callTool = createCallToolRoute({ ...parts, held });
  app.use((ctx, next) => respond(ctx, next));
  app.use((ctx, next) => {
    admit(ctx);
    return next();
  });
  if (parts.admin) app.use(createAdminRoutes(parts.admin, isDraining));
  app.use(routes(parts, callTool, receipts));
  app.use(createUnrouted(parts.callerHeaders));
  const answerAny = app.callback();

  const admitCall = (ctx: Context): Promise<void> => {
    admit(ctx);
    return callTool(ctx);
  };
  /** The same steps for the route that nearly all requests take, without a search for it and Koa's watch on each socket. */
  const answerCall = async (ctx: Context): Promise<void> => {
    try {
      await respond(ctx, admitCall);
      if (ctx.respond !== false) ctx.res.end(ctx.body);
    } catch (error) {
      ctx.onerror(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return (req, res) => {
    if (req.method === 'POST' && req.url === CALL_TOOL) void answerCall(app.createContext(req, res));
    else void answerAny(req, res);
  };
};

const routes = (parts: HttpParts, callTool: Middleware, receipts: Receipts) => {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  router.get('/mcp/metadata', createMetadataRoute(parts.metadata));
  router.post(CALL_TOOL, callTool);
  router.get('/calls/:callId', createReceiptRoute(receipts));
  router.get('/healthz', createHealthRoute(parts));
  router.get('/readyz', createReadinessRoute(parts));
  return router.routes();
};

/** Reached where no route takes the request: the path may be unknown, or known by other methods. */
const createUnrouted = (callerHeaders: readonly string[] = []) => {
  return (ctx: Context & { matched?: readonly { methods: readonly string[] }[] }): void => {
    const methods = (ctx.matched ?? []).flatMap((layer) => layer.methods);
    if (methods.length === 0) throw new CallError('not_found', `There is nothing at this path. ${PLACES}.`);
    const allowed = [...methods, 'OPTIONS'].join(', ');
    ctx.set('Allow', allowed);
    if (ctx.method !== 'OPTIONS') {
      throw new CallError('method_not_allowed', `This path takes ${allowed}, not ${ctx.method}. ${PLACES}.`);
    }
    ctx.status = 204;
    if (ctx.get('Access-Control-Request-Method') === '') return;
    ctx.set('Access-Control-Allow-Methods', allowed);
    ctx.set('Access-Control-Allow-Headers', [...PAGE_HEADERS, ...callerHeaders].join(', '));
    ctx.set('Access-Control-Max-Age', String(PREFLIGHT_MAX_AGE_S));
  };
};
