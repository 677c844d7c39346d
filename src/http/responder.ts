// The outermost middleware: every request gets its call id here, every error its reply, every call its log line.

import { randomUUID } from 'node:crypto';
import { NO_USAGE } from '../protocol/call.ts';
import { CallError, ERRORS, type Failure, failureOf } from '../protocol/errors.ts';
import type { CallLogEntry } from './call-log.ts';
import type { Connections } from './connections.ts';
import type { Context, Middleware } from './context.ts';
import { hasUnreadBody, sendAndLinger } from './linger.ts';
import { problemFor } from './problem.ts';

const SHOWN_PATH_CHARACTERS = 200;

export interface ResponderParts {
  readonly connections: Connections;
  readonly isDraining: () => boolean;
  readonly log: (entry: CallLogEntry) => void;
  /** How long a caller may take to read a reply, in milliseconds. */
  readonly replyTimeoutMs: number;
  /** How long a reply waits for the rest of a refused body, in milliseconds. */
  readonly lingerMs: number;
}

/** Answers for everything inside it; an unknown error becomes `internal` and is told to the log alone. */
export const createResponder =
  (parts: ResponderParts): Middleware =>
  async (ctx, next) => {
    begin(ctx, parts.connections);
    try {
      await next();
    } catch (error) {
      fail(ctx, failureOf(error), error);
    }
    if (ctx.state.isCall || ctx.state.failure !== undefined) {
      giveReceipt(ctx);
      parts.log(entryFor(ctx));
    }
    finish(ctx, parts);
  };

const begin = (ctx: Context, connections: Connections): void => {
  ctx.state = {
    callId: randomUUID(),
    startedAt: performance.now(),
    signal: connections.open(ctx.req.socket, ctx.res),
    isCall: false,
    toolName: undefined,
    argumentsBytes: 0,
    usage: NO_USAGE,
    failure: undefined,
    cause: undefined,
  };
  ctx.set('X-Content-Type-Options', 'nosniff');
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

const giveReceipt = (ctx: Context): void => {
  const { callId, usage } = ctx.state;
  ctx.set('Toolcell-Call-Id', callId);
  const times = { queue: usage.queueMs, run: usage.runMs, total: elapsedMs(ctx) };
  const timing = Object.entries(times).map(([name, ms]) => `${name};dur=${Math.round(ms * 1000) / 1000}`);
  ctx.set('Server-Timing', timing.join(', '));
};

const elapsedMs = (ctx: Context): number => performance.now() - ctx.state.startedAt;

const entryFor = (ctx: Context): CallLogEntry => {
  const { callId, toolName, argumentsBytes, usage, failure, cause } = ctx.state;
  return {
    callId,
    method: ctx.method,
    path: ctx.path.slice(0, SHOWN_PATH_CHARACTERS),
    ...(toolName === undefined ? {} : { toolName }),
    code: failure?.code ?? 'ok',
    status: failure === undefined ? ctx.status : ERRORS[failure.code].status,
    queueMs: usage.queueMs,
    runMs: usage.runMs,
    cpuMs: usage.cpuMs,
    totalMs: elapsedMs(ctx),
    argumentsBytes,
    replyBytes: ctx.length ?? 0,
    ...(failure === undefined ? {} : { detail: failure.detail }),
    ...(cause === undefined ? {} : { cause }),
  };
};

const finish = (ctx: Context, { isDraining, lingerMs, replyTimeoutMs }: ResponderParts): void => {
  if (ctx.state.signal.aborted) {
    ctx.respond = false;
    return;
  }
  if (isDraining()) ctx.set('Connection', 'close');
  if (hasUnreadBody(ctx.req)) sendAndLinger(ctx, lingerMs);
  boundReading(ctx, replyTimeoutMs);
};

/** Node has no limit of its own on a caller that takes its reply a byte at a time, or never. */
const boundReading = ({ res }: Context, replyTimeoutMs: number): void => {
  const timer = setTimeout(() => res.socket?.destroy(), replyTimeoutMs);
  timer.unref();
  res.once('close', () => clearTimeout(timer));
};
