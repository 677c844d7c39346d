// Carries a request to the SDK of MCP, and its response to the caller: a document, or a stream of events. Front process.

import { once } from 'node:events';
import type { Context } from './context.ts';
import { setCommonHeaders } from './reply.ts';

/** The headers that the SDK reads. */
const READ_HEADERS = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];
const STREAM = 'text/event-stream';
/** The SDK looks for both types by name. A program that takes anything, such as curl, takes both. */
const ANY = '*/*';
const BOTH = `application/json, ${STREAM}`;

/** The request without its body. Headers that nobody reads stay here, because they hold credentials. */
export const webRequest = ({ req }: Context, signal: AbortSignal): Request => {
  const headers = READ_HEADERS.flatMap((name) => {
    const value = req.headers[name];
    return value === undefined ? [] : [[name, String(value)] as [string, string]];
  });
  const { accept = ANY } = req.headers;
  headers.push(['accept', accept.includes(ANY) ? BOTH : accept]);
  return new Request('http://toolcell/mcp', { method: req.method ?? 'POST', headers, signal });
};

/** Sends a document with the reply, and a stream at once, until it ends or the caller hangs up. */
export const sendResponse = async (ctx: Context, response: Response, isDraining: () => boolean): Promise<void> => {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith(STREAM) && response.body !== null) return sendStream(ctx, response.body, isDraining());
  ctx.status = response.status;
  ctx.set('Cache-Control', 'no-store');
  const text = await response.text();
  ctx.body = text;
  if (text === '') ctx.remove('Content-Type');
  else ctx.set('Content-Type', type);
};

const sendStream = async (ctx: Context, body: ReadableStream<Uint8Array>, isDraining: boolean): Promise<void> => {
  const { res, state } = ctx;
  ctx.respond = false;
  ctx.status = 200;
  ctx.set({ 'Content-Type': STREAM, 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' });
  setCommonHeaders(ctx, isDraining);
  res.flushHeaders();
  state.sentBytes = 0;
  for await (const part of body) {
    if (state.signal.aborted) return;
    state.sentBytes += part.length;
    if (!res.write(part)) await Promise.race([once(res, 'drain'), once(res, 'close')]);
  }
  res.end();
};
