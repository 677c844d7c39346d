// What the front process reports of a request: one entry for every call and for every request that failed.

import type { FailureCode } from '../protocol/errors.ts';

/** One line of the call log. Holds no arguments and no results. Times are milliseconds. */
export interface CallLogEntry {
  readonly callId: string;
  readonly method: string;
  /** The path as asked for, at most 200 characters. */
  readonly path: string;
  /** Absent where the request did not get as far as naming a tool. */
  readonly toolName?: string;
  /** Absent where the caller sent no token; see caller.ts. */
  readonly caller?: string;
  readonly code: 'ok' | FailureCode;
  readonly status: number;
  readonly queueMs: number;
  readonly runMs: number;
  readonly cpuMs: number;
  /** The largest heap that was seen of the call's isolate. */
  readonly heapBytes?: number;
  /** What the tool asked of the host, as the limit of this name counts it. */
  readonly hostCalls?: number;
  /** These five only where the call reached out; bytes are those of bodies. */
  readonly fetches?: number;
  readonly storeCalls?: number;
  readonly requestBytes?: number;
  readonly responseBytes?: number;
  readonly origins?: readonly string[];
  /** From the request's headers to the reply, the reading of the body included. */
  readonly totalMs: number;
  /** UTF-8 bytes of the arguments as JSON text. */
  readonly argumentsBytes: number;
  /** UTF-8 bytes of the reply's body. */
  readonly replyBytes: number;
  /** For a failure: what was wrong, in full, also where the caller saw a fixed phrase. */
  readonly detail?: string;
  /** For a failure that began as an error of ours: that error. */
  readonly cause?: unknown;
}

/**
 * Writes calls that went well as pino would with `info(entry, 'call')`, byte for byte, at a third of the price: there is
 * one for every call. `write` gets lines of JSON, each with its newline.
 */
export const createCallLines = (write: (line: string) => void): ((entry: CallLogEntry) => void) => {
  let stampedAt = 0;
  let stamp = '';
  return (entry) => {
    const now = Date.now();
    // One stamp serves all calls of its millisecond.
    if (now !== stampedAt) stamp = new Date(now).toISOString();
    stampedAt = now;
    write(`{"level":30,"time":"${stamp}",${JSON.stringify(entry).slice(1, -1)},"msg":"call"}\n`);
  };
};
