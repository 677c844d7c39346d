// The outermost middleware: every request gets its call id here, every error its reply, every call its log line.

import { randomUUID } from 'node:crypto';
import type { ByteBudget } from '../protocol/byte-budget.ts';
import { NO_USAGE } from '../protocol/call.ts';
import { CallError, ERRORS, type Failure, failureOf } from '../protocol/errors.ts';
import type { CallLogEntry } from './call-log.ts';
import { ANONYMOUS } from './caller.ts';
import type { Connections } from './connections.ts';
import type { Context, RequestState } from './context.ts';
import { holdReply } from './held-bytes.ts';
import { hasUnreadBody, sendAndLinger } from './linger.ts';
import { CALL_TOOL } from './paths.ts';
import { problemFor } from './problem.ts';
import { receiptOf } from './receipt.ts';
import type { Receipts } from './receipts.ts';
import { remoteAddressOf } from './remote-address.ts';
import { sendResult, setCommonHeaders } from './reply.ts';
import { boundReading } from './slow-readers.ts';

const SHOWN_PATH_CHARACTERS = 200;

export interface ResponderParts {
  readonly connections: Connections;
  readonly isDraining: () => boolean;
  readonly log: (entry: CallLogEntry) => void;
  /** Where callers find the receipts they asked for. */
  readonly receipts: Receipts;
  /** What replies hold that are not read yet. */
  readonly held: ByteBudget;
  /** How long a caller may take to read a reply, in milliseconds. */
  readonly replyTimeoutMs: number;
  /** How long a reply waits for the rest of a refused body, in milliseconds. */
  readonly lingerMs: number;
}

/** Answers for everything inside it, which is `answer`; an unknown error becomes `internal` and is told to the log alone. */
export const createResponder =
  (parts: ResponderParts): ((ctx: Context, answer: (ctx: Context) => unknown) => Promise<void>) =>
  async (ctx, answer) => {
    begin(ctx, parts.connections);
    try {
      await answer(ctx);
    } catch (error) {
      fail(ctx, failureOf(error), error);
    }
    const { state } = ctx;
    state.totalMs = performance.now() - state.startedAt;
    if (state.wantsReceipt) keepReceipt(state, parts.receipts);
    const replyBytes = finish(ctx, parts);
    if (state.isCall || state.failure !== undefined) parts.log(entryFor(ctx, replyBytes));
  };

const begin = (ctx: Context, connections: Connections): void => {
  ctx.state = {
    callId: randomUUID(),
    startedAt: performance.now(),
    totalMs: 0,
    signal: connections.open(ctx.req.socket, ctx.res),
    origin: undefined,
    isCall: false,
    toolName: undefined,
    argumentsBytes: 0,
    remoteAddress: remoteAddressOf(ctx.req.socket),
    caller: ANONYMOUS,
    wantsReceipt: false,
    route: undefined,
    usage: NO_USAGE,
    result: undefined,
    failure: undefined,
    cause: undefined,
  };
};

/** Before the reply leaves, so that whoever has it finds the receipt. */
const keepReceipt = (state: RequestState, receipts: Receipts): void => {
  const { callId, caller } = state;
  if (!state.signal.aborted) receipts.keep(callId, caller, JSON.stringify(receiptOf(state)));
};

/** Makes the reply to a failure. */
export const fail = (ctx: Context, failure: Failure, cause?: unknown): void => {
  const { state } = ctx;
  state.failure = state.signal.aborted ? lostConnection(state.signal.reason) : failure;
  state.cause = cause instanceof CallError ? cause.cause : cause;
  const problem = problemFor(state.failure, state);
  ctx.status = problem.status;
  ctx.set(problem.headers);
  ctx.body = problem.text;
};

/** Nobody reads this reply; the log does. */
const lostConnection = (reason: unknown): Failure =>
  reason instanceof CallError
    ? reason.failure
    : { code: 'cancelled', detail: 'The caller closed the connection before the answer.' };

/** All members at once, those that are not there too: that is one step, and one shape for whoever reads them. */
const entryFor = (ctx: Context, replyBytes: number): CallLogEntry => {
  const { callId, toolName, caller, remoteAddress, route, argumentsBytes, usage, totalMs, failure, cause } = ctx.state;
  const { reach } = usage;
  return {
    callId,
    method: ctx.req.method ?? '',
    path: pathOf(ctx),
    toolName,
    pluginName: route?.pluginName,
    version: route?.version,
    digest: route?.digest,
    caller: caller === ANONYMOUS ? undefined : caller,
    remoteAddress,
    code: failure?.code ?? 'ok',
    status: failure === undefined ? 200 : ERRORS[failure.code].status,
    queueMs: usage.queueMs,
    runMs: usage.runMs,
    cpuMs: usage.cpuMs,
    // No heap is empty: 0 says that none was seen.
    heapBytes: usage.heapBytes || undefined,
    hostCalls: usage.hostCalls,
    fetches: reach?.fetches,
    storeCalls: reach?.storeCalls,
    requestBytes: reach?.requestBytes,
    responseBytes: reach?.responseBytes,
    origins: reach?.origins,
    totalMs,
    argumentsBytes,
    replyBytes,
    detail: failure?.detail,
    // What a caller sent may stand in the message of a parser: only what failed here is told.
    cause: failure?.code === 'internal' ? cause : undefined,
  };
};

/** A path without a query needs no parser, and nearly all are. */
const pathOf = (ctx: Context): string =>
  ctx.req.url === CALL_TOOL ? CALL_TOOL : ctx.path.slice(0, SHOWN_PATH_CHARACTERS);

/** Sends the reply, or leaves it to Koa, which does so next. Returns the UTF-8 bytes of its body; 0 where nobody is left to read it. */
const finish = (ctx: Context, { isDraining, lingerMs, replyTimeoutMs, held }: ResponderParts): number => {
  const { state, res } = ctx;
  const { result, failure, signal } = state;
  const isResult = result !== undefined && failure === undefined;
  if (signal.aborted || isResult) ctx.respond = false;
  if (signal.aborted) return 0;
  if (isResult) {
    const replyBytes = sendResult(ctx, result, isDraining());
    state.result = undefined;
    // What the system has taken in full needs no watch, and nearly all replies are as short.
    if (res.writableLength === 0) signal.close();
    else {
      boundReading(ctx, replyTimeoutMs);
      holdReply(ctx, replyBytes, held);
    }
    return replyBytes;
  }
  setCommonHeaders(ctx, isDraining());
  if (hasUnreadBody(ctx.req)) sendAndLinger(ctx, lingerMs);
  boundReading(ctx, replyTimeoutMs);
  return ctx.length ?? 0;
};
