// Callers of another plugin, who call all the time while attacks go on, and must get every answer right.

import { NEIGHBOUR_TOOL } from './bundles.ts';
import { Caller } from './caller.ts';

/** Between an answer and the next call of one caller: enough to leave the machine to the attacks. */
const PAUSE_MS = 25;
const PATIENCE_MS = 30_000;

/** What happened to the neighbours over a while. */
export interface Toll {
  readonly calls: number;
  /** Each wrong or missing answer. */
  readonly failures: readonly string[];
  readonly slowestMs: number;
}

interface Sample {
  readonly startMs: number;
  readonly tookMs: number;
  readonly failure: string | undefined;
}

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

  /** The toll of the calls that were in flight at `sinceMs` (of `performance.now`) or began later: at least one, those in flight now included. */
  async tollSince(sinceMs: number): Promise<Toll> {
    const ended = (): Sample[] => this.#samples.filter(({ startMs, tookMs }) => startMs + tookMs >= sinceMs);
    await Promise.all(this.#inFlight);
    while (ended().length === 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
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
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async #call(n: number): Promise<void> {
    const startMs = performance.now();
    const { code, value, detail } = await this.#caller.call(NEIGHBOUR_TOOL, { n }, PATIENCE_MS);
    const { sum } = (value ?? {}) as { sum?: unknown };
    const right = code === 'ok' && sum === (n * (n + 1)) / 2;
    const failure = right ? undefined : `${code} ${detail ?? JSON.stringify(value)}`;
    this.#samples.push({ startMs, tookMs: performance.now() - startMs, failure });
  }
}
