// Carries a request to the SDK of MCP, and its response to the caller: a document, or a stream of events. Front process.

import { once } from 'node:events';
import type { ByteBudget } from '../../shared/protocol/byte-budget.ts';
import type { CallError } from '../../shared/protocol/errors.ts';
import { errorOf, errorResponseOf } from '../mcp/outcome-texts.ts';
import type { Context } from './context.ts';
import { beginEventStream, EVENT_STREAM } from './event-stream.ts';
import { holdPart } from './held-bytes.ts';
import { boundReading } from './linger.ts';
import type { Stays } from './stays.ts';

const READ_HEADERS = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];
/** The SDK may open a stream before the call is refused. Until then, there may be another status. */
const REFUSED_WITHIN_MS = 1_000;
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

export interface ReplyOptions {
  /** True as soon as each reply is the last on its connection. */
  readonly endsConnections: () => boolean;
  readonly signal: AbortSignal;
  /** How long a caller may take to read what a stream has for it, in milliseconds. */
  readonly replyTimeoutMs: number;
  /** Budget of the replies that are not read yet. */
  readonly held: ByteBudget;
  readonly stays: Stays;
  /** Called before a status is sent. It throws if the reply has to be another one. */
  readonly beforeReply: () => void;
  /** JSON text of the id of the request, for the error that ends a stream whose caller may not stay. */
  readonly idJson: string | undefined;
}

/**
 * Sends a document with the reply, and a stream at once, until it ends, the caller hangs up, or its credential does not hold any more. That aborts
 * the signal of the request, with a CallError as the reason.
 */
export const sendResponse = async (ctx: Context, response: Response, options: ReplyOptions): Promise<void> => {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith(EVENT_STREAM) && response.body !== null) return sendStream(ctx, response.body, options);
  options.beforeReply();
  ctx.status = response.status;
  ctx.set('Cache-Control', 'no-store');
  const text = await response.text();
  ctx.body = text;
  if (text === '') ctx.remove('Content-Type');
  else ctx.set('Content-Type', type);
};

const sendStream = async (ctx: Context, body: ReadableStream<Uint8Array>, options: ReplyOptions): Promise<void> => {
  const { res, state } = ctx;
  const { signal, stays, beforeReply } = options;
  const parts = partsOf(body, signal);
  const first = parts.next();
  let refused: CallError | undefined;
  try {
    await soon(first);
    beforeReply();
    beginStream(ctx, options);
    stays.add(ctx, (why) => {
      refused = why;
      state.signal.abort(why);
    });
    for (let part = await first; !part.done; part = await parts.next()) {
      state.sentBytes = (state.sentBytes ?? 0) + part.value.length;
      if (!res.write(part.value)) await untilRead(ctx, part.value.length, options);
    }
  } finally {
    stays.remove(ctx);
    void parts.return(undefined);
  }
  if (refused !== undefined) return sendRefusal(ctx, refused, options);
  if (!state.signal.aborted) res.end();
};

const beginStream = (ctx: Context, { endsConnections }: ReplyOptions): void => {
  beginEventStream(ctx, endsConnections());
  ctx.res.flushHeaders();
  ctx.state.sentBytes = 0;
};

/**
 * The parts of a stream, until it ends or the signal aborts. The SDK does not notice that by itself for certain: a `Request` follows its signal
 * only as long as nothing has collected it as garbage.
 */
async function* partsOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel);
  try {
    if (signal.aborted) cancel();
    for (;;) {
      const { value, done } = await reader.read();
      if (done || signal.aborted) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

/** Waits for the first part of a stream, but not for long. */
const soon = async (first: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, REFUSED_WITHIN_MS);
  });
  await Promise.race([first, late]).finally(() => clearTimeout(timer));
};

/** The last event of a stream says why there are no more. */
const sendRefusal = (
  ctx: Context,
  { failure }: CallError,
  { idJson, replyTimeoutMs }: Pick<ReplyOptions, 'idJson' | 'replyTimeoutMs'>,
): void => {
  const event = `event: message\ndata: ${errorResponseOf(idJson, errorOf(failure))}\n\n`;
  ctx.state.sentBytes = (ctx.state.sentBytes ?? 0) + Buffer.byteLength(event);
  boundReading(ctx, replyTimeoutMs);
  ctx.res.end(event);
};

/** Waits until the caller has read a part of `bytes` bytes. Cuts the connection if that takes too long. */
const untilRead = async (
  ctx: Context,
  bytes: number,
  { replyTimeoutMs, held }: Pick<ReplyOptions, 'replyTimeoutMs' | 'held'>,
): Promise<void> => {
  const { res } = ctx;
  const holding = holdPart(ctx, bytes, held);
  const timer = setTimeout(() => res.destroy(), replyTimeoutMs);
  const ending = new AbortController();
  const { signal } = ending;
  try {
    await Promise.race([once(res, 'drain', { signal }), once(res, 'close', { signal })]);
  } finally {
    clearTimeout(timer);
    holding.release();
    ending.abort();
  }
};
