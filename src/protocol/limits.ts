// The limits a call runs under, in the units of their names. All are positive whole numbers: no value turns a limit off.

export interface Limits {
  /** CPU time of one call, in milliseconds. */
  readonly cpuMs: number;
  /** Wall time of one call from the moment the plugin's code begins, in milliseconds. */
  readonly wallMs: number;
  /** V8 heap of one call's isolate, in megabytes (2^20 bytes). Soft: V8 may pass it 2–3 times before it stops. */
  readonly memoryMb: number;
  /** Resident memory of a plugin's runner process, in megabytes. The broker kills the process above it. */
  readonly runnerRssMb: number;
  /** UTF-8 bytes of a call's arguments as JSON text. */
  readonly argumentsBytes: number;
  /** UTF-8 bytes of a result as JSON text. */
  readonly resultBytes: number;
  /** Levels of arrays and objects in a result. */
  readonly resultDepth: number;
  /** UTF-8 bytes that a call's lines may take in the log, with what stands around each of them; further ones are dropped. */
  readonly logBytes: number;
  /** Lines a call may write to its log; further ones are dropped. */
  readonly logLines: number;
  /** What a call may ask of the host: timers, requests and the store together, a count. */
  readonly hostCalls: number;
  /** Requests that a call may send with `fetch`, redirects included. */
  readonly fetchCalls: number;
  /** Requests of one call that may be under way at a time; further ones wait. */
  readonly fetchConcurrency: number;
  /** Bytes of the body of one request. */
  readonly fetchRequestBytes: number;
  /** Bytes of the body of one response, as sent and once it is decompressed. */
  readonly fetchResponseBytes: number;
  /** One request with its redirects, from the asking to the last byte of the answer, in milliseconds. */
  readonly fetchMs: number;
  /** Bytes that a namespace of the store may hold, keys and values together. */
  readonly storeBytes: number;
  /** Keys that a namespace of the store may hold. */
  readonly storeKeys: number;
  /** UTF-8 bytes of one value of the store as JSON text. */
  readonly storeValueBytes: number;
  /** How long a call may wait for a place, in milliseconds. */
  readonly queueMs: number;
  /** How long after a limit the broker waits for the runner to report before it kills it, in milliseconds. */
  readonly killGraceMs: number;
  /** Calls of one plugin that may run at a time. */
  readonly concurrencyPerPlugin: number;
}

export type LimitName = keyof Limits;

/** Resident memory of a runner process beside its heaps. */
const PROCESS_MB = 64;

/**
 * Heap of a realm that calls share, in MB. Where they wait in it by the dozen (`isCrowded`) it has as much again as one call may use, if the
 * process has room for that: calls are let in while no more than half of it is held, so that one that runs still finds what it may use.
 */
export const realmHeapMb = (
  { memoryMb, runnerRssMb }: Pick<Limits, 'memoryMb' | 'runnerRssMb'>,
  isCrowded: boolean,
): number => (isCrowded ? Math.max(memoryMb, Math.min(2 * memoryMb, runnerRssMb - PROCESS_MB)) : memoryMb);
