// A clock that all threads share. Any process.

/** From this thread's `performance.now()` to the clock that all threads share. */
const CLOCK_OFFSET_MS = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** Milliseconds since the machine started: the same in every thread, unlike `performance.now()`. */
export const machineMs = (threadMs: number = performance.now()): number => threadMs + CLOCK_OFFSET_MS;
