// The quarantine of one cordon: counts lost runners and pauses plugins that keep losing them. Main thread.

import type { QuarantineRules } from '../runner/settings.ts';

/** Has no timer: it forgets old losses when it counts another one or when `isBlank` is read. */
export class CrashRecord {
  readonly #rules: QuarantineRules;
  readonly #now: () => number;
  #lostAtMs: number[] = [];
  /** End of the last pause, which may be over; 0 if there was none. */
  pausedUntilMs = 0;
  #pauses = 0;

  constructor(rules: QuarantineRules, now: () => number = () => performance.now()) {
    this.#rules = rules;
    this.#now = now;
  }

  /** Counts a runner that ended by itself or because of the code that ran in it. True if a pause begins. */
  noteLost(): boolean {
    const nowMs = this.#now();
    this.#forget(nowMs);
    this.#lostAtMs.push(nowMs);
    // After a pause, one more loss shows that the plugin did not change.
    if (this.#lostAtMs.length < this.#rules.kills && this.#pauses === 0) return false;
    this.pausedUntilMs = nowMs + Math.min(this.#rules.maxPauseMs, this.#rules.pauseMs * 2 ** this.#pauses);
    this.#pauses += 1;
    return true;
  }

  /** Forgets everything, because the version that lost runners no longer serves. */
  forgive(): void {
    this.#lostAtMs = [];
    this.pausedUntilMs = 0;
    this.#pauses = 0;
  }

  /** True if it is the same as a new record. */
  get isBlank(): boolean {
    const nowMs = this.#now();
    this.#forget(nowMs);
    return this.#lostAtMs.length === 0 && this.#pauses === 0 && this.retryAfterMs === 0;
  }

  /** Milliseconds until the pause ends; 0 if there is none. */
  get retryAfterMs(): number {
    return Math.max(0, Math.ceil(this.pausedUntilMs - this.#now()));
  }

  /** A whole window without a loss after the last pause ends the doubling. */
  #forget(nowMs: number): void {
    this.#lostAtMs = this.#lostAtMs.filter((lostAtMs) => nowMs - lostAtMs < this.#rules.windowMs);
    if (nowMs - this.pausedUntilMs >= this.#rules.windowMs) this.#pauses = 0;
  }
}
