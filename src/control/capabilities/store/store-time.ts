// Tells whether the store, and not the tool, is why a call passed its wall time. Control thread.

import { type Failure, RETRY_AFTER_MS } from '../../../shared/protocol/errors.ts';

/** An operation takes milliseconds. One that was under way for this share of the wall time waited for a store that hangs. */
const HELD_UP_SHARE = 0.5;

const TIME_IS_UP: Failure = {
  code: 'store_unavailable',
  retryAfterMs: RETRY_AFTER_MS,
  detail:
    "The tool waited for the server's store, which did not serve, until its time was up. Whether a change was made is not known. Try again later.",
};

/** The store's operations of one call. Time in which they wait for their turn does not count: other operations of the plugin have it. */
export class StoreTime {
  #wasAway = false;
  #longestMs = 0;
  readonly #beganMs = new Set<{ readonly atMs: number }>();

  /** An operation ended because the store did not serve. A tool that tries again until its time is up is not to blame either. */
  noteAway(): void {
    this.#wasAway = true;
  }

  /** An operation was handed over. Returns the function to call at its end. */
  begin(): () => void {
    const begun = { atMs: performance.now() };
    this.#beganMs.add(begun);
    return () => {
      if (this.#beganMs.delete(begun)) this.#note(begun.atMs);
    };
  }

  /** The failure of the call in place of a passed wall time; undefined if that is the tool's own fault. */
  failureAfter(wallMs: number): Failure | undefined {
    for (const { atMs } of this.#beganMs) this.#note(atMs);
    return this.#wasAway || this.#longestMs >= wallMs * HELD_UP_SHARE ? TIME_IS_UP : undefined;
  }

  #note(sinceMs: number): void {
    this.#longestMs = Math.max(this.#longestMs, performance.now() - sinceMs);
  }
}
