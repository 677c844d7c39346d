// The queue of calls that wait for a place. Each plugin has a lane, and lanes take turns, so that a plugin with many callers does not delay the others.
// Within a lane callers take turns; the calls of one are first come, first served. If the queue is full, the caller with most entries in the longest lane
// loses its newest one to a shorter lane, or to a caller of the same lane that has fewer. Main thread. Decisions 0033 and 0060.

import { LOOK_AGAIN_MS, START_WAIT_MS } from '../../shared/protocol/task.ts';
import { type Entry, type EntryOptions, Lane, type Place, type Refused } from './lane.ts';

export interface QueueLimits {
  /** Total weight of the entries that may run at a time, all plugins together. */
  readonly concurrency: number;
  /** Entries that may be queued, all plugins together. A lane that has fewer entries than its `concurrency` may still add to a full queue. */
  readonly maxQueued: number;
}

/** A timer in this thread refuses a queued entry after its `queueMs`. */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** Insertion order is the order of turns: a lane that had its turn goes to the end. */
  readonly #lanes = new Map<string, Lane>();
  #running = 0;
  #load = 0;
  #ahead = 0;
  /** Entries queued here, without those ahead. */
  #held = 0;
  #closed = false;
  #onIdle: (() => void) | undefined;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  /** Queued entries, here or ahead. */
  get queued(): number {
    return this.#held + this.#ahead;
  }

  /** Total weight of the running entries. */
  get load(): number {
    return this.#load;
  }

  /** Plugins that have running or queued calls. */
  get laneCount(): number {
    return this.#lanes.size;
  }

  /** Returns or resolves with a place if the entry may go on; {@link leave} must follow. Resolves with the reason if it may not. */
  enter(name: string, options: EntryOptions): Place | Promise<Place | Refused> {
    if (this.#closed) return Promise.resolve('closed');
    if (options.signal.aborted) return Promise.resolve('aborted');
    let lane = this.#lanes.get(name);
    if (!lane) {
      lane = new Lane(name);
      this.#lanes.set(name, lane);
    }
    const place = lane.held === 0 ? this.#admit(lane, options, this.#held === 0 || !this.#othersWait(lane)) : undefined;
    if (place) return lane.arriving > 0 ? Promise.resolve(place) : place;
    const sharer = options.sharer?.() ?? '';
    const replaced = this.#isFull ? this.#givingWayTo(lane, sharer) : undefined;
    if (this.#isFull && !replaced && lane.running + lane.length >= options.concurrency) {
      this.#forgetIfIdle(lane);
      return Promise.resolve('full');
    }
    const held = new Promise<Place | Refused>((resolve) => this.#hold(lane, sharer, options, resolve));
    replaced?.giveUp('full');
    return held;
  }

  /** Gives a place back and lets the next entries in. Throws if it was given back before. */
  leave(place: Place): void {
    const { lane, weight, state } = place;
    if (state === 'left') throw new Error('a place in the queue was given back twice');
    place.state = 'left';
    if (state === 'ahead') {
      lane.ahead.splice(lane.ahead.indexOf(place), 1);
      this.#ahead -= 1;
    } else {
      lane.running -= 1;
      lane.load -= weight;
      this.#running -= 1;
      this.#load -= weight;
    }
    if (lane.ahead.length > 0) this.#promote(lane);
    this.#forgetIfIdle(lane);
    if (this.#held > 0) this.#startNext();
    if (this.#running + this.#ahead === 0) this.#onIdle?.();
  }

  /** Lets no new entry in. Resolves when nothing runs; queued entries still get their turn until then. */
  close(): Promise<void> {
    this.#closed = true;
    if (this.#running + this.#ahead === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  #forgetIfIdle({ name, isIdle }: Lane): void {
    if (isIdle) this.#lanes.delete(name);
  }

  get #isFull(): boolean {
    return this.queued >= this.#limits.maxQueued;
  }

  /** The entry that makes room for one more of this sharer in this lane; undefined if nobody has more. */
  #givingWayTo(lane: Lane, sharer: string): Entry | undefined {
    const longest = this.#longestHeld();
    const entry = longest?.newestOfMost;
    if (longest === undefined || entry === undefined) return undefined;
    const gives =
      longest === lane ? lane.heldOf(entry.sharer) > lane.heldOf(sharer) + 1 : longest.length > lane.length + 1;
    return gives ? entry : undefined;
  }

  /** The longest lane that has entries queued here and has more entries than its `concurrency`. */
  #longestHeld(): Lane | undefined {
    let longest: Lane | undefined;
    for (const lane of this.#lanes.values()) {
      const { concurrency } = lane.first?.options ?? { concurrency: Number.POSITIVE_INFINITY };
      if (lane.running + lane.length <= concurrency) continue;
      if (!longest || lane.length > longest.length) longest = lane;
    }
    return longest;
  }

  /** True if the first entry of another lane only waits for a place of the host. A lighter entry that came later would take that place bit by bit. */
  #othersWait(lane: Lane, spare = 0): boolean {
    for (const other of this.#lanes.values()) {
      const first = other === lane ? undefined : other.first;
      if (first && other.hasShare(first.options) && !this.#hasPlace(first.options.weight + spare)) return true;
    }
    return false;
  }

  #hasPlace(weight: number): boolean {
    return this.#load + weight <= this.#limits.concurrency;
  }

  /** Lets an entry in if it may run or go ahead. `mayRun`: no other lane comes first. `wasHeld`: it counts as queued already. */
  #admit(lane: Lane, options: EntryOptions, mayRun: boolean, wasHeld = false): Place | undefined {
    const { concurrency, weight, ahead } = options;
    const place: Place = { lane, concurrency, weight, state: 'ahead' };
    if (mayRun && this.#run(place)) return place;
    // An entry that went ahead cannot be called back, so entries ahead never take more than the free places of the queue.
    const free = this.#limits.maxQueued - this.queued + (wasHeld ? 1 : 0);
    if (lane.ahead.length >= Math.min(ahead, free)) return undefined;
    lane.ahead.push(place);
    this.#ahead += 1;
    return place;
  }

  /** Gives an entry its share of the concurrency. False if that share is not free. */
  #run(place: Place): boolean {
    const { lane, weight } = place;
    if (!lane.hasShare(place) || !this.#hasPlace(weight)) return false;
    place.state = 'running';
    lane.running += 1;
    lane.load += weight;
    this.#running += 1;
    this.#load += weight;
    return true;
  }

  /** Gives entries ahead the share that has become free, unless it is the turn of other lanes. */
  #promote(lane: Lane): void {
    for (let next = lane.ahead[0]; next; next = lane.ahead[0]) {
      if ((this.#held > 0 && this.#othersWait(lane, next.weight)) || !this.#run(next)) return;
      lane.ahead.shift();
      this.#ahead -= 1;
    }
  }

  #hold(lane: Lane, sharer: string, options: EntryOptions, resolve: (result: Place | Refused) => void): void {
    const settle = (result: Place | Refused): void => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', onAbort);
      resolve(result);
    };
    const giveUp = (refused: Refused): void => {
      lane.remove(entry);
      this.#held -= 1;
      this.#forgetIfIdle(lane);
      settle(refused);
      // The next entries may be lighter, or may have waited only for this one.
      if (this.#held > 0) this.#startNext();
    };
    const entry: Entry = { options, sharer, start: settle, giveUp };
    const onAbort = (): void => giveUp('aborted');
    const { queueMs, waitsForStart } = options;
    const lastMs = performance.now() + queueMs + START_WAIT_MS;
    const onLate = (): void => {
      if (performance.now() < lastMs && waitsForStart?.()) timer = setTimeout(onLate, LOOK_AGAIN_MS);
      else giveUp(lane.hasShare(options) ? 'crowded' : 'late');
    };
    let timer = setTimeout(onLate, queueMs);
    options.signal.addEventListener('abort', onAbort);
    lane.hold(entry);
    this.#held += 1;
  }

  /** Lets in as many entries as there is room for, in the order of turns. A lane whose turn it is keeps the room that it waits for. */
  #startNext(): void {
    let isOwed = false;
    // A lane that had its turn goes to the end, where this loop meets it again.
    for (const [name, lane] of this.#lanes) {
      if (this.#held === 0) return;
      const next = lane.first;
      if (!next) continue;
      const place = this.#admit(lane, next.options, !isOwed, true);
      if (!place) {
        isOwed ||= lane.hasShare(next.options);
        continue;
      }
      lane.shift();
      this.#held -= 1;
      this.#lanes.delete(name);
      this.#lanes.set(name, lane);
      lane.arriving += 1;
      next.start(place);
      // Runs behind the reaction of whoever waited for the place.
      queueMicrotask(() => {
        lane.arriving -= 1;
      });
    }
  }
}
