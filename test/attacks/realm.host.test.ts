// The attacks that a realm shared by many calls has to hold in its own way, against a real host.

import { readCorpus } from '../../src/cli/attack/corpus.ts';
import { attackSuite } from './suite.ts';

/** Those that a realm shared by many calls has to hold in its own way, and one of every kind that must be killed. */
const REALM_FAMILIES = new Set([
  ...[
    'content',
    'crashers',
    'errors',
    'escapes',
    'floods',
    'late',
    'logs',
    'loops',
    'microtasks',
    'reach',
    'results',
    'state',
    'tampering',
  ],
  ...['uncounted', 'wasm'],
]);

describe('attacks on a frozen realm', () =>
  attackSuite(
    'realm',
    readCorpus().filter(({ family }) => REALM_FAMILIES.has(family)),
  ));
