// How good the search is: the part of the right tools that is among the first five, within 2,000 tokens.

import { expect } from 'chai';
import { findTools } from '../../../src/catalog/search/find-tools.ts';
import type { TokensOf } from '../../../src/catalog/search/tokens.ts';
import { ALL_QUERIES, recall, tokensOfCorpus } from './recall.ts';
import { byLetters } from './stand-ins.ts';
import { CORPUS, QUERIES } from './world.ts';

describe('the search for tools, on the tools and queries that are kept for it', function () {
  this.timeout(20_000);
  const names = new Set(CORPUS.flatMap(({ tools }) => tools.map(({ name }) => name)));
  let tokensOf: TokensOf;
  before(async () => {
    tokensOf = await tokensOfCorpus();
  });

  it('has enough tools and queries, and no right tool that does not exist', () => {
    expect(names.size).to.be.at.least(320);
    expect(CORPUS.flatMap(({ tools }) => tools)).to.have.length(names.size);
    expect(ALL_QUERIES.length).to.be.at.least(130);
    expect(new Set(ALL_QUERIES.map(({ query }) => query)).size).to.equal(ALL_QUERIES.length);
    expect(
      ALL_QUERIES.filter(({ right }) => right.length === 0 || !right.every((name) => names.has(name))),
    ).to.deep.equal([]);
  });

  it('finds nine of ten right tools over all queries', () => {
    expect(recall(ALL_QUERIES, tokensOf)).to.be.at.least(0.9);
  });

  // Below the goal of 0.9: the search compares words, and these queries have words that neither the tools nor the synonyms have.
  it('finds as many as before of the queries that were not tuned for', () => {
    expect(recall(QUERIES.heldOut, tokensOf), 'held out').to.be.at.least(0.88);
    expect(recall(QUERIES.later, tokensOf), 'written later').to.be.at.least(0.76);
  });

  it('finds more of them if a model helps that compares letters', () => {
    const later = recall(QUERIES.later, tokensOf);
    expect(recall(QUERIES.later, tokensOf, byLetters)).to.be.above(later + 0.04);
  });

  it('finds most tools even if only the best two fit', () => {
    const found = ALL_QUERIES.filter(({ query, right }) =>
      findTools(CORPUS, { query, maxTokens: 250 }, tokensOf).tools.some(({ name }) => right.includes(name)),
    );
    expect(found.length / ALL_QUERIES.length).to.be.at.least(0.8);
  });
});
