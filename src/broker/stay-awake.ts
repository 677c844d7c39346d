// Keeps the broker's thread from falling asleep while a single call runs: its answer is often there before a sleeping thread
// could be woken, and waking it costs more than the call. With several calls under way somebody is always awake.

/** Most runs of a small tool take less, in milliseconds; a longer one is worth a sleep. */
const AWAKE_MS = 0.15;

/** Returns what to call when a call was sent. `isWorthIt` is asked on every turn of the event loop until it says no. */
export const createStayAwake = (isWorthIt: () => boolean): (() => void) => {
  let untilMs = 0;
  let isAwake = false;
  const look = (): void => {
    isAwake = isWorthIt() && performance.now() < untilMs;
    if (isAwake) setImmediate(look);
  };
  return () => {
    untilMs = performance.now() + AWAKE_MS;
    if (isAwake) return;
    isAwake = true;
    setImmediate(look);
  };
};
