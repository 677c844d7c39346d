// The first step: gives every request its call id, every error its reply, and every call its log line. Front process.

import type { IncomingMessage } from 'node:http';
import type { ByteBudget } from '../../shared/protocol/byte-budget.ts';
import { CallError, type Failure, failureOf } from '../../shared/protocol/errors.ts';
import type { Trace } from '../../shared/protocol/trace.ts';
import { type CallLogEntry, entryFor, type RequestRecord, recordOf } from './call-log.ts';
import type { AddressOf } from './client-address.ts';
import type { Connections } from './connections.ts';
import { type Context, newState, type RequestState, type Step } from './context.ts';
import { holdReply } from './held-bytes.ts';
import { boundReading, hasUnreadBody, sendAndLinger } from './linger.ts';
import { problemFor } from './problem.ts';
import { receiptOf } from './receipt.ts';
import type { Receipts } from './receipts.ts';
import { sendResult, setCommonHeaders } from './reply.ts';

export interface ResponderParts {
  readonly connections: Connections;
  readonly addressOf: AddressOf;
  /** True as soon as each reply is the last on its connection. */
  readonly endsConnections: () => boolean;
  readonly log: (entry: CallLogEntry) => void;
  readonly receipts: Receipts;
  /** Budget of the replies that are not read yet. */
  readonly held: ByteBudget;
  /** How long a caller may take to read a reply, in milliseconds. */
  readonly replyTimeoutMs: number;
  /** Path of a request → address of the metadata that say where tokens for it are issued; absent if the server reads no tokens. */
  readonly resourceMetadata?: (path: string) => string;
  readonly traces: {
    /** The trace of a request whose headers have just arrived; undefined if it belongs to none. */
    readonly start: (req: IncomingMessage) => Trace | undefined;
    readonly record: (record: RequestRecord) => void;
  };
}

/** Answers for all steps behind it. An unknown error becomes `internal`, and only the log has it. */
export const createResponder =
  (parts: ResponderParts): Step =>
  async (ctx, next) => {
    const trace = parts.traces.start(ctx.req);
    ctx.state = newState(parts.addressOf(ctx.req), parts.connections.open(ctx.req.socket, ctx.res), trace);
    try {
      await next(ctx);
    } catch (error) {
      fail(ctx, failureOf(error), error);
    }
    const { state } = ctx;
    state.totalMs = performance.now() - state.startedAt;
    if (state.wantsReceipt) keepReceipt(state, parts.receipts);
    if (state.failure !== undefined && parts.resourceMetadata !== undefined) addMetadata(ctx, parts.resourceMetadata);
    const replyBytes = finish(ctx, parts);
    if (state.isCall || state.failure !== undefined) parts.log(entryFor(ctx, replyBytes));
    // A message of MCP may name its trace in its body.
    if (state.trace?.isRecorded) parts.traces.record(recordOf(ctx, replyBytes, state.trace));
  };

/** Tells a caller without a good token where to get one (RFC 9728, 5.1). The admin API takes no tokens. */
const addMetadata = (ctx: Context, resourceMetadata: (path: string) => string): void => {
  const challenge = ctx.res.getHeader('WWW-Authenticate');
  if (typeof challenge !== 'string' || ctx.path.startsWith('/admin')) return;
  const separator = challenge.includes('=') ? ', ' : ' ';
  ctx.set('WWW-Authenticate', `${challenge}${separator}resource_metadata="${resourceMetadata(ctx.path)}"`);
};

/** Called before the reply leaves, so that a caller with a reply finds the receipt. */
const keepReceipt = (state: RequestState, receipts: Receipts): void => {
  const { callId, caller } = state;
  if (!state.signal.aborted) receipts.keep(callId, caller, JSON.stringify(receiptOf(state)));
};

export const fail = (ctx: Context, failure: Failure, cause?: unknown): void => {
  const { state } = ctx;
  state.failure = state.signal.aborted ? lostConnection(state.signal.reason) : failure;
  state.cause = cause instanceof CallError ? cause.cause : cause;
  state.result = undefined;
  const problem = problemFor(state.failure, state);
  ctx.status = problem.status;
  ctx.set(problem.headers);
  ctx.body = problem.text;
};

/** The failure for the log; nobody is left to read the reply. */
const lostConnection = (reason: unknown): Failure =>
  reason instanceof CallError
    ? reason.failure
    : { code: 'cancelled', detail: 'The caller closed the connection before the answer.' };

/** Sends the reply, or leaves it to Koa, which sends it next. Returns the UTF-8 bytes of its body; 0 if nobody is left to read it. */
const finish = (ctx: Context, { endsConnections, replyTimeoutMs, held }: ResponderParts): number => {
  const { state, res } = ctx;
  const { signal, sentBytes } = state;
  if (signal.aborted) {
    ctx.respond = false;
    return sentBytes ?? 0;
  }
  const replyBytes = sendOwn(ctx, endsConnections);
  if (replyBytes !== undefined) {
    ctx.respond = false;
    state.result = undefined;
    // A reply that the system has taken in full needs no timer. Nearly all replies are that short.
    if (res.writableLength === 0) signal.close();
    else {
      boundReading(ctx, replyTimeoutMs);
      holdReply(ctx, replyBytes, held);
    }
    return replyBytes;
  }
  if (sentBytes !== undefined) {
    boundReading(ctx, replyTimeoutMs);
    return sentBytes;
  }
  setCommonHeaders(ctx, endsConnections());
  if (hasUnreadBody(ctx.req)) sendAndLinger(ctx);
  boundReading(ctx, replyTimeoutMs);
  const koaBytes = ctx.length ?? 0;
  // Koa writes it later, so nobody knows yet how much of it the system will take.
  if (koaBytes > 0) holdReply(ctx, koaBytes, held);
  return koaBytes;
};

/** Writes a result or the end of a stream of progress, and returns the bytes of the whole reply. Undefined if the call has another reply. */
const sendOwn = (ctx: Context, endsConnections: () => boolean): number | undefined => {
  const { result, progress } = ctx.state;
  if (progress !== undefined && (result !== undefined || progress.hasBegun))
    return progress.end(result ?? String(ctx.body));
  return result === undefined ? undefined : sendResult(ctx, result, endsConnections());
};
