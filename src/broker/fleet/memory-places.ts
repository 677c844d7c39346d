// How many runners there may be while memory is short: no more than fit into what the control groups leave, and fewer than `pool.runners` after the
// kernel has ended some. Main thread. Decision 0067.
//
// Each runner that is started in place of one that the kernel took makes it take another one, so that nearly every call would be lost. With as many
// as fit, idle runners make room for new ones, which costs a start and loses no call.

import type { MemoryLeft } from '../../shared/machine/memory-limit.ts';
import { BYTES_PER_MB } from '../../shared/machine/memory-need.ts';
import type { RunnerProcess } from '../runner/runner-process.ts';

const GROWS_EVERY_MS = 10_000;
/** What a runner needs before any has been measured, in MB: more than an ordinary one. */
const FIRST_GUESS_MB = 40;
/** What a runner takes besides the memory that is measured, in MB: the kernel's tables, its box, and what it grows by before the next look. */
const BESIDES_MB = 6;
/** Kept free, in MB: for calls in the server itself, and for one runner that starts while another one ends. */
const RESERVE_MB = 48;
/** How long a reading holds. Many cordons ask in one turn. */
const READING_MS = 10;

/** What is known of a runner process; `ownMb`: 0 before it was measured. */
export type MeasuredRunner = Pick<RunnerProcess, 'state' | 'ownMb'>;

export interface MemoryPlacesOptions {
  /** The setting `pool.runners`. */
  readonly most: number;
  /** Absent if nothing limits the memory. */
  readonly left?: MemoryLeft | undefined;
  readonly now?: () => number;
}

/** Has no timer: places come back, one after the other, as long as the kernel takes no runner. */
export class MemoryPlaces {
  readonly #most: number;
  readonly #leftNow: MemoryLeft | undefined;
  readonly #now: () => number;
  #left: number;
  #takenAtMs = Number.NEGATIVE_INFINITY;
  #reading: { readonly leftMb: number; readonly untilMs: number } | undefined;

  constructor({ most, left, now = () => performance.now() }: MemoryPlacesOptions) {
    this.#most = most;
    this.#leftNow = left;
    this.#now = now;
    this.#left = most;
  }

  /** Places for runners of cordons, whatever memory is left. */
  get places(): number {
    const grown = Math.floor((this.#now() - this.#takenAtMs) / GROWS_EVERY_MS);
    return Math.min(this.#most, this.#left + grown);
  }

  /** Memory has run out a moment ago: nothing is started ahead. */
  get isShort(): boolean {
    return this.#now() - this.#takenAtMs < GROWS_EVERY_MS;
  }

  /** The kernel has taken a runner, and so many are in use now. */
  noteTaken(used: number): void {
    this.#left = Math.max(1, Math.min(this.places, used));
    this.#takenAtMs = this.#now();
  }

  /** A process has started or ended, so that what was read before is out of date. */
  noteChanged(): void {
    this.#reading = undefined;
  }

  /** How many more processes fit beside those that are alive; `Infinity` if nothing limits them, below 0 if there are too many already. */
  fitting(alive: Iterable<MeasuredRunner>): number {
    const leftMb = this.#leftMb();
    if (leftMb === undefined) return Number.POSITIVE_INFINITY;
    const { needMb, startingMb } = needOf(alive);
    return Math.floor((leftMb - startingMb - RESERVE_MB) / needMb);
  }

  /** True if a process may be started while another one ends. */
  hasRoomToSwap(alive: Iterable<MeasuredRunner>): boolean {
    const leftMb = this.#leftMb();
    if (leftMb === undefined) return true;
    const { needMb, startingMb } = needOf(alive);
    return leftMb - startingMb >= needMb;
  }

  #leftMb(): number | undefined {
    if (this.#leftNow === undefined) return undefined;
    const nowMs = this.#now();
    if (this.#reading === undefined || nowMs > this.#reading.untilMs) {
      const leftMb = (this.#leftNow() ?? Number.POSITIVE_INFINITY) / BYTES_PER_MB;
      this.#reading = { leftMb, untilMs: nowMs + READING_MS };
    }
    return this.#reading.leftMb;
  }
}

/** What one more runner needs: as much as those that run, on average. `startingMb`: what those that are starting are about to take. */
const needOf = (alive: Iterable<MeasuredRunner>): { readonly needMb: number; readonly startingMb: number } => {
  let [starting, measured, sumMb] = [0, 0, 0];
  for (const { state, ownMb } of alive) {
    if (state === 'starting') starting += 1;
    else if (ownMb > 0) {
      measured += 1;
      sumMb += ownMb;
    }
  }
  const needMb = measured === 0 ? FIRST_GUESS_MB : sumMb / measured + BESIDES_MB;
  return { needMb, startingMb: starting * needMb };
};
