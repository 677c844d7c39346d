// The server's side of the thread that reads source maps: starts it when a stack is first to be mapped, ends it when it takes too
// long or nobody needs it, and remembers what it said. Guests write what looks like stacks, so the thread has so much time of each minute for a bundle, and
// bundles take turns. Front process.

import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { MapAnswer, MapTask, RunPlace } from './map-task.ts';
import { TimeShares } from './time-shares.ts';

export interface MapLinkOptions {
  readonly caps: MapTask['caps'];
  /** For one task, the reading and the compiling of the bundle included. Milliseconds. */
  readonly taskMs?: number;
  /** Of each minute, for one bundle. Milliseconds. */
  readonly bundleMs?: number;
  /** File of the thread. */
  readonly threadFile?: string;
}

/** A version of a plugin, and where it lies. */
export interface MappedBundle {
  readonly digest: string;
  readonly path: string;
}

const THREAD_FILE = fileURLToPath(new URL('./map-thread.ts', import.meta.url));
const TASK_MS = 12_000;
/** The compiler is a process, which nobody would end once the thread is gone: it has to end first. */
const COMPILE_SHARE = 1 / 3;
/** A first compilation on a busy machine, and many lookups. */
const BUNDLE_MS = 5_000;
/** Batches of one bundle that may wait for their turn, and how long: lines of a log are not worth a backlog. */
const MOST_WAITING = 16;
const PATIENCE_MS = 5_000;
const IDLE_MS = 60_000;
const HEAP_MB = 256;
/** Places that are remembered, of all bundles together. */
const MOST_PLACES = 1_000;
/** A bundle whose maps could not be read in time is not tried again for so long. Milliseconds. */
const GIVEN_UP_MS = 600_000;

/** Places of one batch that are to be mapped. */
interface Asked {
  readonly bundle: MappedBundle;
  readonly places: readonly RunPlace[];
  readonly sinceMs: number;
  readonly onAnswer: (answer: MapAnswer) => void;
}

const NONE: MapAnswer = [];

export class MapLink {
  readonly #options: MapLinkOptions;
  readonly #places = new Map<string, string>();
  /** Digest → until when, as performance.now() has it. */
  readonly #givenUp = new Map<string, number>();
  readonly #closed = new AbortController();
  /** Digest → what waits for it; the bundle whose turn is next comes first. */
  readonly #waiting = new Map<string, Asked[]>();
  readonly #shares: TimeShares;
  #pool: Piscina<MapTask, MapAnswer> | undefined;
  #working: Promise<void> | undefined;

  constructor(options: MapLinkOptions) {
    this.#options = options;
    this.#shares = new TimeShares(options.bundleMs ?? BUNDLE_MS);
  }

  /** The author's places, as far as they can be had within the time. Never rejects. */
  async placesOf(bundle: MappedBundle, places: readonly RunPlace[]): Promise<MapAnswer> {
    const keyOf = ({ file, line, column }: RunPlace): string => `${bundle.digest} ${line}:${column} ${file}`;
    const unknown = places.filter((place) => !this.#places.has(keyOf(place)));
    if (unknown.length > 0) {
      const answer = await this.#answerTo(bundle, unknown);
      for (const [index, place] of unknown.entries()) this.#keep(keyOf(place), answer[index]);
    }
    return places.map((place) => this.#places.get(keyOf(place)) ?? null);
  }

  /** Waits for a turn. Nothing is mapped where the bundle has had its time, or too many wait for it already. */
  #answerTo(bundle: MappedBundle, places: readonly RunPlace[]): Promise<MapAnswer> {
    const before = this.#waiting.get(bundle.digest) ?? [];
    if (before.length >= MOST_WAITING || !this.#shares.hasTime(bundle.digest)) return Promise.resolve(NONE);
    this.#waiting.set(bundle.digest, before);
    return new Promise((onAnswer) => {
      before.push({ bundle, places, sinceMs: performance.now(), onAnswer });
      this.#working ??= this.#work();
    });
  }

  /** One after the other: a task's time must not run while it waits for another's. */
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

  /** What is asked first of the bundle whose turn it is; that bundle is last from now on. */
  #next(): Asked | undefined {
    for (const [digest, all] of this.#waiting) {
      const asked = all.shift();
      this.#waiting.delete(digest);
      if (all.length > 0) this.#waiting.set(digest, all);
      return asked;
    }
    return undefined;
  }

  /** Ends the thread; what is asked for is answered without it. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#working;
    await this.#pool?.destroy();
  }

  /** Places that are none of the author's are not remembered: there is no end of them. */
  #keep(key: string, place: string | null | undefined): void {
    if (typeof place !== 'string') return;
    this.#places.set(key, place);
    const [oldest] = this.#places.keys();
    if (this.#places.size > MOST_PLACES && oldest !== undefined) this.#places.delete(oldest);
  }

  async #ask({ digest, path }: MappedBundle, places: readonly RunPlace[]): Promise<MapAnswer> {
    const now = performance.now();
    if (this.#closed.signal.aborted || (this.#givenUp.get(digest) ?? 0) > now) return [];
    const { caps, taskMs = TASK_MS } = this.#options;
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(taskMs)]);
    this.#pool ??= this.#open();
    try {
      return await this.#pool.run({ digest, path, caps, places, compileMs: taskMs * COMPILE_SHARE }, { signal });
    } catch {
      for (const [other, until] of this.#givenUp) if (until <= now) this.#givenUp.delete(other);
      this.#givenUp.set(digest, now + GIVEN_UP_MS);
      return [];
    }
  }

  #open(): Piscina<MapTask, MapAnswer> {
    return new Piscina<MapTask, MapAnswer>({
      filename: this.#options.threadFile ?? THREAD_FILE,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      // It reads text that others wrote: nothing of the operator's environment is of use to it.
      env: {},
    });
  }
}
