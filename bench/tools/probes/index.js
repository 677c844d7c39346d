// What the benchmark asks a peer to find out what it guarantees. Plain ES module, no imports.

let calls = 0;

/** How many calls have left something behind where this one finds it: 1 in fresh state, more where state is kept. */
export function countCalls() {
  calls += 1;
  try {
    globalThis.callsSeen = (globalThis.callsSeen ?? 0) + 1;
  } catch {
    // A global object that refuses new properties keeps nothing for the next call either.
    return calls;
  }
  return Math.max(calls, globalThis.callsSeen);
}

/** Never ends by itself. */
export function spinForever() {
  for (;;) calls += 1;
}
