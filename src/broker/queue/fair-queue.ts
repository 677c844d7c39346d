// The queue of calls that wait for a place. Each plugin has a lane: first come, first served within a lane, and lanes take turns, so that a
// plugin with many callers does not delay the others. If the queue is full, the newest entry of the longest lane gives way to a shorter lane.
// Main thread.

import type { CallSignal } from '../../shared/protocol/call.ts';

export interface QueueLimits {
  /** Entries that may run at a time, all plugins together, if each weighs 1. */
  readonly concurrency: number;
  /** Entries that may be queued, all plugins together. A lane that has fewer entries than its `concurrency` may still add to a full queue. */
  readonly maxQueued: number;
}

interface Lane {
  running: number;
  /** Total weight of the running entries. */
  load: number;
  /** Entries that were let through before their turn. They are queued in their runner and count as queued. */
  ahead: number;
  readonly queued: Entry[];
}

export interface EntryOptions {
  /** Entries of the lane that may run at a time, if each weighs 1. */
  readonly concurrency: number;
  /** Share of a place that an entry takes: the same for all entries of a lane, and a power of two, so that sums are exact. */
  readonly weight: number;
  /** Entries of the lane that may be queued in their runner. They count as queued. */
  readonly ahead: number;
  readonly queueMs: number;
  readonly signal: CallSignal;
}

interface Entry {
  readonly options: EntryOptions;
  readonly start: () => void;
  readonly giveUp: (refused: Refused) => void;
}

/**
 * Why an entry was not let in. `full`: the queue is full, and no lane is longer; `late`: its time was up, and its lane had used all its
 * places; `crowded`: its time was up, and other lanes had all places.
 */
export type Refused = 'full' | 'late' | 'crowded' | 'aborted' | 'closed';

/** Every queued entry leaves after its `queueMs` at the latest, by a timer in this thread. */
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

  /** Plugins that have running or queued calls. */
  get laneCount(): number {
    return this.#lanes.size;
  }

  /** Returns or resolves with undefined if the entry may go on; {@link leave} must follow. Resolves with the reason if it may not. */
  enter(name: string, options: EntryOptions): Promise<Refused | undefined> | undefined {
    if (this.#closed) return Promise.resolve('closed');
    const lane = this.#lanes.get(name) ?? this.#addLane(name);
    if (lane.queued.length === 0 && this.#admit(lane, options)) return undefined;
    if (this.#isFull && !this.#makeRoom(lane, options)) {
      this.#forgetIfIdle(name, lane);
      return Promise.resolve('full');
    }
    return new Promise((resolve) => this.#hold(name, lane, options, resolve));
  }

  /** Frees the place of an entry that went on, and lets the next ones in. */
  leave(name: string, weight: number): void {
    const lane = this.#lanes.get(name);
    if (!lane) return;
    // The first entry ahead takes the place, unless it is the turn of other lanes.
    if (lane.ahead > 0 && (lane.running === 0 || !this.#othersQueued(lane, weight))) {
      lane.ahead -= 1;
      this.#ahead -= 1;
    } else {
      lane.running -= 1;
      lane.load -= weight;
      this.#running -= 1;
      this.#load -= weight;
    }
    this.#forgetIfIdle(name, lane);
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

  #addLane(name: string): Lane {
    const lane: Lane = { running: 0, load: 0, ahead: 0, queued: [] };
    this.#lanes.set(name, lane);
    return lane;
  }

  #forgetIfIdle(name: string, { running, ahead, queued }: Lane): void {
    if (running === 0 && ahead === 0 && queued.length === 0) this.#lanes.delete(name);
  }

  /** True if other lanes have queued entries and no place is free. */
  #othersQueued(lane: Lane, weight: number): boolean {
    return this.#held > lane.queued.length && this.#load + weight > this.#limits.concurrency;
  }

  get #isFull(): boolean {
    return this.queued >= this.#limits.maxQueued;
  }

  /** True if one more entry of the lane may be queued in a full queue: it took the place of a longer lane's newest entry, or its lane is short. */
  #makeRoom(lane: Lane, { concurrency }: EntryOptions): boolean {
    const longest = this.#longestHeld();
    if (longest && lengthOf(longest) > lengthOf(lane) + 1) {
      longest.queued.at(-1)?.giveUp('full');
      return true;
    }
    return lane.running + lengthOf(lane) < concurrency;
  }

  /** The longest lane that has entries queued here and has more entries than its `concurrency`. */
  #longestHeld(): Lane | undefined {
    let longest: Lane | undefined;
    for (const lane of this.#lanes.values()) {
      const { concurrency } = lane.queued.at(-1)?.options ?? { concurrency: Number.POSITIVE_INFINITY };
      if (lane.running + lengthOf(lane) <= concurrency) continue;
      if (!longest || lengthOf(lane) > lengthOf(longest)) longest = lane;
    }
    return longest;
  }

  /** Lets an entry in if it may run or go ahead. `wasHeld`: it counts as queued already. */
  #admit(lane: Lane, { concurrency, ahead, weight }: EntryOptions, wasHeld = false): boolean {
    if (lane.load + weight <= concurrency && this.#load + weight <= this.#limits.concurrency) {
      lane.running += 1;
      lane.load += weight;
      this.#running += 1;
      this.#load += weight;
      return true;
    }
    // An entry that went ahead cannot be called back, so entries ahead never take more than the free places of the queue.
    const free = this.#limits.maxQueued - this.queued + (wasHeld ? 1 : 0);
    if (lane.ahead >= Math.min(ahead, free)) return false;
    lane.ahead += 1;
    this.#ahead += 1;
    return true;
  }

  #hold(name: string, lane: Lane, options: EntryOptions, resolve: (refused: Refused | undefined) => void): void {
    const settle = (refused: Refused | undefined): void => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', onAbort);
      resolve(refused);
    };
    const giveUp = (refused: Refused): void => {
      lane.queued.splice(lane.queued.indexOf(entry), 1);
      this.#held -= 1;
      this.#forgetIfIdle(name, lane);
      settle(refused);
    };
    const entry: Entry = { options, start: () => settle(undefined), giveUp };
    const onAbort = (): void => giveUp('aborted');
    const { concurrency, weight } = options;
    const timer = setTimeout(() => giveUp(lane.load + weight > concurrency ? 'late' : 'crowded'), options.queueMs);
    options.signal.addEventListener('abort', onAbort);
    lane.queued.push(entry);
    this.#held += 1;
  }

  /** Lets in as many entries as there is room for, at most one of each lane. */
  #startNext(): void {
    for (const [name, lane] of this.#lanes) {
      if (this.#held === 0) return;
      const next = lane.queued[0];
      if (!next || !this.#admit(lane, next.options, true)) continue;
      lane.queued.shift();
      this.#held -= 1;
      this.#lanes.delete(name);
      this.#lanes.set(name, lane);
      next.start();
    }
  }
}

/** Queued entries of a lane, here or ahead. */
const lengthOf = ({ ahead, queued }: Lane): number => ahead + queued.length;
