// Calls that wait for a place: first come, first served within a plugin, and plugins in turn, so that a plugin with many
// callers does not keep the others waiting. Bounded; every entry leaves by its own time limit at the latest.

export interface QueueLimits {
  /** Entries that may run at a time, all plugins together. */
  readonly concurrency: number;
  /** Entries that may wait, all plugins together. */
  readonly maxQueued: number;
}

interface Lane {
  running: number;
  readonly waiting: Entry[];
}

interface Entry {
  readonly lane: string;
  readonly laneConcurrency: number;
  start: () => void;
}

/** Why an entry was not let in. */
export type Refused = 'full' | 'late' | 'aborted' | 'closed';

export class FairQueue {
  readonly #limits: QueueLimits;
  /** Insertion order is the order of turns: a lane that was served goes to the end. */
  readonly #lanes = new Map<string, Lane>();
  #running = 0;
  #queued = 0;
  #closed = false;
  #onIdle: (() => void) | undefined;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get queued(): number {
    return this.#queued;
  }

  /** Plugins that have calls running or waiting. */
  get laneCount(): number {
    return this.#lanes.size;
  }

  /** Resolves with undefined when the entry may run, and must then be followed by {@link leave}; else with why it may not. */
  enter(
    lane: string,
    options: { concurrency: number; queueMs: number; signal: AbortSignal },
  ): Promise<Refused | undefined> | undefined {
    if (this.#closed) return Promise.resolve('closed');
    const state = this.#lanes.get(lane) ?? this.#addLane(lane);
    if (state.running < options.concurrency && state.waiting.length === 0 && this.#running < this.#limits.concurrency) {
      state.running += 1;
      this.#running += 1;
      return undefined;
    }
    if (this.#queued >= this.#limits.maxQueued) return Promise.resolve('full');
    return new Promise((resolve) => this.#wait(state, lane, options, resolve));
  }

  /** Gives the place of a running entry to the next one. */
  leave(lane: string): void {
    const state = this.#lanes.get(lane);
    if (!state) return;
    state.running -= 1;
    this.#running -= 1;
    if (state.running === 0 && state.waiting.length === 0) this.#lanes.delete(lane);
    this.#startNext();
    if (this.#running === 0) this.#onIdle?.();
  }

  /** Lets nobody in any more; resolves when nothing runs. Those that wait may still have their turn. */
  close(): Promise<void> {
    this.#closed = true;
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  #addLane(name: string): Lane {
    const lane: Lane = { running: 0, waiting: [] };
    this.#lanes.set(name, lane);
    return lane;
  }

  #wait(
    state: Lane,
    lane: string,
    options: { concurrency: number; queueMs: number; signal: AbortSignal },
    resolve: (refused: Refused | undefined) => void,
  ): void {
    const entry: Entry = { lane, laneConcurrency: options.concurrency, start: () => settle(undefined) };
    const settle = (refused: Refused | undefined): void => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', onAbort);
      resolve(refused);
    };
    const giveUp = (refused: Refused): void => {
      state.waiting.splice(state.waiting.indexOf(entry), 1);
      this.#queued -= 1;
      if (state.running === 0 && state.waiting.length === 0) this.#lanes.delete(lane);
      settle(refused);
    };
    const onAbort = (): void => giveUp('aborted');
    const timer = setTimeout(() => giveUp('late'), options.queueMs);
    options.signal.addEventListener('abort', onAbort);
    state.waiting.push(entry);
    this.#queued += 1;
  }

  /** Starts as many as there is room for, one lane after the other. */
  #startNext(): void {
    for (const [name, lane] of this.#lanes) {
      if (this.#queued === 0 || this.#running >= this.#limits.concurrency) return;
      const next = lane.waiting[0];
      if (!next || lane.running >= next.laneConcurrency) continue;
      lane.waiting.shift();
      this.#queued -= 1;
      lane.running += 1;
      this.#running += 1;
      this.#lanes.delete(name);
      this.#lanes.set(name, lane);
      next.start();
    }
  }
}
