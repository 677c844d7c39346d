// Answers requests that no route takes: unknown paths, methods that a path does not take, and OPTIONS. Front process.

import { CallError } from '../../shared/protocol/errors.ts';
import type { Context } from './context.ts';

const PREFLIGHT_MAX_AGE_S = 600;
/** Headers that pages may send in addition to the ones that are always allowed and those for secrets. */
const PAGE_HEADERS = [
  ...['Content-Type', 'Content-Encoding', 'If-None-Match', 'Prefer', 'Authorization', 'X-API-Key'],
  // Allowed even if no key is read: clients send it for what stands between them and the server, too.
  'Idempotency-Key',
  // Of clients of MCP.
  ...['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
];
const PLACES =
  'GET /mcp/metadata lists the tools, POST /mcp/callTool calls one, POST /mcp does both for clients of MCP, POST /tools/{name} calls one with its arguments as the body, GET /openapi.json describes all of them in OpenAPI, GET /calls/{callId} has the receipt of a call sent with Prefer: receipt, GET /livez tells whether the server answers, GET /healthz whether calls are taken, GET /readyz whether they can work';

/** The step behind all routes. Fails with: not_found, method_not_allowed. */
export const createUnrouted =
  (callerHeaders: readonly string[] = []) =>
  (ctx: Context & { matched?: readonly { methods: readonly string[] }[] }): void => {
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
