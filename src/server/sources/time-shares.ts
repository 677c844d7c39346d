// Shares the time of each minute among several users of one thread. Any process.

const WINDOW_MS = 60_000;
/** Milliseconds of each minute that all users have together. */
const ALL_MS = 15_000;

/** Counts time in windows of a minute; `nowMs` never goes back. */
export class TimeShares {
  readonly #eachMs: number;
  readonly #nowMs: () => number;
  readonly #used = new Map<string, number>();
  #windowMs: number;
  #allMs = 0;

  /** `eachMs`: milliseconds of each minute that one user has. */
  constructor(eachMs: number, nowMs = (): number => performance.now()) {
    this.#eachMs = eachMs;
    this.#nowMs = nowMs;
    this.#windowMs = nowMs();
  }

  /** True if this user has time left in this minute. If the time for all is used up, only a user that has had none gets more. */
  hasTime(name: string): boolean {
    this.#turnOver();
    const used = this.#used.get(name) ?? 0;
    return used < this.#eachMs && (used === 0 || this.#allMs < ALL_MS);
  }

  /** Adds the time that was spent for a user. */
  note(name: string, spentMs: number): void {
    this.#turnOver();
    this.#used.set(name, (this.#used.get(name) ?? 0) + spentMs);
    this.#allMs += spentMs;
  }

  #turnOver(): void {
    if (this.#nowMs() - this.#windowMs < WINDOW_MS) return;
    this.#windowMs = this.#nowMs();
    this.#used.clear();
    this.#allMs = 0;
  }
}
