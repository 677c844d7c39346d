// The time that one request has, redirects included. It ends after `fetchMs`, or with the call. Control thread.

import { type EgressRefusal, givenUp, tookTooLong } from './refusal.ts';

type Stop = (why: EgressRefusal) => void;

/** Stops all work for a request when its time is over. `end` must be called when the request has its answer. Its timer runs in the control thread. */
export class Deadline {
  readonly #signal: AbortSignal;
  readonly #stops = new Set<Stop>();
  readonly #timer: NodeJS.Timeout;
  #why: EgressRefusal | undefined;

  constructor(signal: AbortSignal, fetchMs: number) {
    this.#signal = signal;
    this.#timer = setTimeout(() => this.giveUp(tookTooLong(fetchMs)), fetchMs);
    if (signal.aborted) this.#why = givenUp();
    else signal.addEventListener('abort', this.#onAbort);
  }

  /** Throws the reason if the request is over. */
  check(): void {
    if (this.#why) throw this.#why;
  }

  /** Calls `stop` at most once, when the request is over, or now if it is over already. The returned function takes `stop` back. */
  whenOver(stop: Stop): () => void {
    if (this.#why) stop(this.#why);
    else this.#stops.add(stop);
    return () => this.#stops.delete(stop);
  }

  /** Settles as `work` does, or rejects with the reason if the request is over first. `work` then goes on unwatched. */
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

  /** Ends the request now, unless it is over already. */
  giveUp(why: EgressRefusal): void {
    if (this.#why) return;
    this.#why = why;
    for (const stop of this.#stops) stop(why);
    this.#stops.clear();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#stops.clear();
  }

  readonly #onAbort = (): void => this.giveUp(givenUp());
}
