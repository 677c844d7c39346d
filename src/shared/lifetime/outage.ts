// Something that may stop working for a while, such as a disk or a Redis: when to try it again, and what to tell the operator. Any process.

/** Options of an {@link Outage}. `Reason`: why it does not work. */
export interface OutageOptions<Reason> {
  /** Pause after a failure, in milliseconds. */
  readonly pauseMs: number;
  /** Each further failure in a row doubles the pause up to this; all pauses are the same if absent. */
  readonly longestPauseMs?: number;
  /** Failures in a row that have no pause. */
  readonly tolerated?: number;
  /** How long whoever tries it again may take, in milliseconds. */
  readonly tryMs?: number;
  /** `once` an outage, which is the default; also if the reason has `changed`; or at most `everyMs`, over outages. */
  readonly report?: 'once' | 'changed' | { readonly everyMs: number };
  /** Called with failures that are to be reported. `unreported`: how many were not, since the last that was. */
  readonly onFault?: (reason: Reason, unreported: number) => void;
  /** Called when it works again, if a fault was reported. `outMs`: how long it did not work. */
  readonly onMended?: (outMs: number) => void;
  /** A clock in milliseconds that never goes back. */
  readonly nowMs?: () => number;
}

/** Starts no timer: whoever has to wait uses {@link waitMs}. */
export class Outage<Reason = string> {
  readonly #options: OutageOptions<Reason>;
  readonly #nowMs: () => number;
  #reason: Reason | undefined;
  #sinceMs = 0;
  /** In a row. */
  #failures = 0;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  /** Somebody tries whether it works again. */
  #isTried = false;
  #reportedAtMs = Number.NEGATIVE_INFINITY;
  #unreported = 0;
  #hasReported = false;

  constructor(options: OutageOptions<Reason>) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? ((): number => performance.now());
  }

  /** Why it does not work; undefined while it works, as far as is known. */
  get reason(): Reason | undefined {
    return this.#reason;
  }

  /** Milliseconds until it may be tried; 0 if it may be tried now. */
  get waitMs(): number {
    return Math.max(0, this.#pausedUntilMs - this.#nowMs());
  }

  /** True if the caller may use it now. During an outage, that is one caller after each pause, and the others go on without it. */
  mayTry(): boolean {
    if (this.waitMs > 0) return false;
    if (this.#reason === undefined) return true;
    const { tryMs = 0, pauseMs } = this.#options;
    this.#pausedUntilMs = this.#nowMs() + tryMs + pauseMs;
    this.#isTried = true;
    return true;
  }

  /** Notes a failure. One that comes during a pause was under way when the pause began: it changes no pause. */
  failed(reason: Reason): void {
    if (this.waitMs === 0 || this.#isTried) this.#pause();
    this.#isTried = false;
    if (this.#reason === undefined) this.#sinceMs = this.#nowMs();
    const hasToReport = this.#hasToReport(reason);
    this.#reason = reason;
    if (!hasToReport) {
      this.#unreported += 1;
      return;
    }
    const unreported = this.#unreported;
    this.#unreported = 0;
    this.#reportedAtMs = this.#nowMs();
    this.#hasReported = true;
    this.#options.onFault?.(reason, unreported);
  }

  worked(): void {
    this.#failures = 0;
    this.#pausedUntilMs = Number.NEGATIVE_INFINITY;
    this.#isTried = false;
    this.#reason = undefined;
    if (!this.#hasReported) return;
    this.#hasReported = false;
    this.#options.onMended?.(this.#nowMs() - this.#sinceMs);
  }

  #pause(): void {
    const { pauseMs, longestPauseMs = pauseMs, tolerated = 0 } = this.#options;
    const further = this.#failures - tolerated;
    this.#failures += 1;
    if (further >= 0) this.#pausedUntilMs = this.#nowMs() + Math.min(longestPauseMs, pauseMs * 2 ** further);
  }

  #hasToReport(reason: Reason): boolean {
    const { report = 'once' } = this.#options;
    if (report === 'changed') return reason !== this.#reason;
    if (report === 'once') return this.#reason === undefined;
    return this.#nowMs() - this.#reportedAtMs >= report.everyMs;
  }
}
