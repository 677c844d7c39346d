// How much models help the search over all queries: good ones and bad ones; see evaluation.test.ts.

import { expect } from 'chai';
import type { TokensOf } from '../../../src/catalog/search/tokens.ts';
import { ALL_QUERIES, recall, tokensOfCorpus } from './recall.ts';
import { byLetters, byNoise } from './stand-ins.ts';

describe('the search for tools with a model', function () {
  this.timeout(120_000);
  let tokensOf: TokensOf;
  before(async () => {
    tokensOf = await tokensOfCorpus();
  });

  it('finds more if the model is good alone, and hardly less with a bad one', () => {
    // Alone, the letters find 0.53 of the right tools, and the noise with a grain of truth 0.56.
    expect(recall(ALL_QUERIES, tokensOf, byLetters), 'letters').to.be.at.least(0.86);
    expect(recall(ALL_QUERIES, tokensOf, byNoise(2.5)), 'noise').to.be.at.least(0.95);
    expect(recall(ALL_QUERIES, tokensOf, byNoise(0)), 'noise alone').to.be.at.least(0.78);
  });
});
