// The server's side of the thread that reads source maps: starts it when a stack is first to be mapped, ends it when it takes too
// long or nobody needs it, and remembers what it said. Front process.

import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { MapAnswer, MapTask, RunPlace } from './map-task.ts';

export interface MapLinkOptions {
  readonly caps: MapTask['caps'];
  /** For one task, the reading and the compiling of the bundle included. Milliseconds. */
  readonly taskMs?: number;
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
const IDLE_MS = 60_000;
const HEAP_MB = 256;
/** Places that are remembered, of all bundles together. */
const MOST_PLACES = 1_000;
/** A bundle whose maps could not be read in time is not tried again for so long. Milliseconds. */
const GIVEN_UP_MS = 600_000;

export class MapLink {
  readonly #options: MapLinkOptions;
  readonly #places = new Map<string, string | null>();
  /** Digest → until when, as performance.now() has it. */
  readonly #givenUp = new Map<string, number>();
  readonly #closed = new AbortController();
  #pool: Piscina<MapTask, MapAnswer> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: MapLinkOptions) {
    this.#options = options;
  }

  /** The author's places, as far as they can be had within the time. Never rejects. */
  async placesOf(bundle: MappedBundle, places: readonly RunPlace[]): Promise<MapAnswer> {
    const keyOf = ({ file, line, column }: RunPlace): string => `${bundle.digest} ${line}:${column} ${file}`;
    const unknown = places.filter((place) => !this.#places.has(keyOf(place)));
    if (unknown.length > 0) {
      // One after the other: a task's time must not run while it waits for another's.
      const asked = this.#last.then(() => this.#ask(bundle, unknown));
      this.#last = asked;
      const answer = await asked;
      for (const [index, place] of unknown.entries()) this.#keep(keyOf(place), answer[index]);
    }
    return places.map((place) => this.#places.get(keyOf(place)) ?? null);
  }

  /** Ends the thread; what is asked for is answered without it. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#last;
    await this.#pool?.destroy();
  }

  #keep(key: string, place: string | null | undefined): void {
    if (place === undefined) return;
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
