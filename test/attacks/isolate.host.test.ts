// The whole corpus against a real host that gives every call a new isolate.

import { expect } from 'chai';
import { readCorpus } from '../../src/cli/attack/corpus.ts';
import { attackSuite } from './suite.ts';

const FAMILIES = [
  ...['builtins', 'content', 'crashers', 'errors', 'escapes', 'floods', 'late', 'logs', 'loops', 'memory'],
  ...[
    'microtasks',
    'modules',
    'reach',
    'regex',
    'results',
    'schemas',
    'stack',
    'state',
    'tampering',
    'uncounted',
    'wasm',
  ],
];

const attacks = readCorpus();

describe('the corpus of attacks', () => {
  it('covers every family, with at least 100 in all', () => {
    expect(attacks.length).to.be.at.least(100);
    expect([...new Set(attacks.map(({ family }) => family))].sort()).to.deep.equal(FAMILIES);
  });
});

describe('attacks on a new isolate for every call', () => attackSuite('isolate', attacks));
