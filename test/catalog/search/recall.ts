// Support: how good the search is on the tools and queries that are kept for it.

import { Definitions } from '../../../src/catalog/search/definitions.ts';
import { findTools } from '../../../src/catalog/search/find-tools.ts';
import { TokenCounts, type TokensOf } from '../../../src/catalog/search/tokens.ts';
import { SidePool } from '../../../src/shared/lifetime/side-pool.ts';
import type { StandIn } from './stand-ins.ts';
import { CORPUS, QUERIES, type Query } from './world.ts';

export const ALL_QUERIES = [...QUERIES.tuning, ...QUERIES.heldOut, ...QUERIES.later];

export const tokensOfCorpus = async (): Promise<TokensOf> => {
  const side = new SidePool();
  try {
    return await new TokenCounts(new Definitions(side)).of(CORPUS.flatMap(({ tools }) => tools));
  } finally {
    await side.close();
  }
};

/** The part of the right tools that is among the first five, within 2,000 tokens: the mean over the queries. */
export const recall = (queries: readonly Query[], tokensOf: TokensOf, meaning?: StandIn): number => {
  const parts = queries.map(({ query, right }) => {
    const request = { query, maxTokens: 2_000, limit: 5, similaritiesOf: meaning?.({ query, right }) };
    const { tools } = findTools(CORPUS, request, tokensOf);
    return right.filter((name) => tools.some((tool) => tool.name === name)).length / right.length;
  });
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
};
