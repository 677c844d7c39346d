// The SDK of MCP, which answers all requests but the plain ones for tools: it knows each revision's handshake, errors and streams. Front process.

import {
  type CallToolResult,
  createMcpHandler,
  type ListToolsResult,
  type McpRequestContext,
  ProtocolError,
  Server,
} from '@modelcontextprotocol/server';
import type { ProgressReport } from '../../shared/protocol/call.ts';
import type { Era } from '../../shared/protocol/tool-definitions.ts';
import type { RpcError } from './outcome-texts.ts';
import type { ToolList } from './tool-list.ts';

/** What the SDK asks for while it answers one request. */
export interface Exchange {
  listTools(era: Era): ToolList;
  /** Runs the call of the request. Resolves with the JSON text of MCP's result, or with the error to answer with. */
  callTool(era: Era, onProgress?: (report: ProgressReport) => void): Promise<string | RpcError>;
  /** Called before the SDK's handler runs: it has found nothing wrong with the request. */
  onAccepted(era: Era): void;
}

export interface ServerInfo {
  readonly name: string;
  readonly version: string;
}

export interface Sdk {
  /** `message`: the body as a value. `signal` aborts when the caller hangs up. */
  answer(request: Request, message: unknown, exchange: Exchange): Promise<Response>;
  /** Tells the callers who listen to this one that their list of tools has changed. */
  toolsChanged(): void;
}

const INVALID_PARAMS = -32_602;
const NO_PAGES =
  'invalid_request: This server gave no such cursor: the list has one page. Ask for the list without "cursor".';
/** How long a client may keep its list. One that listens for changes hears of each of them sooner. */
const LIST_TTL_MS = 60_000;

export const createSdk = (info: ServerInfo): Sdk => {
  const handler = createMcpHandler((context) => serverFor(context, info));
  return {
    answer: (request, parsedBody, exchange) =>
      handler.fetch(request, { parsedBody, authInfo: { token: '', clientId: '', scopes: [], extra: { exchange } } }),
    toolsChanged: () => handler.notify.toolsChanged(),
  };
};

const serverFor = ({ era, authInfo }: McpRequestContext, info: ServerInfo): Server => {
  const exchange = authInfo?.extra?.exchange as Exchange;
  // Callers of the older revisions have no stream on which they could hear of a change.
  const server = new Server(info, { capabilities: { tools: era === 'modern' ? { listChanged: true } : {} } });
  server.setRequestHandler('tools/list', async ({ params }) => {
    if (params?.cursor !== undefined) throw new ProtocolError(INVALID_PARAMS, NO_PAGES);
    exchange.onAccepted(era);
    const list = exchange.listTools(era);
    const result: ListToolsResult = { tools: [] };
    if (era === 'legacy') return result;
    return { ...result, ttlMs: LIST_TTL_MS, cacheScope: list.listed.isPersonal ? 'private' : 'public' };
  });
  server.setRequestHandler('tools/call', async (request, { mcpReq }) => {
    exchange.onAccepted(era);
    const progressToken = request.params._meta?.progressToken;
    const onProgress =
      progressToken === undefined
        ? undefined
        : ({ done, total, message }: ProgressReport): void => {
            const params = {
              progressToken,
              progress: done,
              ...(total !== undefined && { total }),
              ...(message !== '' && { message }),
            };
            // Nobody is left to hear of it if the stream has broken.
            mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
          };
    const result = await exchange.callTool(era, onProgress);
    if (typeof result !== 'string') throw new ProtocolError(result.code, result.message, result.data);
    return JSON.parse(result) as CallToolResult;
  });
  return server;
};
