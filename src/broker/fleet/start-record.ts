// Records whether runner processes start on this machine, and spaces out attempts after failures. A failed start is the host's fault,
// because the process had no plugin yet. Main thread.

import type { StartTrouble } from '../../shared/protocol/task.ts';

const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;
/** Failures in a row after which calls are refused instead of queued. */
const HOPELESS_AFTER = 3;
/** Causes that are reported, once each. More than a few would be the same one in other words. */
const MOST_REPORTED = 10;

/** Has no timer; one per broker. */
export class StartRecord {
  readonly #onNotice: (text: string) => void;
  readonly #reported = new Set<string>();
  #failures = 0;
  #notBeforeMs = 0;
  #cause = '';

  /** `onNotice` gets each cause once, until runners start again. */
  constructor(onNotice: (text: string) => void) {
    this.#onNotice = onNotice;
  }

  /** False during a back-off. */
  get mayStart(): boolean {
    return performance.now() >= this.#notBeforeMs;
  }

  /** True after several failures in a row. */
  get isHopeless(): boolean {
    return this.#failures >= HOPELESS_AFTER;
  }

  /** What keeps runners from starting; undefined if the last one started. */
  get trouble(): StartTrouble | undefined {
    if (this.#failures === 0) return undefined;
    const retryAfterMs = Math.max(0, Math.ceil(this.#notBeforeMs - performance.now()));
    return { cause: this.#cause, failures: this.#failures, retryAfterMs };
  }

  noteStarted(): void {
    this.#failures = 0;
    this.#reported.clear();
  }

  /** Returns the back-off before the next attempt, in milliseconds. */
  noteFailed(cause: string): number {
    const backoffMs = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#cause = cause;
    this.#notBeforeMs = performance.now() + backoffMs;
    if (!this.#reported.has(cause) && this.#reported.size < MOST_REPORTED) {
      this.#reported.add(cause);
      this.#onNotice(
        `a runner process could not be started: ${cause}. This is a fault of this host, not of a plugin; "toolcell doctor" says what to do`,
      );
    }
    return backoffMs;
  }
}
