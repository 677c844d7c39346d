// The time that one request has, redirects included: over with `fetchMs`, or with the call. Control thread.

import { type EgressRefusal, givenUp, tookTooLong } from './refusal.ts';

type Stop = (why: EgressRefusal) => void;

/** Tells whatever is under way for a request that it is over. `end` must be called once the request has its answer. */
export class Term {
  readonly #signal: AbortSignal;
  readonly #stops = new Set<Stop>();
  readonly #timer: NodeJS.Timeout;
  #why: EgressRefusal | undefined;

  constructor(signal: AbortSignal, fetchMs: number) {
    this.#signal = signal;
    this.#timer = setTimeout(() => this.#over(tookTooLong(fetchMs)), fetchMs);
    if (signal.aborted) this.#why = givenUp();
    else signal.addEventListener('abort', this.#onAbort);
  }

  /** Throws why the request is over, if it is. */
  check(): void {
    if (this.#why) throw this.#why;
  }

  /** Calls `stop` at most once, when the request is over (at once where it is already) before the function that is returned was called. */
  whenOver(stop: Stop): () => void {
    if (this.#why) stop(this.#why);
    else this.#stops.add(stop);
    return () => this.#stops.delete(stop);
  }

  /** What `work` comes to, or why the request was over first; `work` is then left to itself. */
  async first<Result>(work: Promise<Result>): Promise<Result> {
    this.check();
    const { promise: over, reject } = Promise.withResolvers<never>();
    const forget = this.whenOver(reject);
    try {
      return await Promise.race([work, over]);
    } finally {
      forget();
    }
  }

  /** It is over now, unless it was before. */
  giveUp(why: EgressRefusal): void {
    this.#over(why);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#stops.clear();
  }

  readonly #onAbort = (): void => this.#over(givenUp());

  #over(why: EgressRefusal): void {
    if (this.#why) return;
    this.#why = why;
    for (const stop of [...this.#stops]) stop(why);
  }
}
