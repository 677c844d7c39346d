// How many runners there may be while memory is short: fewer than `pool.runners` after the kernel has ended some. Main thread.
//
// Each runner that is started in place of one that the kernel took makes it take another one, so that nearly every call would be lost. With as many
// as were left, idle runners make room for new ones, which costs a start and loses no call.

const GROWS_EVERY_MS = 10_000;

/** Has no timer: places come back, one after the other, as long as the kernel takes no runner. */
export class MemoryPlaces {
  readonly #most: number;
  readonly #now: () => number;
  #left: number;
  #takenAtMs = Number.NEGATIVE_INFINITY;

  constructor(most: number, now: () => number = () => performance.now()) {
    this.#most = most;
    this.#now = now;
    this.#left = most;
  }

  get places(): number {
    const grown = Math.floor((this.#now() - this.#takenAtMs) / GROWS_EVERY_MS);
    return Math.min(this.#most, this.#left + grown);
  }

  /** Memory has run out a moment ago: nothing is started ahead. */
  get isShort(): boolean {
    return this.#now() - this.#takenAtMs < GROWS_EVERY_MS;
  }

  /** The kernel has taken a runner, and so many are in use now. */
  noteTaken(used: number): void {
    this.#left = Math.max(1, Math.min(this.places, used));
    this.#takenAtMs = this.#now();
  }
}
