// Calls another plugin all the time during the attacks. Every answer must be right.

import { setTimeout } from 'node:timers/promises';
import { NEIGHBOUR_TOOL } from './bundles.ts';
import { Caller } from './caller.ts';

/** Between an answer and the caller's next call, so that the attacks have the machine most of the time. */
const PAUSE_MS = 25;
const PATIENCE_MS = 30_000;

/** The neighbours' calls during an attack. */
export interface Toll {
  readonly calls: number;
  /** One text for each wrong or missing answer. */
  readonly failures: readonly string[];
  readonly slowestMs: number;
}

interface Sample {
  readonly startMs: number;
  readonly tookMs: number;
  readonly failure: string | undefined;
}

/** Callers that call all the time, from construction until `stop`. */
export class Neighbours {
  readonly #caller: Caller;
  readonly #samples: Sample[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  readonly #loops: Promise<void>[] = [];
  #stopped = false;

  constructor(url: string, callers: number) {
    this.#caller = new Caller(url, true);
    for (let i = 0; i < callers; i += 1) this.#loops.push(this.#loop(i));
  }

  /** The toll of the calls that were in flight at `sinceMs` (of `performance.now`) or began later. Waits for those in flight now, and for at least one. */
  async tollSince(sinceMs: number): Promise<Toll> {
    const ended = (): Sample[] => this.#samples.filter(({ startMs, tookMs }) => startMs + tookMs >= sinceMs);
    await Promise.all(this.#inFlight);
    while (ended().length === 0) await setTimeout(PAUSE_MS);
    const samples = ended();
    return {
      calls: samples.length,
      failures: samples.flatMap(({ failure }) => (failure === undefined ? [] : [failure])),
      slowestMs: Math.round(samples.reduce((slowest, { tookMs }) => Math.max(slowest, tookMs), 0)),
    };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#loops);
    this.#caller.close();
  }

  async #loop(first: number): Promise<void> {
    for (let n = first; !this.#stopped; n = (n + 1) % 1000) {
      const calling = this.#call(n);
      this.#inFlight.add(calling);
      await calling;
      this.#inFlight.delete(calling);
      await setTimeout(PAUSE_MS);
    }
  }

  async #call(n: number): Promise<void> {
    const startMs = performance.now();
    const { code, value, detail } = await this.#caller.call(NEIGHBOUR_TOOL, { n }, PATIENCE_MS);
    const { sum } = (value ?? {}) as { sum?: unknown };
    const isRight = code === 'ok' && sum === (n * (n + 1)) / 2;
    const failure = isRight ? undefined : `${code} ${detail ?? JSON.stringify(value)}`;
    this.#samples.push({ startMs, tookMs: performance.now() - startMs, failure });
  }
}
