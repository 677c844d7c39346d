// Asks the thread that reads source maps, and keeps its answers. Guests write the stacks, so each bundle may use only some seconds of the
// thread's time in a minute, and bundles take turns. Front process.
//
// A source map is the plugin's text, may be megabytes, and is compiled for places that a guest can make up. So it is read in a thread of its own,
// which ends if a task takes 12 s or 256 MB; that bundle is then left alone for ten minutes. A line that waits 5 s, or behind sixteen others of
// its bundle, goes out as it is. Lines of one call keep their order, and other calls do not wait. Rejected: mapping inside the isolate, which
// would need the map there; mapping when a bundle is loaded, because all would pay for what few need.

import { fileURLToPath } from 'node:url';
import type { SidePool, SideWork } from '../../shared/lifetime/side-pool.ts';
import { compositeKey } from '../../shared/text/composite-key.ts';
import type { MapAnswer, MapTask, RunPlace } from './map-thread.ts';
import { TimeShares } from './time-shares.ts';

export interface MapLinkOptions {
  readonly side: Pick<SidePool, 'run'>;
  readonly caps: MapTask['caps'];
  /** Milliseconds that one task may take, including reading and compiling the bundle. */
  readonly taskMs?: number;
  /** Milliseconds of each minute that one bundle may use. */
  readonly bundleMs?: number;
  readonly work?: SideWork;
}

/** A version of a plugin and its path. */
export interface MappedBundle {
  readonly digest: string;
  readonly path: string;
}

const MAPS: SideWork = {
  file: fileURLToPath(new URL('./map-thread.ts', import.meta.url)),
  // Batches take turns here, because of the time of each bundle.
  atATime: 1,
  mostWaiting: 1,
  heapMb: 256,
};
const TASK_MS = 12_000;
/** The compiler is a process, and nothing ends it after the thread has gone. So it must end first. */
const COMPILE_SHARE = 1 / 3;
/** A first compilation on a busy machine, and many lookups. */
const BUNDLE_MS = 5_000;
/** Batches of one bundle that may wait for their turn, and how long. Lines of a log are not worth a backlog. */
const MOST_WAITING = 16;
const PATIENCE_MS = 5_000;
/** Places that are kept, of all bundles together. */
const MOST_PLACES = 1_000;
/** A bundle whose maps could not be read in time is not tried again for this long. */
const GIVEN_UP_MS = 600_000;

/** Places of one batch that are to be mapped. */
interface Asked {
  readonly bundle: MappedBundle;
  readonly places: readonly RunPlace[];
  readonly sinceMs: number;
  readonly onAnswer: (answer: MapAnswer) => void;
}

const NONE: MapAnswer = [];

/** Asks the thread for places, one batch at a time. A batch that takes longer than `taskMs` ends the thread. No promise rejects. */
export class MapLink {
  readonly #options: MapLinkOptions;
  readonly #places = new Map<string, string>();
  /** Digest → the time of performance.now() until which it is not tried again. */
  readonly #givenUp = new Map<string, number>();
  readonly #closed = new AbortController();
  /** Digest → its waiting batches. The bundle whose turn is next comes first. */
  readonly #waiting = new Map<string, Asked[]>();
  readonly #shares: TimeShares;
  #working: Promise<void> | undefined;

  constructor(options: MapLinkOptions) {
    this.#options = options;
    this.#shares = new TimeShares(options.bundleMs ?? BUNDLE_MS);
  }

  /** The author's places, or null for each place that has none or was not found in time. Never rejects. */
  async placesOf(bundle: MappedBundle, places: readonly RunPlace[]): Promise<MapAnswer> {
    const keyOf = ({ file, line, column, where = '' }: RunPlace): string =>
      compositeKey(bundle.digest, line, column, file, where);
    const unknown = places.filter((place) => !this.#places.has(keyOf(place)));
    if (unknown.length > 0) {
      const answer = await this.#answerTo(bundle, unknown);
      for (const [index, place] of unknown.entries()) this.#keep(keyOf(place), answer[index]);
    }
    return places.map((place) => this.#places.get(keyOf(place)) ?? null);
  }

  /** Waits for a turn. Maps nothing if the bundle has used its time, or too many of its batches wait already. */
  #answerTo(bundle: MappedBundle, places: readonly RunPlace[]): Promise<MapAnswer> {
    const before = this.#waiting.get(bundle.digest) ?? [];
    if (before.length >= MOST_WAITING || !this.#shares.hasTime(bundle.digest)) return Promise.resolve(NONE);
    this.#waiting.set(bundle.digest, before);
    return new Promise((onAnswer) => {
      before.push({ bundle, places, sinceMs: performance.now(), onAnswer });
      this.#working ??= this.#work();
    });
  }

  /** One after the other, because a task's time must not run while it waits for another task. */
  async #work(): Promise<void> {
    for (let next = this.#next(); next; next = this.#next()) {
      const { bundle, places, sinceMs, onAnswer } = next;
      const startedMs = performance.now();
      const isLate = startedMs - sinceMs > PATIENCE_MS || !this.#shares.hasTime(bundle.digest);
      onAnswer(isLate ? NONE : await this.#ask(bundle, places));
      this.#shares.note(bundle.digest, performance.now() - startedMs);
    }
    this.#working = undefined;
  }

  /** The first batch of the bundle whose turn it is. That bundle is last from now on. */
  #next(): Asked | undefined {
    for (const [digest, all] of this.#waiting) {
      const asked = all.shift();
      this.#waiting.delete(digest);
      if (all.length > 0) this.#waiting.set(digest, all);
      return asked;
    }
    return undefined;
  }

  /** Aborts the batch that the thread has. Waiting batches are answered without it. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#working;
  }

  /** Only the author's places are kept, because guests can make up any number of others. */
  #keep(key: string, place: string | null | undefined): void {
    if (typeof place !== 'string') return;
    this.#places.set(key, place);
    const [oldest] = this.#places.keys();
    if (this.#places.size > MOST_PLACES && oldest !== undefined) this.#places.delete(oldest);
  }

  async #ask({ digest, path }: MappedBundle, places: readonly RunPlace[]): Promise<MapAnswer> {
    const now = performance.now();
    if (this.#closed.signal.aborted || (this.#givenUp.get(digest) ?? 0) > now) return [];
    const { side, work = MAPS, caps, taskMs = TASK_MS } = this.#options;
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(taskMs)]);
    const task = { digest, path, caps, places, compileMs: taskMs * COMPILE_SHARE };
    try {
      return await side.run<MapTask, MapAnswer>(work, task, signal);
    } catch {
      for (const [other, until] of this.#givenUp) if (until <= now) this.#givenUp.delete(other);
      this.#givenUp.set(digest, now + GIVEN_UP_MS);
      return [];
    }
  }
}
