// The timers of a tool, for the modules that make Node's timers of them. Runs inside the isolate, as part of the packed entry.

type Start = (task: () => unknown, delayMs?: number) => number;

/** The real global object. In a bundle `globalThis` is an object of the bundle, two steps below it; see own-global.ts. */
const own = Object.getPrototypeOf(Object.getPrototypeOf(globalThis)) as {
  readonly setTimeout: Start;
  readonly setInterval: Start;
  readonly clearTimeout: (id: number | undefined) => void;
};

/** Sets a timer; returns its number. */
export const start: Start = own.setTimeout;
/** Sets an interval; returns its number. */
export const repeat: Start = own.setInterval;
/** Cancels either. */
export const stop = own.clearTimeout;
