// Counts the calls of this server alone, in memory. Front process, main thread.
//
// A quota is a bucket that fills up steadily, or a number of places. A call takes all that it needs in one step or nothing. Afterwards its
// budgets are charged with the real cost and may be left with a debt, which the next call waits for: reserving a tool's limits ahead would refuse
// most calls for what they never use. Callers without a credential count as one, because they could choose a new address for each call.
//
// Why not `rate-limiter-flexible`: it counts in windows, so that twice the limit can pass around the end of one; it counts what it refuses, and
// takes from one limit at a time, so other calls see the steps in between; in memory it has a timer per key. Redis does the same in one script
// (scripts.ts). Without Redis each server goes on from the last levels with the whole rate, because dividing it would need the number of servers
// (shared-counts.ts).

import type { BucketNeed, Need } from '../../../settings/rules/quota.ts';

/** What was taken: the level of each bucket after it, in the order of the needs. 0 for places. */
export interface Taken {
  readonly passes: true;
  readonly levels: readonly number[];
}

/** The need that was not met. Nothing was taken of any. */
export interface Short {
  readonly passes: false;
  readonly need: Need;
  /** Level of its bucket, or calls that hold a place. */
  readonly level: number;
}

interface Level {
  level: number;
  atMs: number;
  capacity: number;
  perMs: number;
}

/** Most buckets. Full ones are dropped first: they are as good as new. */
const MOST_BUCKETS = 100_000;

/** Takes from all buckets of a call, or from none. It has no timers; `nowMs` never goes back. */
export class Buckets {
  readonly #levels = new Map<string, Level>();
  readonly #held = new Map<string, number>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  get size(): number {
    return this.#levels.size;
  }

  take(needs: readonly Need[]): Taken | Short {
    const nowMs = this.#nowMs();
    for (const need of needs) {
      const level = need.kind === 'places' ? (this.#held.get(need.key) ?? 0) : this.#levelOf(need, nowMs);
      const isShort = need.kind === 'places' ? level >= need.allowed : level < need.least;
      if (isShort) return { passes: false, need, level };
    }
    const levels = needs.map((need) => {
      if (need.kind === 'places') {
        this.#held.set(need.key, (this.#held.get(need.key) ?? 0) + 1);
        return 0;
      }
      return this.#add(need, -need.taken, nowMs);
    });
    return { passes: true, levels };
  }

  /** Takes what a call has cost, or puts back a negative amount. A bucket may be left with a debt. */
  charge(need: BucketNeed, amount: number): void {
    if (amount !== 0) this.#add(need, -amount, this.#nowMs());
  }

  learn(need: BucketNeed, level: number): void {
    const { capacity, perMs } = need;
    this.#keep(need.key, { level, atMs: this.#nowMs(), capacity, perMs });
  }

  leave(needs: readonly Need[]): void {
    for (const { kind, key } of needs) {
      if (kind !== 'places') continue;
      const left = (this.#held.get(key) ?? 0) - 1;
      if (left > 0) this.#held.set(key, left);
      else this.#held.delete(key);
    }
  }

  #levelOf({ key, capacity, perMs }: BucketNeed, nowMs: number): number {
    const known = this.#levels.get(key);
    return known === undefined ? capacity : Math.min(capacity, known.level + (nowMs - known.atMs) * perMs);
  }

  #add({ key, capacity, perMs }: BucketNeed, amount: number, nowMs: number): number {
    const known = this.#levels.get(key);
    if (known === undefined) {
      const level = Math.min(capacity, capacity + amount);
      this.#keep(key, { level, atMs: nowMs, capacity, perMs });
      return level;
    }
    // In place: every call changes a bucket twice.
    known.level = Math.min(capacity, Math.min(capacity, known.level + (nowMs - known.atMs) * perMs) + amount);
    known.atMs = nowMs;
    known.capacity = capacity;
    known.perMs = perMs;
    return known.level;
  }

  #keep(key: string, level: Level): void {
    if (!this.#levels.has(key) && this.#levels.size >= MOST_BUCKETS) this.#makeRoom(level.atMs);
    this.#levels.set(key, level);
  }

  /** Drops what is full, and one in ten if nothing is: those that were made first. */
  #makeRoom(nowMs: number): void {
    for (const [key, { level, atMs, capacity, perMs }] of this.#levels)
      if (level + (nowMs - atMs) * perMs >= capacity) this.#levels.delete(key);
    let surplus = this.#levels.size - MOST_BUCKETS * 0.9;
    for (const key of this.#levels.keys()) {
      if (surplus <= 0) return;
      this.#levels.delete(key);
      surplus -= 1;
    }
  }
}
