// Tells the operator that the endpoint fails, seldom enough that callers cannot fill the log, and that it works again. Front process, main thread.

import type { Notice } from '../../shared/protocol/task.ts';

const WARN_EVERY_MS = 60_000;

export class Reports {
  readonly #onNotice: (notice: Notice) => void;
  readonly #nowMs: () => number;
  #warnedAtMs = Number.NEGATIVE_INFINITY;
  #unsaid = 0;
  /** A warning was written, and nothing better since. */
  #hasWarned = false;

  constructor(onNotice: (notice: Notice) => void, nowMs = (): number => performance.now()) {
    this.#onNotice = onNotice;
    this.#nowMs = nowMs;
  }

  /** `asking`: what the endpoint was asked for. `why`: without secrets and texts of callers. */
  failed(origin: string, asking: string, why: string): void {
    if (this.#nowMs() - this.#warnedAtMs < WARN_EVERY_MS) {
      this.#unsaid += 1;
      return;
    }
    const more = this.#unsaid === 0 ? '' : `; it failed ${this.#unsaid} more times since the last warning`;
    this.#unsaid = 0;
    this.#warnedAtMs = this.#nowMs();
    this.#hasWarned = true;
    const text = `the embedding endpoint ${origin} gave no vectors for ${asking}: ${why.replace(/\.$/, '')}${more}; what has no vector is ranked by words alone`;
    this.#onNotice({ level: 'warn', text, fault: 'upstream' });
  }

  /** Told once after each warning. */
  worked(origin: string): void {
    if (!this.#hasWarned) return;
    this.#hasWarned = false;
    this.#onNotice({ level: 'info', text: `the embedding endpoint ${origin} answers again` });
  }
}
