// Remembers callers of tokens that were found good, so that most calls check no signature. Front process.

import { hash } from 'node:crypto';
import type { Caller } from '../../../shared/protocol/caller.ts';
import { compositeKey } from '../../../shared/text/composite-key.ts';
import type { Part } from './audience.ts';

const MOST_TOKENS = 10_000;

interface Known {
  readonly caller: Caller;
  readonly untilMs: number;
}

/** Where a token is remembered to hold: in the whole server, or in one part of it. */
export type HeldIn = typeof EVERYWHERE | Part;

export const EVERYWHERE = 'everywhere';

/**
 * Finds callers by the hash of their token and by where it holds; no token is kept, and what is kept for one part is found for no other one. The
 * token that was used least recently makes room.
 */
export class KnownTokens {
  readonly #known = new Map<string, Known>();

  get size(): number {
    return this.#known.size;
  }

  find(token: string, heldIn: HeldIn, nowMs: number): Caller | undefined {
    const key = keyOf(token, heldIn);
    const found = this.#known.get(key);
    if (found === undefined) return undefined;
    this.#known.delete(key);
    if (found.untilMs <= nowMs) return undefined;
    // The newest last.
    this.#known.set(key, found);
    return found.caller;
  }

  /** `untilMs`: a time of day, in milliseconds. */
  keep(token: string, heldIn: HeldIn, { caller, untilMs }: Known): void {
    this.#known.set(keyOf(token, heldIn), { caller, untilMs });
    if (this.#known.size <= MOST_TOKENS) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  clear(): void {
    this.#known.clear();
  }
}

const keyOf = (token: string, heldIn: HeldIn): string => compositeKey(hash('sha256', token, 'base64'), heldIn);
