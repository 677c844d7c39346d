// Notes which plugins cost runner processes, and pauses those that keep doing so. One per cordon; forgets by itself.

export interface QuarantineRules {
  /** Runners lost within `windowMs` that lead to a pause. */
  readonly kills: number;
  readonly windowMs: number;
  /** The first pause; each further one doubles, up to `maxPauseMs`. */
  readonly pauseMs: number;
  readonly maxPauseMs: number;
}

export class CrashRecord {
  readonly #rules: QuarantineRules;
  readonly #now: () => number;
  #lostAtMs: number[] = [];
  #pausedUntilMs = 0;
  #pauses = 0;

  constructor(rules: QuarantineRules, now: () => number = () => performance.now()) {
    this.#rules = rules;
    this.#now = now;
  }

  /** Notes a runner that did not end by the host's own choice. */
  noteLost(): void {
    const nowMs = this.#now();
    this.#forget(nowMs);
    this.#lostAtMs.push(nowMs);
    // After a pause one more is enough: it has shown that it did not change.
    if (this.#lostAtMs.length < this.#rules.kills && this.#pauses === 0) return;
    this.#pausedUntilMs = nowMs + Math.min(this.#rules.maxPauseMs, this.#rules.pauseMs * 2 ** this.#pauses);
    this.#pauses += 1;
  }

  /** Forgets everything: what did it is no longer there. */
  forgive(): void {
    this.#lostAtMs = [];
    this.#pausedUntilMs = 0;
    this.#pauses = 0;
  }

  /** True if it would do the same if it were new. */
  get isBlank(): boolean {
    const nowMs = this.#now();
    this.#forget(nowMs);
    return this.#lostAtMs.length === 0 && this.#pauses === 0 && this.retryAfterMs === 0;
  }

  /** Milliseconds until calls are let in again; 0 when they are. */
  get retryAfterMs(): number {
    return Math.max(0, Math.ceil(this.#pausedUntilMs - this.#now()));
  }

  /** After a whole window without a loss since the pause ended, the plugin starts afresh. */
  #forget(nowMs: number): void {
    this.#lostAtMs = this.#lostAtMs.filter((lostAtMs) => nowMs - lostAtMs < this.#rules.windowMs);
    if (nowMs - this.#pausedUntilMs >= this.#rules.windowMs) this.#pauses = 0;
  }
}
