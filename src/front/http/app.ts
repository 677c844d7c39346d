// The Koa application of the front process: the steps that every request takes, and the routes behind them.

import type { RequestListener } from 'node:http';
import Koa from 'koa';
import type { ServerConfig } from '../../settings/config.ts';
import { ByteBudget } from '../../shared/protocol/byte-budget.ts';
import { createTraceStart, NO_SPANS } from '../../shared/protocol/sampling.ts';
import { WrongKeys } from '../doors/wrong-keys.ts';
import type { ScriptParts } from '../scripts/run-script.ts';
import type { TlsMaterial } from '../tls/material.ts';
import { type AdminParts, createAdminRoutes } from './admin.ts';
import { HTTP_BOUNDS, type HttpBounds } from './bounds.ts';
import type { CallLogEntry, TraceParts } from './call-log.ts';
import { type CallToolParts, createCallToolRoute, createToolRoute } from './call-tool.ts';
import { createAddressOf } from './client-address.ts';
import type { Connections } from './connections.ts';
import { CALL_TOOL, type Context, MCP, type RequestState, RUN_SCRIPT, SET, type Step } from './context.ts';
import type { FindTools } from './discovery.ts';
import { createDoor } from './door.ts';
import type { FormTools } from './formats.ts';
import { createHostGuard } from './host-guard.ts';
import { createIdentify, type DoorParts } from './identify.ts';
import { createMcpRoute } from './mcp.ts';
import type { ServerEvents } from './mcp-parts.ts';
import { createMetadataRoute, createOpenApiRoute, type MetadataOf } from './metadata.ts';
import { NewLists } from './new-lists.ts';
import { PacedWork } from './paced-work.ts';
import { createProtectedResourceRoute, METADATA_PATHS, metadataAddresses } from './protected-resource.ts';
import { createHealthRoute, createLivenessRoute, createReadinessRoute, type ReadinessParts } from './readiness.ts';
import { createReceiptRoute, createReceipts, type Receipts } from './receipts.ts';
import { createResponder } from './responder.ts';
import { Router } from './router.ts';
import { createRunScriptRoute } from './run-script.ts';
import { createScriptApiRoute } from './script-api.ts';
import { createSendScript } from './send-script.ts';
import { Stays } from './stays.ts';
import { createUnrouted } from './unrouted.ts';

export interface HttpParts
  extends Omit<CallToolParts, 'held' | 'addressOf' | 'bodyDepth' | 'stays' | 'replyTimeoutMs'>,
    ReadinessParts {
  readonly metadata: MetadataOf;
  /** Without it, nobody can search. */
  readonly find?: FindTools;
  /** Without it, nobody gets a list in a format. */
  readonly form?: FormTools;
  readonly server: ServerConfig;
  /** Of {@link HTTP_BOUNDS}, those that differ here. */
  readonly bounds?: Partial<HttpBounds>;
  readonly door: DoorParts;
  readonly log: (entry: CallLogEntry) => void;
  /** Without it, the log has the trace ids of callers, and nothing is recorded. */
  readonly traces?: TraceParts;
  /** Certificate and key, if the server speaks HTTPS. */
  readonly tls?: TlsMaterial;
  /** Whether clients of MCP may ask for the two tools that stand for all others. */
  readonly metaTools?: boolean;
  /** Tells streams of changes and of the end. */
  readonly events?: ServerEvents;
  /** The admin API; absent if no key is set, and then its paths do not exist. */
  readonly admin?: AdminParts;
  /** What runs scripts; absent if the server runs none, and then their path does not exist. */
  readonly scripts?: ScriptParts;
}

const NO_TRACES: TraceParts = { sampling: NO_SPANS, record: () => {} };

export const createApp = (parts: HttpParts, connections: Connections): RequestListener => {
  const { server, isDraining, endsConnections, log, traces = NO_TRACES } = parts;
  const receipts = createReceipts();
  const { bodyDepth, heldBytes } = { ...HTTP_BOUNDS, ...parts.bounds };
  const held = new ByteBudget(heldBytes);
  const addressOf = createAddressOf(server);
  const { maxConnections, requestTimeoutMs: replyTimeoutMs } = server;
  const wrongKeys = new WrongKeys();
  const identify = createIdentify(parts.door, wrongKeys);
  const stays = new Stays(identify);
  const callParts = { ...parts, held, addressOf, bodyDepth, stays, replyTimeoutMs };
  const startTrace = createTraceStart(traces.sampling);
  const callTool = createCallToolRoute(callParts);
  const paced = new PacedWork();
  const lists = new NewLists(parts.metadata, paced);
  const { scripts } = parts;
  const sendScript = scripts && createSendScript({ ...callParts, scripts, log, receipts });
  const mcp = createMcpRoute({ ...callParts, paced, lists, startTrace, maxConnections, sendScript });
  /** Every request takes these first, in this order. */
  const steps: readonly Step[] = [
    createResponder({
      ...{ connections, addressOf, endsConnections, log, receipts, held, replyTimeoutMs },
      ...(parts.door.tokens && { resourceMetadata: metadataAddresses(parts.door.tokens.settings) }),
      traces: { start: startTrace, record: traces.record },
    }),
    createHostGuard(server),
    createDoor(identify, wrongKeys, parts.door.pauseBefore),
  ];
  const app = new Koa<RequestState>();
  // The responder has answered and logged already. Koa reports here that a socket broke under the reply.
  app.on('error', () => {});
  for (const step of steps) app.use(step);
  if (parts.admin) app.use(createAdminRoutes(parts.admin, { endsConnections, replyTimeoutMs }, isDraining));
  const tool = createToolRoute(callParts, toolNameIn);
  const runScript = sendScript && createRunScriptRoute(callParts, sendScript);
  app.use(routes(parts, { callTool, mcp, tool, runScript }, { receipts, paced, lists }));
  app.use(createUnrouted(parts.callerHeaders));
  const answerAny = app.callback();
  const answerCall = shortCallback(app, steps, callTool);
  const answerMcp = shortCallback(app, steps, mcp);
  const answer: RequestListener = (req, res) => {
    if (req.method === 'POST' && req.url === CALL_TOOL) answerCall(req, res);
    else if (req.method === 'POST' && req.url === MCP) answerMcp(req, res);
    else void answerAny(req, res);
  };
  return oneAtATime(answer, connections, server.requestTimeoutMs);
};

/**
 * Answers the requests of one connection one after the other.
 *
 * Why: a caller may send hundreds of requests in one packet. All would be answered in one turn, and each reply would wait in memory for those before
 * it, long before anybody notices that no one reads them.
 */
const oneAtATime =
  (answer: RequestListener, connections: Connections, arrivalMs: number): RequestListener =>
  (req, res) => {
    // A reply gets the socket when the one before it has left. If the connection ends first, the request never begins.
    if (res.socket !== null) return answer(req, res);
    connections.noteWaiting(req);
    const begin = (): void => {
      if (res.destroyed) return;
      connections.noteTurn(req, arrivalMs);
      answer(req, res);
    };
    res.once('socket', () => setImmediate(begin));
  };

/**
 * Like `app.callback()`, for requests that go through `steps` to one route: without a search for the route, and without Koa's listener on each
 * socket. The steps are joined once, so that a request allocates no function for them.
 */
const shortCallback = (
  app: Koa<RequestState>,
  steps: readonly Step[],
  route: (ctx: Context) => Promise<void>,
): RequestListener => {
  const chain = steps.reduceRight<(ctx: Context) => unknown>((next, step) => (ctx) => step(ctx, next), route);
  const answer = async (ctx: Context): Promise<void> => {
    try {
      await chain(ctx);
      if (ctx.respond !== false) ctx.res.end(ctx.body);
    } catch (error) {
      ctx.onerror(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return (req, res) => void answer(app.createContext(req, res));
};

type Route = (ctx: Context) => Promise<void>;

interface CallRoutes {
  readonly callTool: Route;
  readonly mcp: Route;
  readonly tool: Route;
  readonly runScript: Route | undefined;
}

/** What routes share. */
interface Shared {
  readonly receipts: Receipts;
  readonly paced: PacedWork;
  readonly lists: NewLists;
}

const routes = (
  parts: HttpParts,
  { callTool, mcp, tool, runScript }: CallRoutes,
  { receipts, paced, lists }: Shared,
) => {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  router.get(
    '/mcp/metadata',
    createMetadataRoute((_caller, selection, ctx) => lists.of(ctx, selection), parts),
  );
  router.get('/openapi.json', createOpenApiRoute(lists, parts.door, paced, parts.scripts !== undefined));
  router.post(CALL_TOOL, callTool);
  if (runScript) router.post([RUN_SCRIPT, `${SET}/runScript`], runScript);
  if (parts.scripts) router.get(['/mcp/scriptApi', `${SET}/scriptApi`], createScriptApiRoute(parts.scripts, lists));
  router.post(MCP, mcp);
  router.post(SET, mcp);
  router.post('/tools/:toolName', tool);
  router.get('/calls/:callId', createReceiptRoute(receipts));
  if (parts.door.tokens) router.get(METADATA_PATHS, createProtectedResourceRoute(parts.door.tokens.settings));
  router.get('/livez', createLivenessRoute());
  router.get('/healthz', createHealthRoute(parts));
  router.get('/readyz', createReadinessRoute(parts));
  return router.routes();
};

const toolNameIn = ({ params }: Context & { readonly params?: { readonly toolName?: string } }): string =>
  params?.toolName ?? '';
