// A short sample of the corpus for `npm test`: one attack of each family on an isolate, and a few on a realm. The whole corpus is in
// isolate.host.test.ts and realm.host.test.ts.

import { expect } from 'chai';
import { nameOf, readCorpus } from '../../src/cli/attack/corpus.ts';
import { attackSuite } from './suite.ts';

const SAMPLE = [
  ...[
    'builtins/index-of-array-like',
    'content/two-faces',
    'crashers/growing-map',
    'errors/forged-code',
    'escapes/function-constructor',
  ],
  ...['floods/timers', 'late/spin-after-timer', 'logs/many-lines', 'loops/forever', 'memory/arrays'],
  ...['microtasks/promise-chain', 'modules/throws-at-load', 'reach/not-granted', 'regex/nested-quantifiers'],
  ...['results/cyclic', 'schemas/pattern-on-arguments', 'stack/recursion', 'state/globals', 'tampering/iterators'],
  ...['uncounted/shared-memory', 'wasm/hidden'],
];

/** Families whose attacks end the runner, flood it or change what is shared: a realm holds them in its own way. */
const ON_A_REALM = ['crashers', 'escapes', 'late', 'loops', 'state', 'tampering'];

const corpus = readCorpus();
const attacks = corpus.filter((attack) => SAMPLE.includes(nameOf(attack)));

describe('the sample of the attacks', () => {
  it('has one of each family', () => {
    const families = (chosen: typeof corpus) => [...new Set(chosen.map(({ family }) => family))];
    expect(attacks).to.have.lengthOf(SAMPLE.length);
    expect(families(attacks)).to.deep.equal(families(corpus));
  });
});

describe('a sample of the attacks, on a new isolate for every call', () => attackSuite('isolate', attacks));

describe('a sample of the attacks, on a frozen realm', () =>
  attackSuite(
    'realm',
    attacks.filter(({ family }) => ON_A_REALM.includes(family)),
  ));
