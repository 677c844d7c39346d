// The vectors of the tools that serve: asked for in the background, in batches, once for each text. Front process, main thread.

import { createHash } from 'node:crypto';
import type { EmbeddingAnswer } from '../../shared/protocol/embeddings.ts';
import type { DiscoverablePlugin, DiscoverableTool } from '../search/fields.ts';
import type { Asker, Endpoint } from './ask.ts';
import { toolText } from './tool-text.ts';
import { VectorTable } from './vector-table.ts';

/** Texts of one request: its reply is read in one piece. */
const BATCH = 16;
/** For a batch: a model without a graphics card takes seconds. */
const BATCH_MS = 60_000;
/** The part of the tools that must have a vector before similarities say anything: the nearest of a few is not near. */
const LEAST_KNOWN = 0.9;

interface ToolKey {
  readonly plugin: DiscoverablePlugin;
  readonly text: string;
  readonly key: string;
}

/** Follows the tools of each snapshot. Nothing waits for it. */
export class ToolVectors {
  readonly #asker: Asker;
  readonly #table = new VectorTable();
  /** Text by key, of the tools that serve. */
  #texts: ReadonlyMap<string, string> = new Map();
  /** What was read of a definition. It is never changed: a snapshot is frozen. */
  readonly #read = new WeakMap<DiscoverableTool, ToolKey>();
  /** Keys of texts that get no vector from this endpoint. */
  readonly #refused = new Set<string>();
  #endpoint: Endpoint | undefined;
  /** Endpoint of the request in flight. */
  #asking: Endpoint | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(asker: Asker) {
    this.#asker = asker;
  }

  /** Asks `endpoint` from now on, or nobody. All vectors are forgotten if another model makes them. */
  use(endpoint: Endpoint | undefined): void {
    const before = this.#endpoint;
    this.#endpoint = endpoint;
    this.#refused.clear();
    if (before?.url !== endpoint?.url || before?.model !== endpoint?.model) this.#table.clear();
    this.#continue();
  }

  /** Follows the tools of these plugins, and forgets all others. */
  follow(plugins: readonly DiscoverablePlugin[]): void {
    const texts = new Map<string, string>();
    for (const plugin of plugins) {
      for (const tool of plugin.tools) {
        const { key, text } = this.#keyOf(tool, plugin);
        texts.set(key, text);
      }
    }
    this.#texts = texts;
    const keys = new Set(texts.keys());
    this.#table.keepOnly(keys);
    for (const key of this.#refused) if (!keys.has(key)) this.#refused.delete(key);
    this.#continue();
  }

  /** Numbers of each vector; 0 while there is none. */
  get dimensions(): number {
    return this.#table.dimensions;
  }

  /** True if nearly all of these tools have a vector. */
  knows(tools: readonly DiscoverableTool[]): boolean {
    return areMostlyKnown(this.#rowsOf(tools));
  }

  /** The similarity of each tool to a query, -1 to 1; NaN for a tool without a vector. Undefined if the vectors of the two cannot be compared. */
  similarities(query: Float64Array, tools: readonly DiscoverableTool[]): Float32Array | undefined {
    const rows = this.#rowsOf(tools);
    if (query.length !== this.#table.dimensions || !areMostlyKnown(rows)) return undefined;
    return this.#table.similarities(query, rows);
  }

  close(): void {
    this.use(undefined);
    clearTimeout(this.#timer);
  }

  #keyOf(tool: DiscoverableTool, plugin: DiscoverablePlugin): ToolKey {
    const known = this.#read.get(tool);
    if (known?.plugin === plugin) return known;
    const text = toolText(tool, plugin);
    const read = { plugin, text, key: createHash('sha256').update(text).digest('base64') };
    this.#read.set(tool, read);
    return read;
  }

  /** The row of each tool in the table; -1 for a tool without a vector. */
  #rowsOf(tools: readonly DiscoverableTool[]): Int32Array {
    const rows = new Int32Array(tools.length);
    for (const [at, tool] of tools.entries()) {
      const key = this.#read.get(tool)?.key;
      rows[at] = (key === undefined ? undefined : this.#table.rowOf(key)) ?? -1;
    }
    return rows;
  }

  /** Asks for the next batch, now or when the endpoint may be asked again. */
  #continue(): void {
    const endpoint = this.#endpoint;
    if (endpoint === undefined || this.#asking === endpoint) return;
    const batch = this.#nextBatch();
    if (batch.length === 0) return;
    clearTimeout(this.#timer);
    const { waitMs } = this.#asker;
    if (waitMs > 0) {
      this.#timer = setTimeout(() => this.#continue(), waitMs).unref();
      return;
    }
    this.#asking = endpoint;
    void this.#fill(batch, endpoint).finally(() => {
      if (this.#asking === endpoint) this.#asking = undefined;
      this.#continue();
    });
  }

  #nextBatch(): readonly string[] {
    const batch: string[] = [];
    for (const key of this.#texts.keys()) {
      if (batch.length === BATCH) break;
      if (this.#table.rowOf(key) === undefined && !this.#refused.has(key)) batch.push(key);
    }
    return batch;
  }

  async #fill(batch: readonly string[], endpoint: Endpoint): Promise<void> {
    const answer = await this.#ask(batch, endpoint);
    if (answer.ok || !answer.isText) return this.#take(batch, answer);
    // One of the texts may be to blame: each goes by itself.
    for (const key of batch) {
      if (this.#endpoint !== endpoint || this.#asker.waitMs > 0) return;
      // The snapshot may have changed since.
      if (!this.#texts.has(key)) continue;
      this.#take([key], await this.#ask([key], endpoint));
    }
    const isAll = batch.every((key) => this.#refused.has(key));
    if (isAll && (batch.length > 1 || this.#table.dimensions === 0)) this.#asker.failed(endpoint, answer.why);
  }

  /** `keys` are those of tools that serve. */
  async #ask(keys: readonly string[], endpoint: Endpoint): Promise<EmbeddingAnswer> {
    const texts = keys.map((key) => this.#texts.get(key) as string);
    const answer = await this.#asker.ask(endpoint, texts, { timeoutMs: BATCH_MS, dimensions: this.dimensions });
    return this.#endpoint === endpoint ? answer : { ok: false, why: 'another endpoint is set', isText: false };
  }

  #take(keys: readonly string[], answer: EmbeddingAnswer): void {
    if (!answer.ok) {
      if (answer.isText) for (const key of keys) this.#refused.add(key);
      return;
    }
    const { dimensions, vectors } = answer;
    for (const [at, key] of keys.entries()) {
      if (!this.#texts.has(key)) continue;
      const vector = vectors.subarray(at * dimensions, (at + 1) * dimensions);
      if (!this.#table.add(key, vector, this.#texts.size)) this.#refused.add(key);
    }
  }
}

const areMostlyKnown = (rows: Int32Array): boolean => {
  let known = 0;
  for (const row of rows) if (row >= 0) known += 1;
  return known > 0 && known >= rows.length * LEAST_KNOWN;
};
