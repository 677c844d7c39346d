// Bounds how often searches ask the embedding endpoint, which somebody pays for. Front process, main thread.

/** Questions that one sharer may cause at once, and the time after which it may cause one more. */
const AT_ONCE = 60;
const EVERY_MS = 1_000;
/** Most sharers that are remembered. One that has its whole allowance again is as good as new. */
const MOST_SHARERS = 1_000;

interface Allowance {
  left: number;
  atMs: number;
}

/** Gives each sharer its own allowance; see protocol/caller.ts. It has no timers; `nowMs` never goes back. */
export class SearchBudget {
  readonly #nowMs: () => number;
  /** The one that asked last is the last. */
  readonly #allowances = new Map<string, Allowance>();

  constructor(nowMs = (): number => performance.now()) {
    this.#nowMs = nowMs;
  }

  get size(): number {
    return this.#allowances.size;
  }

  /** Takes one question of the sharer's allowance. False if there is none left. */
  take(sharer: string): boolean {
    const nowMs = this.#nowMs();
    const known = this.#allowances.get(sharer) ?? { left: AT_ONCE, atMs: nowMs };
    const left = Math.min(AT_ONCE, known.left + (nowMs - known.atMs) / EVERY_MS);
    this.#allowances.delete(sharer);
    this.#allowances.set(sharer, { left: left < 1 ? left : left - 1, atMs: nowMs });
    const [oldest] = this.#allowances.keys();
    if (this.#allowances.size > MOST_SHARERS && oldest !== undefined) this.#allowances.delete(oldest);
    return left >= 1;
  }
}
