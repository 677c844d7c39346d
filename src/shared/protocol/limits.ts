// The limits that a call runs under, in the units of their names. All are positive whole numbers: no value turns a limit off. Every zone uses them.

/** All limits of one call. A manifest may lower those of its tools. */
export interface Limits {
  /** CPU time of one call, in milliseconds. */
  readonly cpuMs: number;
  /** Wall time of one call from the moment the plugin's code begins, in milliseconds. */
  readonly wallMs: number;
  /** V8 heap of one call's isolate, in megabytes (2^20 bytes). Soft: V8 may pass it 2–3 times before it stops. */
  readonly memoryMb: number;
  /** Resident memory of a plugin's runner process, in megabytes. The broker kills a process that takes more. */
  readonly runnerRssMb: number;
  /** UTF-8 bytes of a call's arguments as JSON text. */
  readonly argumentsBytes: number;
  /** UTF-8 bytes of a result as JSON text. */
  readonly resultBytes: number;
  /** Levels of arrays and objects in a result. */
  readonly resultDepth: number;
  /** UTF-8 bytes that a call's lines may take in the log, with the fields around each of them; further lines are dropped. */
  readonly logBytes: number;
  /** Lines a call may write to its log; further ones are dropped. */
  readonly logLines: number;
  /** Number of host calls of one call: timers, `fetch` and the store together. */
  readonly hostCalls: number;
  /** Requests that a call may send with `fetch`, redirects included. */
  readonly fetchCalls: number;
  /** Requests of one call that may be under way at a time; further ones wait. */
  readonly fetchConcurrency: number;
  /** Bytes of the body of one request. */
  readonly fetchRequestBytes: number;
  /** Bytes of the body of one response. The limit holds for the bytes as sent and again after decompression. */
  readonly fetchResponseBytes: number;
  /** One request with its redirects, from its start to the last byte of the response, in milliseconds. */
  readonly fetchMs: number;
  /** Bytes that a namespace of the store may hold, keys and values together. */
  readonly storeBytes: number;
  /** Keys that a namespace of the store may hold. */
  readonly storeKeys: number;
  /** UTF-8 bytes of one value of the store as JSON text. */
  readonly storeValueBytes: number;
  /** Signatures that a call may have made with keys that it never sees. */
  readonly signCalls: number;
  /** How long a call may be queued, in milliseconds. */
  readonly queueMs: number;
  /** How long after a limit the broker waits for the runner to report before it kills it, in milliseconds. */
  readonly killGraceMs: number;
  /** Calls of one plugin that may run at a time. */
  readonly concurrencyPerPlugin: number;
}

export type LimitName = keyof Limits;

/** Limits that no operator has a reason to change. */
export const FIXED_LIMITS = Object.freeze({
  // Deeper than documents get, and far below the thousands at which recursive code of a client overflows. A manifest may lower it.
  resultDepth: 64,
  // A busy machine may be 50 ms late; more only delays the answer to a call that cannot be interrupted.
  killGraceMs: 250,
} satisfies Partial<Limits>);

export type FixedLimit = keyof typeof FIXED_LIMITS;

/** Resident memory of a runner process without its heaps, in megabytes. */
const PROCESS_MB = 64;

/**
 * V8 heap of a realm that calls share, in MB. `isCrowded`: dozens of calls may be suspended in it. It is then twice `memoryMb`, if the process has
 * room for that. Calls are let in while at most half of it is in use, so that a running call still finds the memory it may use.
 */
export const realmHeapMb = (
  { memoryMb, runnerRssMb }: Pick<Limits, 'memoryMb' | 'runnerRssMb'>,
  isCrowded: boolean,
): number => (isCrowded ? Math.max(memoryMb, Math.min(2 * memoryMb, runnerRssMb - PROCESS_MB)) : memoryMb);
