// The limits a call runs under, in the units of their names. All are positive whole numbers: no value turns a limit off.

export interface Limits {
  /** CPU time of one call, in milliseconds. */
  readonly cpuMs: number;
  /** Wall time of one call from the moment its runner takes it, in milliseconds. */
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
  /** UTF-8 bytes a call may write to its log. */
  readonly logBytes: number;
  /** What a call may ask of the host: log lines and timers together, a count. */
  readonly hostCalls: number;
  /** How long a call may wait for a place, in milliseconds. */
  readonly queueMs: number;
  /** How long after a limit the broker waits for the runner to report before it kills it, in milliseconds. */
  readonly killGraceMs: number;
  /** Calls of one plugin that may run at a time. */
  readonly concurrencyPerPlugin: number;
}

export type LimitName = keyof Limits;
