// Does work that no cache has done yet, such as a document about a list that nobody asked for before: one piece in a turn of its own, with pauses, so that
// callers who ask for ever new ones leave the thread to the calls. Front process, main thread.
//
// A list of 300 tools takes some milliseconds to be written in another form. Whoever asks with 60 connections for new selections had the thread for itself:
// the median of a neighbour's calls rose from 2 to 563 ms. Rejected: a side thread, which needs a copy of each list and leaves nothing over on one core; a
// rate for each caller, which strangers with many addresses pass.

import { CallError } from '../../shared/protocol/errors.ts';
import { Shares } from './shares.ts';

/** The pause after a piece of work, as a multiple of its time: all pieces together take a fifth of the thread. */
const PAUSES = 4;
const MOST_WAITING = 64;
/** A refusal waits, too: a caller who asks again at once would have the thread for refusals. */
export const REFUSAL_MS = 500;

/** Resolves after `ms` milliseconds, and not in the same turn. */
export type Rest = (ms: number) => Promise<void>;

const rest: Rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class PacedWork {
  readonly #rest: Rest;
  readonly #waiting = new Shares(MOST_WAITING);
  #last: Promise<void> = Promise.resolve();

  constructor(pause = rest) {
    this.#rest = pause;
  }

  /** Resolves with what `work` returns, or rejects with what it throws. Fails with: overloaded (too many wait, or too many of this owner). */
  async run<Made>(owner: string, work: () => Made | Promise<Made>): Promise<Made> {
    if (!this.#waiting.take(owner)) {
      await this.#rest(REFUSAL_MS);
      throw tooMany();
    }
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    this.#waiting.giveBack(owner);
    const startedMs = performance.now();
    try {
      return await work();
    } finally {
      void this.#rest(PAUSES * (performance.now() - startedMs)).then(resolve);
    }
  }
}

const tooMany = (): CallError =>
  new CallError(
    'overloaded',
    'Too many requests wait for lists or documents that nobody has asked for before. Ask for the same tools each time, or later.',
    { more: { limit: 'newLists', retryAfterMs: 1_000 } },
  );
