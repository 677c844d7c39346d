// The tools with which the benchmark checks the guarantees of a peer. Plain ES module, no imports.

let calls = 0;

/** The number of calls whose state this one finds, itself included: 1 if state is fresh, more if it is kept. */
export function countCalls() {
  calls += 1;
  try {
    globalThis.callsSeen = (globalThis.callsSeen ?? 0) + 1;
  } catch {
    // A global object that refuses new properties keeps no state for the next call either.
    return calls;
  }
  return Math.max(calls, globalThis.callsSeen);
}

/** Never ends by itself. */
export function spinForever() {
  for (;;) calls += 1;
}
