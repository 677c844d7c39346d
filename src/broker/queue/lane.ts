// The lane of one plugin in the queue: its entries that run, that went ahead, and that are queued. Callers take turns among those that are queued, so that
// one who sends many does not delay another. Main thread. Decision 0033.

import type { CallSignal } from '../../shared/protocol/call.ts';

export interface EntryOptions {
  /** Total weight of the entries of the lane that may run at a time. */
  readonly concurrency: number;
  /** Share of a place that this entry takes, at most 1: a power of two, so that sums are exact. */
  readonly weight: number;
  /** Entries of the lane that may be queued in their runner. They count as queued. */
  readonly ahead: number;
  readonly queueMs: number;
  /** Whose turn the entry takes. Asked only if it has to wait; all entries without it take turns as one caller. */
  readonly sharer?: (() => string) | undefined;
  /** True if the entry waits only until a process has started. Then it stays queued after its `queueMs`, for START_WAIT_MS at most. */
  readonly waitsForStart?: () => boolean;
  readonly signal: CallSignal;
}

/**
 * Why an entry was not let in. `full`: the queue is full, and no lane or caller has more entries; `late`: its time was up, and its lane had used all its
 * places; `crowded`: its time was up, and other lanes had all places.
 */
export type Refused = 'full' | 'late' | 'crowded' | 'aborted' | 'closed';

export interface Entry {
  readonly options: EntryOptions;
  readonly sharer: string;
  readonly start: (place: Place) => void;
  readonly giveUp: (refused: Refused) => void;
}

/** What an entry holds from the moment it is let in until it leaves. It keeps the weight that it was taken for. */
export interface Place {
  readonly lane: Lane;
  readonly concurrency: number;
  readonly weight: number;
  /** `ahead`: it has no share of the concurrency yet. */
  state: 'running' | 'ahead' | 'left';
}

export class Lane {
  readonly name: string;
  running = 0;
  /** Total weight of the running entries. */
  load = 0;
  /** Entries that were let through before their turn, the oldest first. They are queued in their runner and count as queued. */
  readonly ahead: Place[] = [];
  /** Entries that were let in from the queue and hear of it at the end of this turn. One that comes now must not overtake them. */
  arriving = 0;
  /** Queued entries by sharer, the oldest first. Insertion order is the order of turns: a sharer that had its turn goes to the end. */
  readonly #queued = new Map<string, Entry[]>();
  #held = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** Entries queued here, without those ahead. */
  get held(): number {
    return this.#held;
  }

  /** Queued entries, here or ahead. */
  get length(): number {
    return this.ahead.length + this.#held;
  }

  get isIdle(): boolean {
    return this.running === 0 && this.length === 0;
  }

  /** True if the lane's own limit lets one more entry of this weight run. */
  hasShare({ weight, concurrency }: Pick<EntryOptions, 'weight' | 'concurrency'>): boolean {
    return this.load + weight <= concurrency;
  }

  /** The queued entry whose turn it is. */
  get first(): Entry | undefined {
    for (const [first] of this.#queued.values()) return first;
    return undefined;
  }

  hold(entry: Entry): void {
    const own = this.#queued.get(entry.sharer);
    if (own) own.push(entry);
    else this.#queued.set(entry.sharer, [entry]);
    this.#held += 1;
  }

  /** Takes {@link first} out. */
  shift(): void {
    const { first } = this;
    if (!first) return;
    const own = this.#queued.get(first.sharer) as Entry[];
    own.shift();
    this.#held -= 1;
    this.#queued.delete(first.sharer);
    if (own.length > 0) this.#queued.set(first.sharer, own);
  }

  remove(entry: Entry): void {
    const own = this.#queued.get(entry.sharer) ?? [];
    own.splice(own.indexOf(entry), 1);
    this.#held -= 1;
    if (own.length === 0) this.#queued.delete(entry.sharer);
  }

  heldOf(sharer: string): number {
    return this.#queued.get(sharer)?.length ?? 0;
  }

  /** The newest entry of the sharer that has most here: the first to give way. */
  get newestOfMost(): Entry | undefined {
    let most: readonly Entry[] = [];
    for (const own of this.#queued.values()) if (own.length >= most.length) most = own;
    return most.at(-1);
  }
}
