// Calls that wait for a place: first come, first served within a plugin, and plugins in turn, so that a plugin with many
// callers does not keep the others waiting. Bounded: where all places to wait are taken, the longest line gives way to shorter ones, by its
// newest entry. Every entry leaves by its own time limit at the latest.

import type { CallSignal } from '../protocol/call.ts';

export interface QueueLimits {
  /** Entries that may run at a time, all plugins together, if each weighs 1. */
  readonly concurrency: number;
  /** Entries that may wait, all plugins together; past it, those of a lane that holds fewer than its `concurrency`. */
  readonly maxQueued: number;
}

interface Lane {
  running: number;
  /** What its running entries weigh together. */
  load: number;
  /** Let through although their turn has not come: they queue further on, and count as waiting. */
  ahead: number;
  readonly waiting: Entry[];
}

export interface EntryOptions {
  /** Entries of the lane that may run at a time, if each weighs 1. */
  readonly concurrency: number;
  /** What an entry takes of a place: the same for all of a lane, and a power of two, so that sums are exact. */
  readonly weight: number;
  /** Entries of the lane that may go on to queue where they will run. They count as waiting. */
  readonly ahead: number;
  readonly queueMs: number;
  readonly signal: CallSignal;
}

interface Entry {
  readonly options: EntryOptions;
  readonly start: () => void;
  readonly giveUp: (refused: Refused) => void;
}

/** Why an entry was not let in. `full`: no place to wait, and its lane has as many as any; `late`: its lane had all its places taken; `crowded`: other lanes had taken the places of all. */
export type Refused = 'full' | 'late' | 'crowded' | 'aborted' | 'closed';

export class FairQueue {
  readonly #limits: QueueLimits;
  /** Insertion order is the order of turns: a lane that was served goes to the end. */
  readonly #lanes = new Map<string, Lane>();
  #running = 0;
  #load = 0;
  #ahead = 0;
  /** Entries held back here. */
  #held = 0;
  #closed = false;
  #onIdle: (() => void) | undefined;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  /** Entries that wait, here or ahead. */
  get queued(): number {
    return this.#held + this.#ahead;
  }

  /** Plugins that have calls running or waiting. */
  get laneCount(): number {
    return this.#lanes.size;
  }

  /** Undefined, at once or later, when the entry may go on, and must then be followed by {@link leave}; else why it may not. */
  enter(name: string, options: EntryOptions): Promise<Refused | undefined> | undefined {
    if (this.#closed) return Promise.resolve('closed');
    const lane = this.#lanes.get(name) ?? this.#addLane(name);
    if (lane.waiting.length === 0 && this.#admit(lane, options)) return undefined;
    if (this.#isFull && !this.#makeRoom(lane, options)) {
      this.#forgetIfIdle(name, lane);
      return Promise.resolve('full');
    }
    return new Promise((resolve) => this.#wait(name, lane, options, resolve));
  }

  /** Gives the place of an entry that went on to the next one. */
  leave(name: string, weight: number): void {
    const lane = this.#lanes.get(name);
    if (!lane) return;
    // The first of those ahead takes the place that was left, unless others wait for it: they have their turn.
    if (lane.ahead > 0 && (lane.running === 0 || !this.#othersWait(lane, weight))) {
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

  /** Lets nobody in any more; resolves when nothing runs. Those that wait may still have their turn. */
  close(): Promise<void> {
    this.#closed = true;
    if (this.#running + this.#ahead === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  #addLane(name: string): Lane {
    const lane: Lane = { running: 0, load: 0, ahead: 0, waiting: [] };
    this.#lanes.set(name, lane);
    return lane;
  }

  #forgetIfIdle(name: string, { running, ahead, waiting }: Lane): void {
    if (running === 0 && ahead === 0 && waiting.length === 0) this.#lanes.delete(name);
  }

  /** Entries of other lanes wait for a place that is not there. */
  #othersWait(lane: Lane, weight: number): boolean {
    return this.#held > lane.waiting.length && this.#load + weight > this.#limits.concurrency;
  }

  get #isFull(): boolean {
    return this.queued >= this.#limits.maxQueued;
  }

  /** True if one more entry of the lane may wait although all places are taken: the newest of a longer lane left, or it holds too few itself to be refused. */
  #makeRoom(lane: Lane, { concurrency }: EntryOptions): boolean {
    const longest = this.#longestHeld();
    if (longest && lengthOf(longest) > lengthOf(lane) + 1) {
      longest.waiting.at(-1)?.giveUp('full');
      return true;
    }
    return lane.running + lengthOf(lane) < concurrency;
  }

  /** The lane with the most that wait, of those that hold more than may run of them and have some of it here. */
  #longestHeld(): Lane | undefined {
    let longest: Lane | undefined;
    for (const lane of this.#lanes.values()) {
      const { concurrency } = lane.waiting.at(-1)?.options ?? { concurrency: Number.POSITIVE_INFINITY };
      if (lane.running + lengthOf(lane) <= concurrency) continue;
      if (!longest || lengthOf(lane) > lengthOf(longest)) longest = lane;
    }
    return longest;
  }

  /** Takes an entry in where there is room for it. One that was held already counts as waiting: it needs no further place. */
  #admit(lane: Lane, { concurrency, ahead, weight }: EntryOptions, wasHeld = false): boolean {
    if (lane.load + weight <= concurrency && this.#load + weight <= this.#limits.concurrency) {
      lane.running += 1;
      lane.load += weight;
      this.#running += 1;
      this.#load += weight;
      return true;
    }
    // Nobody who went on can be called back: a lane may have as many there as there are places left for the others.
    const free = this.#limits.maxQueued - this.queued + (wasHeld ? 1 : 0);
    if (lane.ahead >= Math.min(ahead, free)) return false;
    lane.ahead += 1;
    this.#ahead += 1;
    return true;
  }

  #wait(name: string, lane: Lane, options: EntryOptions, resolve: (refused: Refused | undefined) => void): void {
    const settle = (refused: Refused | undefined): void => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', onAbort);
      resolve(refused);
    };
    const giveUp = (refused: Refused): void => {
      lane.waiting.splice(lane.waiting.indexOf(entry), 1);
      this.#held -= 1;
      this.#forgetIfIdle(name, lane);
      settle(refused);
    };
    const entry: Entry = { options, start: () => settle(undefined), giveUp };
    const onAbort = (): void => giveUp('aborted');
    const { concurrency, weight } = options;
    const timer = setTimeout(() => giveUp(lane.load + weight > concurrency ? 'late' : 'crowded'), options.queueMs);
    options.signal.addEventListener('abort', onAbort);
    lane.waiting.push(entry);
    this.#held += 1;
  }

  /** Starts as many as there is room for, one lane after the other. */
  #startNext(): void {
    for (const [name, lane] of this.#lanes) {
      if (this.#held === 0) return;
      const next = lane.waiting[0];
      if (!next || !this.#admit(lane, next.options, true)) continue;
      lane.waiting.shift();
      this.#held -= 1;
      this.#lanes.delete(name);
      this.#lanes.set(name, lane);
      next.start();
    }
  }
}

/** Entries of a lane that wait, here or ahead. */
const lengthOf = ({ ahead, waiting }: Lane): number => ahead + waiting.length;
