// Time and turns of the event loop that pass only when a test says so: timers, immediates and `performance.now()`. Imported by tests.
//
// Promises stay real. So after each step a test has to await `microtasks()`.

const REAL = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate };

/** No clock of this project reads 0 as a time. */
const START_MS = 1_000;
const TICK_MS = 1e-6;

interface Timer {
  atMs: number;
  readonly callback: () => void;
  /** Undefined for a timer that fires once. */
  readonly everyMs?: number;
}

/** Resolves when all promises that can settle now have settled. */
export const microtasks = (): Promise<void> => new Promise((resolve) => REAL.setImmediate(resolve));

export class VirtualTime {
  #nowMs = START_MS;
  readonly #timers = new Set<Timer>();
  #immediates = new Set<() => void>();

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Replaces the timers and the clock of this thread. Returns a function that puts them back. */
  install(): () => void {
    const start = (callback: () => void, ms = 1, everyMs?: number): object => {
      const timer: Timer = { atMs: this.#nowMs + ms, callback, ...(everyMs !== undefined && { everyMs }) };
      this.#timers.add(timer);
      return Object.assign(timer, { ref: () => timer, unref: () => timer });
    };
    const stop = (timer?: Timer): void => void (timer && this.#timers.delete(timer));
    Object.assign(globalThis, {
      setTimeout: (callback: () => void, ms?: number) => start(callback, ms),
      setInterval: (callback: () => void, ms: number) => start(callback, ms, ms),
      clearTimeout: stop,
      clearInterval: stop,
      setImmediate: (callback: () => void) => {
        this.#immediates.add(callback);
        return callback;
      },
      clearImmediate: (callback: () => void) => void this.#immediates.delete(callback),
    });
    // As on a real clock, two things that happen one after the other have different times.
    performance.now = () => {
      this.#nowMs += TICK_MS;
      return this.#nowMs;
    };
    return () => {
      Object.assign(globalThis, REAL);
      // The clock is a method of the prototype.
      Reflect.deleteProperty(performance, 'now');
    };
  }

  /** Runs the immediates of this turn. False if there were none. */
  turn(): boolean {
    if (this.#immediates.size === 0) return false;
    const immediates = this.#immediates;
    this.#immediates = new Set();
    for (const immediate of immediates) immediate();
    return true;
  }

  /** Fires the next timer that is due until `untilMs`, at its time. If none is, the time is `untilMs` afterwards, and the result is false. */
  fireNext(untilMs: number): boolean {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (timer.atMs <= untilMs && !(next && next.atMs <= timer.atMs)) next = timer;
    this.#nowMs = Math.max(this.#nowMs, next?.atMs ?? untilMs);
    if (!next) return false;
    if (next.everyMs === undefined) this.#timers.delete(next);
    else next.atMs += next.everyMs;
    next.callback();
    return true;
  }
}
