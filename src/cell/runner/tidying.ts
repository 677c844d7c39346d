// Collects the garbage that the start of a runner and its first calls have left, once, when it rests. Runs in a runner. Decision 0061.

import { collectOwnHeap, THOROUGH } from './isolates/collector.ts';

/** How long after a program came. */
const AFTER_MS = 1_000;
/** No call for this long is a rest: the collection takes about as long, and a call that comes meanwhile waits for it. */
const REST_MS = 20;

/** The runner, as far as it matters here. */
export interface Tidied {
  /** Number of calls that have come so far. */
  readonly callsCome: number;
  /** True if a call has no outcome yet. */
  readonly isBusy: boolean;
  /** Collects the garbage of all realms. */
  tidyRealms(): void;
}

/** Its timers run on the runner's main thread. */
export class Tidying {
  readonly #runner: Tidied;
  #timer: NodeJS.Timeout | undefined;

  constructor(runner: Tidied) {
    this.#runner = runner;
  }

  /** A program came. */
  noteLoad(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), AFTER_MS);
  }

  #look(): void {
    const { callsCome } = this.#runner;
    this.#timer = setTimeout(() => {
      if (this.#runner.isBusy || this.#runner.callsCome !== callsCome) return this.noteLoad();
      this.#runner.tidyRealms();
      collectOwnHeap?.(THOROUGH);
    }, REST_MS);
  }
}
