// How good the search is: the part of the right tools that is among the first five, within 2,000 tokens.

import { expect } from 'chai';
import { Definitions } from '../../../src/catalog/search/definitions.ts';
import { findTools } from '../../../src/catalog/search/find-tools.ts';
import { TokenCounts, type TokensOf } from '../../../src/catalog/search/tokens.ts';
import { SidePool } from '../../../src/shared/lifetime/side-pool.ts';
import { byLetters, byNoise, type StandIn } from './stand-ins.ts';
import { CORPUS, QUERIES, type Query } from './world.ts';

/** The mean over the queries. */
const recall = (queries: readonly Query[], tokensOf: TokensOf, meaning?: StandIn): number => {
  const parts = queries.map(({ query, right }) => {
    const request = { query, maxTokens: 2_000, limit: 5, similaritiesOf: meaning?.({ query, right }) };
    const { tools } = findTools(CORPUS, request, tokensOf);
    return right.filter((name) => tools.some((tool) => tool.name === name)).length / right.length;
  });
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
};

describe('the search for tools, on the tools and queries that are kept for it', function () {
  this.timeout(20_000);
  const names = new Set(CORPUS.flatMap(({ tools }) => tools.map(({ name }) => name)));
  const all = [...QUERIES.tuning, ...QUERIES.heldOut, ...QUERIES.later];
  let tokensOf: TokensOf;
  before(async () => {
    const side = new SidePool();
    tokensOf = await new TokenCounts(new Definitions(side)).of(CORPUS.flatMap(({ tools }) => tools));
    await side.close();
  });

  it('has enough tools and queries, and no right tool that does not exist', () => {
    expect(names.size).to.be.at.least(320);
    expect(CORPUS.flatMap(({ tools }) => tools)).to.have.length(names.size);
    expect(all.length).to.be.at.least(130);
    expect(new Set(all.map(({ query }) => query)).size).to.equal(all.length);
    expect(all.filter(({ right }) => right.length === 0 || !right.every((name) => names.has(name)))).to.deep.equal([]);
  });

  it('finds nine of ten right tools over all queries', () => {
    expect(recall(all, tokensOf)).to.be.at.least(0.9);
  });

  // Below the goal of 0.9: the search compares words, and these queries have words that neither the tools nor the synonyms have.
  it('finds as many as before of the queries that were not tuned for', () => {
    expect(recall(QUERIES.heldOut, tokensOf), 'held out').to.be.at.least(0.88);
    expect(recall(QUERIES.later, tokensOf), 'written later').to.be.at.least(0.76);
  });

  it('finds more if a model that is good alone helps, and hardly less with a bad one', () => {
    const later = recall(QUERIES.later, tokensOf);
    const [bad, fair] = [recall(all, tokensOf, byLetters), recall(all, tokensOf, byNoise(2.5))];
    // Alone, the letters find 0.53 of the right tools, and the noise with a grain of truth 0.56.
    expect(bad, 'letters').to.be.at.least(0.86);
    expect(recall(QUERIES.later, tokensOf, byLetters), 'letters, written later').to.be.above(later + 0.04);
    expect(fair, 'noise').to.be.at.least(0.95);
    expect(recall(all, tokensOf, byNoise(0)), 'noise alone').to.be.at.least(0.78);
  });

  it('finds most tools even if only the best two fit', () => {
    const found = all.filter(({ query, right }) =>
      findTools(CORPUS, { query, maxTokens: 250 }, tokensOf).tools.some(({ name }) => right.includes(name)),
    );
    expect(found.length / all.length).to.be.at.least(0.8);
  });
});
