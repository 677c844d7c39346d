// The tools and queries that discovery is judged by, and what the tests of discovery share.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DiscoverablePlugin } from '../../../src/catalog/search/fields.ts';
import type { OfferedTool } from '../../../src/catalog/search/token-count.ts';

/** What an agent asks, and the names of the tools that it should get. */
export interface Query {
  readonly query: string;
  readonly right: readonly string[];
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'));

/** 431 tools of many fields, with near-duplicates that compete. Only the parts of a manifest that a search reads. */
export const CORPUS: readonly DiscoverablePlugin[] = readdirSync(join(import.meta.dirname, 'corpus'))
  .toSorted()
  .flatMap((file) => read(`corpus/${file}`) as readonly DiscoverablePlugin[]);

/**
 * `tuning`: looked at while weights and synonyms were chosen. `heldOut`: written before the search, and never looked at. `later`: written after weights
 * and synonyms were final.
 */
export const QUERIES = read('queries.json') as Readonly<Record<'tuning' | 'heldOut' | 'later', readonly Query[]>>;

/** Counts ten tokens for every definition. */
export const TEN = (_: OfferedTool): number => 10;
