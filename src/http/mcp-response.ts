// Carries a request to the SDK of MCP, and its response to the caller: a document, or a stream of events. Front process.

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Context } from './context.ts';
import { beginEventStream, EVENT_STREAM } from './event-stream.ts';

/** The headers that the SDK reads. */
const READ_HEADERS = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];
/** The SDK looks for both types by name. A program that takes anything, such as curl, takes both. */
const ANY = '*/*';
const BOTH = `application/json, ${EVENT_STREAM}`;

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

/** How replies are sent. */
export interface ReplyOptions {
  readonly isDraining: () => boolean;
  /** How long a caller may take to read what a stream has for it, in milliseconds. */
  readonly replyTimeoutMs: number;
}

/** Sends a document with the reply, and a stream at once, until it ends or the caller hangs up. */
export const sendResponse = async (ctx: Context, response: Response, options: ReplyOptions): Promise<void> => {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith(EVENT_STREAM) && response.body !== null) return sendStream(ctx, response.body, options);
  ctx.status = response.status;
  ctx.set('Cache-Control', 'no-store');
  const text = await response.text();
  ctx.body = text;
  if (text === '') ctx.remove('Content-Type');
  else ctx.set('Content-Type', type);
};

const sendStream = async (
  ctx: Context,
  body: ReadableStream<Uint8Array>,
  { isDraining, replyTimeoutMs }: ReplyOptions,
): Promise<void> => {
  const { res, state } = ctx;
  beginEventStream(ctx, isDraining());
  res.flushHeaders();
  state.sentBytes = 0;
  for await (const part of body) {
    if (state.signal.aborted) return;
    state.sentBytes += part.length;
    if (!res.write(part)) await untilRead(res, replyTimeoutMs);
  }
  res.end();
};

/** Cuts the connection if the caller does not read on in time. */
const untilRead = async (res: ServerResponse, replyTimeoutMs: number): Promise<void> => {
  const timer = setTimeout(() => res.destroy(), replyTimeoutMs);
  const ending = new AbortController();
  const { signal } = ending;
  try {
    await Promise.race([once(res, 'drain', { signal }), once(res, 'close', { signal })]);
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
};
