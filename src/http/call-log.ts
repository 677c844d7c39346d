// What the front process reports of a request: one entry for every call and for every request that failed.

import type { FailureCode } from '../protocol/errors.ts';

/** One line of the call log. Holds no arguments and no results. Times are milliseconds. */
export interface CallLogEntry {
  readonly callId: string;
  readonly method: string;
  /** The path as asked for, at most 200 characters. */
  readonly path: string;
  /** Absent if the request did not get as far as naming a tool. */
  readonly toolName?: string | undefined;
  /** The plugin version that the call was given to; absent if there was no such tool. */
  readonly pluginName?: string | undefined;
  readonly version?: string | undefined;
  readonly digest?: string | undefined;
  /** Absent if the caller sent no token; see caller.ts. */
  readonly caller?: string | undefined;
  /** IP address at the other end of the connection: the caller's, or that of the proxy in between. Absent if it is not known any more. */
  readonly remoteAddress?: string | undefined;
  readonly code: 'ok' | FailureCode;
  readonly status: number;
  readonly queueMs: number;
  readonly runMs: number;
  readonly cpuMs: number;
  /** The largest heap that was seen of the call's isolate. */
  readonly heapBytes?: number | undefined;
  /** What the tool asked of the host, as the limit of this name counts it. */
  readonly hostCalls?: number | undefined;
  /** These five only if the call reached out; bytes are those of bodies. */
  readonly fetches?: number | undefined;
  readonly storeCalls?: number | undefined;
  readonly requestBytes?: number | undefined;
  readonly responseBytes?: number | undefined;
  readonly origins?: readonly string[] | undefined;
  /** From the request's headers to the reply, the reading of the body included. */
  readonly totalMs: number;
  /** UTF-8 bytes of the arguments as JSON text. */
  readonly argumentsBytes: number;
  /** UTF-8 bytes of the reply's body. */
  readonly replyBytes: number;
  /** For a failure: what was wrong, in full, even if the caller saw a fixed phrase. */
  readonly detail?: string | undefined;
  /** For a failure of the host that began as an error of ours: that error. */
  readonly cause?: unknown;
}
