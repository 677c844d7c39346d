// Counts the calls of several servers in one Redis or Valkey. While that is gone, each server goes on by itself from what it knew last.

import type { BucketNeed, Need } from '../../../settings/rules/quota.ts';
import { inTime } from '../../../shared/lifetime/in-time.ts';
import { ANSWER_MS, type OutageListener, SharedState } from '../../../shared/redis/shared-state.ts';
import { Buckets, type Short, type Taken } from './buckets.ts';
import type { Counts } from './executor.ts';
import { CHARGE, RENEW, TAKE } from './scripts.ts';

/** The braces keep all on one node of a cluster. The keys of plugins' stores begin with `toolcell:{`. */
const PREFIX = 'toolcell-throttle:{quotas}:';
/** A call's place is given to others after this time if its server is gone. */
const PLACE_MS = 60_000;
const RENEW_EVERY_MS = 15_000;

/** Quotas in Redis. Its connection and its timer keep the process alive until `close`. */
export class SharedCounts implements Counts {
  readonly #state: SharedState;
  /** The levels that Redis told last, for the time without it. */
  readonly #local = new Buckets();
  /** Call id → the sets in which it has a place. */
  readonly #placed = new Map<string, readonly string[]>();
  /** Calls that took their places of this server's own count. */
  readonly #locally = new Set<string>();

  constructor(url: string, onOutage: OutageListener) {
    this.#state = new SharedState(url, onOutage, () => this.#renew(), RENEW_EVERY_MS);
  }

  take(needs: readonly Need[], callId: string): Taken | Short | Promise<Taken | Short> {
    if (!this.#state.mayTry()) return this.#takeLocally(needs, callId);
    const shared = this.#takeShared(needs, callId);
    return inTime(shared, ANSWER_MS).catch((error: Error) => {
      this.#state.lost(error);
      // What Redis has taken after all is given back if its answer still comes. Otherwise calls come back with time, and the place ends by itself.
      shared.then(
        (late) => late.passes && this.#giveBack(needs, callId),
        () => {},
      );
      return this.#takeLocally(needs, callId);
    });
  }

  charge(need: BucketNeed, amount: number): void {
    if (amount === 0) return;
    if (this.#state.isAway) return this.#local.charge(need, amount);
    const { key, capacity, perMs } = need;
    const words = [key, capacity, perMs, amount] as const;
    this.#state
      .ask((redis) => redis.eval(CHARGE, 1, PREFIX + words[0], ...words.slice(1)) as Promise<string>)
      .then(
        (level) => this.#local.learn(need, Number(level)),
        (error: Error) => {
          this.#state.lost(error);
          this.#local.charge(need, amount);
        },
      );
  }

  leave(needs: readonly Need[], callId: string): void {
    if (this.#locally.delete(callId)) this.#local.leave(needs);
    else this.#leaveShared(callId);
  }

  #leaveShared(callId: string): void {
    const keys = this.#placed.get(callId);
    if (keys === undefined) return;
    this.#placed.delete(callId);
    // A place that cannot be given back now ends by itself.
    for (const key of keys)
      this.#state.ask((redis) => redis.zrem(key, callId)).catch((error: Error) => this.#state.lost(error));
  }

  #giveBack(needs: readonly Need[], callId: string): void {
    for (const need of needs) if (need.kind === 'bucket') this.charge(need, -need.taken);
    this.#leaveShared(callId);
  }

  close(): void {
    this.#state.close();
  }

  #takeLocally(needs: readonly Need[], callId: string): Taken | Short {
    const found = this.#local.take(needs);
    if (found.passes) this.#locally.add(callId);
    return found;
  }

  async #takeShared(needs: readonly Need[], callId: string): Promise<Taken | Short> {
    const words = needs.flatMap((need) =>
      need.kind === 'places'
        ? ['places', need.allowed, 0, 0, 0]
        : ['bucket', need.capacity, need.perMs, need.least, need.taken],
    );
    const keys = needs.map(({ key }) => PREFIX + key);
    const answer = await this.#state.ask(
      (redis) => redis.eval(TAKE, keys.length, ...keys, callId, PLACE_MS, ...words) as Promise<unknown[]>,
    );
    const [passes, ...rest] = answer.map(Number);
    if (passes !== 1) {
      const [at = 1, level = 0] = rest;
      const need = needs[at - 1] as Need;
      if (need.kind === 'bucket') this.#local.learn(need, level);
      return { passes: false, need, level };
    }
    const places = needs.flatMap(({ kind, key }) => (kind === 'places' ? [PREFIX + key] : []));
    if (places.length > 0) this.#placed.set(callId, places);
    for (const [at, need] of needs.entries()) if (need.kind === 'bucket') this.#local.learn(need, rest[at] ?? 0);
    return { passes: true, levels: rest };
  }

  #renew(): void {
    const placed = [...this.#placed].flatMap(([callId, keys]) => keys.map((key) => [key, callId] as const));
    if (placed.length === 0) return;
    const keys = placed.map(([key]) => key);
    const callIds = placed.map(([, callId]) => callId);
    this.#state
      .ask((redis) => redis.eval(RENEW, keys.length, ...keys, PLACE_MS, ...callIds))
      .catch((error: Error) => this.#state.lost(error));
  }
}
