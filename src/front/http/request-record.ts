// The record of a request whose trace is recorded: all that its spans are made of. Front process.

import type { TLSSocket } from 'node:tls';
import { machineMs } from '../../shared/protocol/machine-clock.ts';
import type { Sampling } from '../../shared/protocol/sampling.ts';
import type { CallTimes, Trace } from '../../shared/protocol/trace.ts';
import { type CallLogEntry, entryFor } from './call-log.ts';
import type { Context } from './context.ts';

/** How requests get their traces, and where those go. */
export interface TraceParts {
  readonly sampling: Sampling;
  /** Called once for each request whose trace is recorded, when it has been answered. */
  readonly record: (record: RequestRecord) => void;
}

/** A request that has been answered. Times are milliseconds of `machineMs`. Holds no arguments and no result. */
export interface RequestRecord {
  readonly trace: Trace;
  readonly startMs: number;
  /** When the call left the HTTP layer; undefined if there was no call. */
  readonly executedMs: number | undefined;
  /** Undefined if the call did not begin. */
  readonly times: CallTimes | undefined;
  readonly status: number;
  readonly isTls: boolean;
  readonly entry: Omit<CallLogEntry, 'cause'>;
}

export const recordOf = (ctx: Context, replyBytes: number, trace: Trace): RequestRecord => {
  const { startedAt, executedAt, usage } = ctx.state;
  const { cause, ...entry } = entryFor(ctx, replyBytes);
  return {
    trace,
    startMs: machineMs(startedAt),
    executedMs: executedAt === 0 ? undefined : machineMs(executedAt),
    times: usage.times,
    status: entry.code === 'ok' ? ctx.res.statusCode : entry.status,
    isTls: (ctx.req.socket as Partial<TLSSocket>).encrypted === true,
    entry,
  };
};
