// How hard cordons press for runners: how often one has lost its runner to another, how many more spares that is worth, and whether the operator
// should hear of it. Main thread. Decision 0060.

import { EVICTION_REASONS, type EvictionReason } from '../../shared/protocol/task.ts';

/** How fast evictions are forgotten that ask for more spares: half of them in this time. */
const HALF_LIFE_MS = 2_000;
/** One more spare for each so many: about three a second, as a spare is back a third of a second after it was taken. */
const EVICTIONS_PER_SPARE = 8;
const MOST_MORE_SPARES = 3;
/** More spares never take more than this share of `pool.runners`. */
const SHARE_OF_RUNNERS = 0.25;
const WINDOW_MS = 60_000;
/** The operator hears of a window with so many, once... */
const MANY = 60;
/** ...and again only after a window with fewer than these. */
const FEW = 6;

/** Counts evictions. Has no timer: its owner looks every second. */
export class Pressure {
  readonly #runners: number;
  readonly evictions: Record<EvictionReason, number>;
  #faded = 0;
  #fadedAtMs = 0;
  #windowSinceMs = 0;
  #inWindow = 0;
  #isTold = false;

  /** `runners`: the setting `pool.runners`. */
  constructor(runners: number) {
    this.#runners = runners;
    this.evictions = Object.fromEntries(EVICTION_REASONS.map((reason) => [reason, 0])) as Record<
      EvictionReason,
      number
    >;
  }

  note(reason: EvictionReason, nowMs: number): void {
    this.evictions[reason] += 1;
    // A cordon that has another runner pays nothing.
    if (reason === 'extra') return;
    this.#faded = this.#fadedTo(nowMs) + 1;
    this.#fadedAtMs = nowMs;
    this.#inWindow += 1;
  }

  /** Spares to have in addition: each that is ready saves a call the start of a process. */
  moreSpares(nowMs: number): number {
    const most = Math.min(MOST_MORE_SPARES, Math.floor(this.#runners * SHARE_OF_RUNNERS));
    return Math.min(most, Math.floor(this.#fadedTo(nowMs) / EVICTIONS_PER_SPARE));
  }

  /** What the operator should hear, if anything. `isBoundByMemory`: fewer runners fit into the memory than are allowed. */
  look(nowMs: number, isBoundByMemory: boolean): string | undefined {
    if (nowMs - this.#windowSinceMs < WINDOW_MS) return undefined;
    const evictions = this.#inWindow;
    this.#windowSinceMs = nowMs;
    this.#inWindow = 0;
    if (evictions < FEW) this.#isTold = false;
    if (evictions < MANY || this.#isTold) return undefined;
    this.#isTold = true;
    return `plugins lost their process to another plugin ${evictions} times in a minute, so that many calls wait for one to start: ${isBoundByMemory ? 'more plugins are in use than have room in the memory that the control group leaves. Give this server more of it' : `more plugins are in use than pool.runners (${this.#runners}) allows. Raise it`}, or divide the plugins among servers`;
  }

  #fadedTo(nowMs: number): number {
    return this.#faded * 2 ** ((this.#fadedAtMs - nowMs) / HALF_LIFE_MS);
  }
}
