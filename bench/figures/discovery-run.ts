// One process of the measurement of the search: builds the index, searches, counts tokens, and prints what it took as JSON.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Meanings, type SimilaritiesOf } from '../../src/catalog/meaning/meanings.ts';
import type { DiscoverablePlugin } from '../../src/catalog/search/fields.ts';
import { findTools } from '../../src/catalog/search/find-tools.ts';
import { indexOf } from '../../src/catalog/search/ranking.ts';
import type { EmbeddingAnswer, EmbeddingRequest } from '../../src/shared/protocol/embeddings.ts';
import { median } from '../measure/statistics.ts';

const TOOLS = 1_000;
const VISITS = 20;
/** Numbers of a vector, as common models have them. */
const DIMENSIONS = 1_536;
const FOLDER = join(import.meta.dirname, '../../test/catalog/search');

const read = (path: string): unknown => JSON.parse(readFileSync(join(FOLDER, path), 'utf8'));

/** The tools of the evaluation, several times under other names, to a thousand. */
const thousandTools = (): readonly DiscoverablePlugin[] => {
  const plugins: DiscoverablePlugin[] = [];
  for (let copy = 1, left = TOOLS; left > 0; copy += 1)
    for (const file of readdirSync(join(FOLDER, 'corpus')).toSorted())
      for (const { name, tools, ...rest } of read(`corpus/${file}`) as readonly DiscoverablePlugin[]) {
        const taken = tools.slice(0, left).map((tool) => ({ ...tool, name: `${tool.name}_${copy}` }));
        left -= taken.length;
        if (taken.length > 0) plugins.push({ ...rest, name: `${name}-${copy}`, tools: taken });
      }
  return plugins;
};

const timed = <Value>(run: () => Value): { readonly ms: number; readonly value: Value } => {
  const startMs = performance.now();
  const value = run();
  return { ms: performance.now() - startMs, value };
};

const usedMb = (of: 'arrayBuffers' | 'heapUsed' | 'rss'): number => {
  globalThis.gc?.();
  return process.memoryUsage()[of] / 1e6;
};

const plugins = thousandTools();
const queries = Object.values(
  read('queries.json') as Readonly<Record<string, readonly { readonly query: string }[]>>,
).flat();
const emptyMb = usedMb('heapUsed');
const build = timed(() => indexOf(plugins));
const indexMb = usedMb('heapUsed') - emptyMb;
// The next snapshot: another list of the same definitions.
const rebuild = timed(() => indexOf([...plugins]));
const beforeTablesMb = usedMb('rss');
const startMs = performance.now();
const { toolTokens } = await import('../../src/catalog/search/token-count.ts');
const loadMs = performance.now() - startMs;
const tablesMb = usedMb('rss') - beforeTablesMb;
const counts = new Map<object, number>();
const count = timed(() => {
  for (const tool of plugins.flatMap(({ tools }) => tools)) counts.set(tool, toolTokens(tool));
});
const tokensOf = (tool: object): number => counts.get(tool) ?? 0;
/** What each search takes, in milliseconds. */
const searchAll = (similaritiesOf?: SimilaritiesOf): readonly number[] => {
  const searches: number[] = [];
  for (let visit = 0; visit <= VISITS; visit += 1)
    for (const { query } of queries) {
      const request = { query, maxTokens: 2_000, allows: () => true, similaritiesOf };
      const { ms } = timed(() => findTools(plugins, request, tokensOf));
      // Visit 0 warms up.
      if (visit > 0) searches.push(ms);
    }
  return searches;
};

/** Vectors that an endpoint could send: how long they are compared does not depend on what they mean. */
const vectorsFor = async ({ texts }: EmbeddingRequest): Promise<EmbeddingAnswer> => ({
  ok: true,
  dimensions: DIMENSIONS,
  vectors: Float32Array.from({ length: texts.length * DIMENSIONS }, () => (Math.random() - 0.5) / 10),
});

/** Compares with all tools, once they have vectors. */
const meaningOfAll = async (): Promise<SimilaritiesOf> => {
  const meanings = new Meanings({ embed: vectorsFor, onNotice: () => {} });
  meanings.use({ url: 'https://vectors.example', model: 'any', secret: '', timeoutMs: 10_000 });
  meanings.follow(plugins);
  for (;;) {
    const found = await meanings.of(
      'send a message',
      plugins.flatMap(({ tools }) => tools),
      'bench',
    );
    if (found) return found;
    await setTimeout(10);
  }
};

const searches = searchAll();
const beforeVectorsMb = usedMb('arrayBuffers');
const similaritiesOf = await meaningOfAll();
const vectorsMb = usedMb('arrayBuffers') - beforeVectorsMb;
const searchesByMeaning = searchAll(similaritiesOf);
process.stdout.write(
  JSON.stringify({
    queryMs: median(searches),
    slowestQueryMs: Math.max(...searches),
    meaningQueryMs: median(searchesByMeaning),
    slowestMeaningQueryMs: Math.max(...searchesByMeaning),
    vectorsMb,
    buildMs: build.ms,
    rebuildMs: rebuild.ms,
    indexMb,
    loadMs,
    tablesMb,
    countMs: count.ms,
  }),
);
