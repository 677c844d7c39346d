// Slows down guesses of keys: each wrong key from an address is answered later than the one before. A right key is never delayed, so nobody can
// lock a client or the operator out. Front process.

import { senderNetwork } from '../../shared/text/network.ts';

const FIRST_MS = 100;
const MOST_MS = 2_000;
/** After this time without a wrong key, an address is forgotten. */
const FORGIVEN_MS = 600_000;
/** Most addresses that are remembered. The one that was quiet for longest makes room. */
const MOST_ADDRESSES = 10_000;

interface Tries {
  readonly count: number;
  readonly lastMs: number;
}

const delayAfter = (count: number): number => Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(count - 1, 10));

/** Counts wrong keys by address; `nowMs` never goes back. */
export class WrongKeys {
  readonly #tries = new Map<string, Tries>();
  readonly #nowMs: () => number;

  constructor(nowMs = (): number => performance.now()) {
    this.#nowMs = nowMs;
  }

  get size(): number {
    return this.#tries.size;
  }

  /** Notes a wrong key from this address. Returns how long its answer has to wait, in milliseconds: 100, 200, 400 and so on, 2,000 at most. */
  delayFor(address = 'unknown'): number {
    const network = senderNetwork(address);
    const now = this.#nowMs();
    const known = this.#tries.get(network);
    const count = known && now - known.lastMs < FORGIVEN_MS ? known.count + 1 : 1;
    // The newest last.
    this.#tries.delete(network);
    this.#tries.set(network, { count, lastMs: now });
    if (this.#tries.size > MOST_ADDRESSES) {
      const [oldest] = this.#tries.keys();
      if (oldest !== undefined) this.#tries.delete(oldest);
    }
    return delayAfter(count);
  }

  /** How long the answer to the last wrong key from this address had to wait; 0 if there was none. */
  lastDelayOf(address = 'unknown'): number {
    const known = this.#tries.get(senderNetwork(address));
    return known && this.#nowMs() - known.lastMs < FORGIVEN_MS ? delayAfter(known.count) : 0;
  }
}

/** Resolves after `ms` milliseconds, or as soon as the caller is gone. */
export type Pause = (ms: number, signal: CallerSignal) => Promise<void>;

interface CallerSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
}

export const pause: Pause = (ms, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
