// Decides when an endpoint that fails is asked again. Front process, main thread.

/** Failures in a row before the first pause. */
const FAILURES = 3;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;

/** Pauses after failures in a row: 5 s, and twice as long each further time, up to 5 minutes. `nowMs` never goes back. */
export class Circuit {
  readonly #nowMs: () => number;
  #failures = 0;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(nowMs = (): number => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Milliseconds until the endpoint may be asked; 0 if it may be asked now. */
  get waitMs(): number {
    return Math.max(0, this.#pausedUntilMs - this.#nowMs());
  }

  /** Requests that were under way when the pause began change nothing by failing. */
  failed(): void {
    if (this.waitMs > 0) return;
    this.#failures += 1;
    const further = this.#failures - FAILURES;
    if (further >= 0) this.#pausedUntilMs = this.#nowMs() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** further);
  }

  worked(): void {
    this.#failures = 0;
    this.#pausedUntilMs = Number.NEGATIVE_INFINITY;
  }
}
