// POST /mcp: MCP over HTTP, without sessions. Plain requests for tools are answered here, all others by the SDK. Front process.

import { type Failure, failureOf } from '../../shared/protocol/errors.ts';
import type { Message } from '../mcp/message.ts';
import { errorOf, errorResponseOf, responseOf } from '../mcp/outcome-texts.ts';
import { PlainRequests } from '../mcp/plain-requests.ts';
import { type Context, MCP } from './context.ts';
import { McpBySdk } from './mcp-by-sdk.ts';
import { McpCalls, refuseUnscoped } from './mcp-calls.ts';
import { listOf, listResponseOf, makeList } from './mcp-lists.ts';
import type { Asked, McpParts } from './mcp-parts.ts';
import { McpReader } from './mcp-reader.ts';
import { fail } from './responder.ts';
import { ALL_TOOLS, offerOf } from './selection.ts';

/** Answers one request. Each failure is a JSON-RPC error; one of a call that began has status 200, as the protocol wants it. */
export const createMcpRoute = (parts: McpParts): ((ctx: Context) => Promise<void>) => {
  const reader = new McpReader(parts);
  const answer = createAnswer(parts, reader);
  return async (ctx) => {
    let message: Message | undefined;
    try {
      const { bytes, read } = await reader.read(ctx);
      // An error has the id of the message, or the client waits for the answer.
      message = read;
      const offer = ctx.url === MCP ? ALL_TOOLS : offerOf(ctx, parts.metaTools === true && parts.find !== undefined);
      await answer(ctx, { message, bytes, ...offer });
    } catch (error) {
      fail(ctx, failureOf(error), error);
      const { failure } = ctx.state;
      ctx.set('Content-Type', 'application/json');
      ctx.body = errorResponseOf(message?.idJson, errorOf(failure as Failure));
    }
  };
};

const createAnswer = (parts: McpParts, reader: McpReader): ((ctx: Context, asked: Asked) => Promise<void>) => {
  const plain = new PlainRequests();
  const calls = new McpCalls(parts, reader);
  const bySdk = new McpBySdk(parts, calls, plain);
  return async (ctx, asked) => {
    const { message } = asked;
    const { idJson = 'null', call } = message;
    const era = plain.eraOf(message, ctx.req.headers);
    if (era === undefined) {
      if (call === undefined) await makeList(parts, ctx, asked);
      return bySdk.answer(ctx, asked);
    }
    if (call !== undefined) {
      const result = await calls.call(ctx, asked, era);
      refuseUnscoped(ctx);
      ctx.state.result = typeof result === 'string' ? responseOf(idJson, result) : errorResponseOf(idJson, result);
      return;
    }
    await makeList(parts, ctx, asked);
    const known = listOf(parts, ctx, asked).results.get(era);
    if (known === undefined) return bySdk.answer(ctx, asked);
    ctx.state.result = listResponseOf(idJson, known);
  };
};
