// Compares the meaning of a query with that of tools, as far as the operator's endpoint answers in time. Front process, main thread.
//
// An operator's endpoint turns tools and queries into vectors; without `discovery.embeddings` no text leaves the server. The control thread asks
// it through the egress of plugins, so there is no second way out. An endpoint never fails a search: there is a deadline and a pause after
// failures, and words alone rank otherwise. A query that the endpoint refuses is not its failure, or a caller could turn the meaning off for
// others.
//
// Words count 0.6 and meaning 0.4 (src/catalog/search/meaning.ts). A good model raises recall from 0.91 to 0.97, pure noise lowers it to 0.85,
// with half of the score each to 0.70. Rejected: a model of our own, a hundred megabytes and the CPU that runners need; reciprocal rank fusion,
// where noise lowers recall to 0.30; a threshold of similarity, which nobody knows; vectors on disk, because a thousand tools are 63 requests in
// the background; a vector index, because comparing 1,000 tools takes a millisecond.
//
// Costs: queries leave the server. A caller who searches without pause can hold all 8 places at the endpoint, until its allowance is used up.

import type { Notice } from '../../shared/protocol/task.ts';
import type { DiscoverablePlugin, DiscoverableTool } from '../search/fields.ts';
import { Asker, type Embed, type Endpoint, reportsTo } from './ask.ts';
import { QueryVectors } from './query-vectors.ts';
import { SearchBudget } from './search-budget.ts';
import { ToolVectors } from './tool-vectors.ts';

/** The endpoint, and how long a search waits for it. */
export interface MeaningSettings extends Endpoint {
  readonly timeoutMs: number;
}

/** The similarity of each tool to one query, -1 to 1; NaN for a tool without a vector. Undefined if they cannot be compared any more. */
export type SimilaritiesOf = (tools: readonly DiscoverableTool[]) => Float32Array | undefined;

export interface MeaningsParts {
  readonly embed: Embed;
  readonly onNotice: (notice: Notice) => void;
  /** The clock of allowances; never goes back. */
  readonly nowMs?: () => number;
}

/** Memory: a vector for each tool, 256 MB at most, and 256 for queries. */
export class Meanings {
  readonly #forTools: Asker;
  readonly #forQueries: Asker;
  readonly #tools: ToolVectors;
  readonly #queries: QueryVectors;
  readonly #budget: SearchBudget;
  #settings: MeaningSettings | undefined;

  constructor({ embed, onNotice, nowMs }: MeaningsParts) {
    this.#budget = new SearchBudget(nowMs);
    const reports = reportsTo(onNotice);
    this.#forTools = new Asker(embed, reports, 'the tools');
    this.#forQueries = new Asker(embed, reports, 'a search');
    this.#tools = new ToolVectors(this.#forTools);
    this.#queries = new QueryVectors(this.#forQueries);
  }

  /** Puts other settings in force; undefined for no endpoint. An endpoint that failed is asked again at once. */
  use(settings: MeaningSettings | undefined): void {
    this.#settings = settings;
    this.#forTools.reset();
    this.#forQueries.reset();
    this.#queries.clear();
    this.#tools.use(settings);
  }

  /** Follows the tools of these plugins: the new ones get their vectors in the background. */
  follow(plugins: readonly DiscoverablePlugin[]): void {
    this.#tools.follow(plugins);
  }

  /**
   * Asks for the meaning of a query that is to be compared with these tools. Resolves within `timeoutMs`, with undefined if there is no endpoint, if it
   * does not answer as it should, if the tools have no vectors yet, or if `sharer` has used up its allowance. Never rejects.
   */
  async of(query: string, tools: readonly DiscoverableTool[], sharer: string): Promise<SimilaritiesOf | undefined> {
    const settings = this.#settings;
    const text = query.trim();
    if (settings === undefined || text === '' || !this.#tools.knows(tools)) return undefined;
    const expected = { timeoutMs: settings.timeoutMs, dimensions: this.#tools.dimensions };
    const vector = await this.#queries.of(text, settings, expected, () => this.#budget.take(sharer));
    return vector && this.#settings === settings ? (some) => this.#tools.similarities(vector, some) : undefined;
  }

  close(): void {
    this.use(undefined);
  }
}
