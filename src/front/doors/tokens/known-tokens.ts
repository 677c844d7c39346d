// Remembers callers of tokens that were found good, so that most calls check no signature. Front process.

import { createHash } from 'node:crypto';
import type { Caller } from '../../../shared/protocol/caller.ts';

const MOST_TOKENS = 10_000;

interface Known {
  readonly caller: Caller;
  readonly untilMs: number;
}

/** Finds callers by the hash of their token; no token is kept. The one that was used least recently makes room. */
export class KnownTokens {
  readonly #known = new Map<string, Known>();

  get size(): number {
    return this.#known.size;
  }

  find(token: string, nowMs: number): Caller | undefined {
    const hash = hashOf(token);
    const found = this.#known.get(hash);
    if (found === undefined) return undefined;
    this.#known.delete(hash);
    if (found.untilMs <= nowMs) return undefined;
    // The newest last.
    this.#known.set(hash, found);
    return found.caller;
  }

  /** `untilMs`: a time of day, in milliseconds. */
  keep(token: string, caller: Caller, untilMs: number): void {
    this.#known.set(hashOf(token), { caller, untilMs });
    if (this.#known.size <= MOST_TOKENS) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  clear(): void {
    this.#known.clear();
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64');
