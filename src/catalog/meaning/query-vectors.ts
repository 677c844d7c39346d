// The vectors of recent queries: each query is asked for once, however many callers send it at a time. Front process, main thread.

import type { Asker, Endpoint, Expected } from './ask.ts';

/** Queries whose vectors are kept; those used last. */
const KEPT = 256;
/** Questions under way at a time: further queries are ranked by words alone. */
const MOST_UNDER_WAY = 8;

/** A vector, or null for a query that the endpoint refuses. */
type Known = Float64Array | null;

export class QueryVectors {
  readonly #asker: Asker;
  readonly #kept = new Map<string, Known>();
  #underWay = new Map<string, Promise<Float64Array | undefined>>();

  constructor(asker: Asker) {
    this.#asker = asker;
  }

  /**
   * The vector of `query`, which is not blank. Resolves with undefined if there is none that is as expected. `mayAsk` is called if the endpoint has to be
   * asked for it.
   */
  of(query: string, endpoint: Endpoint, expected: Expected, mayAsk: () => boolean): Promise<Float64Array | undefined> {
    const known = this.#kept.get(query);
    if (known !== undefined) {
      this.#keep(query, known);
      return Promise.resolve(known ?? undefined);
    }
    const asked = this.#underWay.get(query);
    if (asked) return asked;
    if (this.#underWay.size >= MOST_UNDER_WAY || this.#asker.waitMs > 0 || !mayAsk()) return Promise.resolve(undefined);
    const underWay = this.#underWay;
    const asking = this.#ask(query, endpoint, expected).finally(() => underWay.delete(query));
    underWay.set(query, asking);
    return asking;
  }

  /** Forgets all: there is another endpoint. */
  clear(): void {
    this.#kept.clear();
    this.#underWay = new Map();
  }

  async #ask(query: string, endpoint: Endpoint, expected: Expected): Promise<Float64Array | undefined> {
    const underWay = this.#underWay;
    const answer = await this.#asker.ask(endpoint, [query], expected);
    // Another endpoint has taken its place meanwhile.
    if (underWay !== this.#underWay) return undefined;
    if (answer.ok) return this.#keep(query, Float64Array.from(answer.vectors)) ?? undefined;
    if (answer.isText) this.#keep(query, null);
    return undefined;
  }

  #keep(query: string, known: Known): Known {
    this.#kept.delete(query);
    this.#kept.set(query, known);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return known;
  }
}
