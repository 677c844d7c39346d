// How much time of each minute something may take for one of those who share it. Any process.

const WINDOW_MS = 60_000;
/** Of each minute, for all together. */
const ALL_MS = 15_000;

/** Counts time in windows of a minute; `nowMs` never goes back. */
export class TimeShares {
  readonly #eachMs: number;
  readonly #nowMs: () => number;
  readonly #used = new Map<string, number>();
  #windowMs: number;
  #allMs = 0;

  /** `eachMs`: for one of them, of each minute. */
  constructor(eachMs: number, nowMs = (): number => performance.now()) {
    this.#eachMs = eachMs;
    this.#nowMs = nowMs;
    this.#windowMs = nowMs();
  }

  /** Whether there is time left for this one in this minute. Where all have had theirs, only for one that has had none. */
  hasTime(name: string): boolean {
    this.#turnOver();
    const used = this.#used.get(name) ?? 0;
    return used < this.#eachMs && (used === 0 || this.#allMs < ALL_MS);
  }

  /** So much time was spent for it. */
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
