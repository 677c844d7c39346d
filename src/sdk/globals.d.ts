// `toolcell/globals`: what a tool finds beside ECMAScript itself. The libraries of `toolcell/tsconfig.json` leave out what a tool does not find:
// SharedArrayBuffer, Atomics, WebAssembly, WeakRef and FinalizationRegistry. Types only.

interface ToolConsole {
  debug(...values: unknown[]): void;
  info(...values: unknown[]): void;
  log(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
}

/** Writes lines into the operator's log. Limits: `logBytes`, and each line counts against `hostCalls`. */
declare const console: ToolConsole;

/** Runs `task` after so many milliseconds, if the call still runs then. Counts against `hostCalls`. */
declare function setTimeout<Values extends unknown[]>(
  task: (...values: Values) => unknown,
  delayMs?: number,
  ...values: Values
): number;

/** Gives a timer up. */
declare function clearTimeout(timer: number | undefined): void;

/** Runs `task` once the code that runs now has ended. */
declare function queueMicrotask(task: () => unknown): void;

/** Its length is fixed: there is no `resize`. */
interface ArrayBuffer {
  readonly detached: boolean;
  transfer(newByteLength?: number): ArrayBuffer;
  transferToFixedLength(newByteLength?: number): ArrayBuffer;
}
