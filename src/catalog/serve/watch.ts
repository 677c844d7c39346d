// Reports what has changed and come to rest, each name by itself: a bundle that is still being copied delays no other. It compares stamps instead of
// listening to the system, which loses events on some disks and allows a process a few thousand watches. Front process and command line.

import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';

/** What is watched, and how often. */
export interface WatchOptions {
  /**
   * Name → stamp, of everything or of these names at least; undefined if it cannot look now, and then nothing counts as changed. Must not reject,
   * and must not hold up the thread.
   */
  readonly take: (names?: Iterable<string>) => Promise<ReadonlyMap<string, string> | undefined>;
  /** Pause between two looks at everything. */
  readonly everyMs: number;
  /** What has not changed for this long counts as complete. */
  readonly restMs: number;
}

/** Pause between two looks at what is changing. */
const LOOK_AGAIN_MS = 100;
/** A look at everything is followed by a pause this many times as long, so that a big folder takes some hundredths of a core. */
const PAUSE_FACTOR = 20;
/** The longest pause: on a slow disk a look waits, and uses no core meanwhile. */
const MOST_PAUSE_MS = 5_000;

/** Compares what it watches with how it was at the last look. Its timers never keep the process alive. */
export class StampWatch {
  readonly #options: WatchOptions;
  readonly #inTurn = pLimit(1);
  readonly #ending = new AbortController();
  #stamps: ReadonlyMap<string, string> = new Map();
  /** Name → when its last change was seen, by `performance.now()`. */
  readonly #changedMs = new Map<string, number>();
  #following: Promise<void> | undefined;
  #isFollowing = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Name → stamp, as of the last look. */
  get stamps(): ReadonlyMap<string, string> {
    return this.#stamps;
  }

  /** Names that have changed and have not come to rest; none before {@link follow}. */
  get unsettled(): ReadonlySet<string> {
    return new Set(this.#changedMs.keys());
  }

  look(): Promise<void> {
    return this.#inTurn(() => this.#compare());
  }

  /** Counts names as complete that changed until the last look. */
  settle(names: Iterable<string>): void {
    for (const name of names) this.#changedMs.delete(name);
  }

  /** From now on calls `onRest` with the names that have changed since the last look and come to rest. */
  follow(onRest: (names: readonly string[]) => void): void {
    this.#following ??= this.#follow(onRest);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#following;
  }

  async #follow(onRest: (names: readonly string[]) => void): Promise<void> {
    this.#isFollowing = true;
    const { signal } = this.#ending;
    let nextMs = 0;
    while (!signal.aborted) {
      const startMs = performance.now();
      const isDue = startMs >= nextMs;
      await this.#inTurn(() => this.#compare(isDue ? undefined : [...this.#changedMs.keys()]));
      if (signal.aborted) return;
      const tookMs = performance.now() - startMs;
      if (isDue) nextMs = performance.now() + this.#pauseMs(tookMs);
      const rested = this.#takeRested(startMs);
      if (rested.length > 0) onRest(rested);
      const leftMs = Math.max(0, nextMs - performance.now());
      const pauseMs = this.#changedMs.size > 0 ? Math.min(LOOK_AGAIN_MS, leftMs) : leftMs;
      await pause(pauseMs, undefined, { ref: false, signal }).catch(() => {});
    }
  }

  /** The pause after a look at everything that took this long. */
  #pauseMs(tookMs: number): number {
    const { everyMs } = this.#options;
    return Math.max(everyMs, Math.min(MOST_PAUSE_MS, tookMs * PAUSE_FACTOR));
  }

  /** Notes what is not as it was at the last look, among these names or all. */
  async #compare(names?: readonly string[]): Promise<void> {
    const now = await this.#options.take(names);
    if (now === undefined) return;
    const before = this.#stamps;
    const compared = names ?? new Set([...before.keys(), ...now.keys()]);
    const differing = [...compared].filter((name) => before.get(name) !== now.get(name));
    this.#stamps = names === undefined ? now : withStamps(before, now, names);
    if (!this.#isFollowing) return;
    const seenMs = performance.now();
    for (const name of differing) this.#changedMs.set(name, seenMs);
  }

  /** The names that did not change from their last change until a look that began at `lookMs`. They are not reported again. */
  #takeRested(lookMs: number): readonly string[] {
    const rested = [...this.#changedMs].flatMap(([name, seenMs]) =>
      lookMs - seenMs >= this.#options.restMs ? [name] : [],
    );
    this.settle(rested);
    return rested;
  }
}

const withStamps = (
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
  names: readonly string[],
): ReadonlyMap<string, string> => {
  const stamps = new Map(before);
  for (const name of names) {
    const stamp = now.get(name);
    if (stamp === undefined) stamps.delete(name);
    else stamps.set(name, stamp);
  }
  return stamps;
};
