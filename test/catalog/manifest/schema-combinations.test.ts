// Combinations of keywords that the validator judges wrongly are refused; schemas made at random, of what is let through, are judged as the
// specification says.

import { expect } from 'chai';
import * as fc from 'fast-check';
import { guardSchema } from '../../../src/catalog/manifest/schema-guard.ts';
import type { Json, JsonObject, JsonSchema } from '../../../src/shared/protocol/json.ts';
import { validatorsOf } from '../../support/validator.ts';
import { isValid } from './schema-judge.ts';

const RUNS = 200;
const VALUES = 10;

const A = { properties: { a: { const: 1 } }, required: ['a'] };
const NUMBERS = { items: { type: 'number' } };

const REFUSED: Readonly<Record<string, readonly [schema: JsonObject, path: string]>> = {
  'contains beside prefixItems': [{ prefixItems: [{ type: 'number' }], contains: { const: 1 } }, '/contains'],
  'unevaluatedItems beside contains': [{ contains: { const: 1 }, unevaluatedItems: false }, '/unevaluatedItems'],
  'unevaluatedItems above a contains': [
    { allOf: [{ $ref: '#/$defs/c' }], unevaluatedItems: false, $defs: { c: { contains: {} } } },
    '/unevaluatedItems',
  ],
  'unevaluatedItems above items in a branch': [
    { anyOf: [NUMBERS, true], unevaluatedItems: false },
    '/unevaluatedItems',
  ],
  'unevaluatedItems above items in an if': [{ if: NUMBERS, unevaluatedItems: { type: 'null' } }, '/unevaluatedItems'],
  'unevaluatedProperties beside an if alone': [{ if: A, unevaluatedProperties: false }, '/unevaluatedProperties'],
  'unevaluatedProperties beside an if with an else': [
    { if: A, else: { properties: { b: true } }, unevaluatedProperties: false },
    '/unevaluatedProperties',
  ],
  'unevaluatedProperties beside an if whose then has no members': [
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, never awaited
    { if: A, then: {}, unevaluatedProperties: false },
    '/unevaluatedProperties',
  ],
  'unevaluatedProperties beside an if that looks at all members': [
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, never awaited
    { if: { additionalProperties: { const: 1 } }, then: { properties: { b: true } }, unevaluatedProperties: false },
    '/unevaluatedProperties',
  ],
  'unevaluatedProperties above a choice in an alternative that fails': [
    { oneOf: [true, { anyOf: [A], type: 'number' }], unevaluatedProperties: false },
    '/unevaluatedProperties',
  ],
  'unevaluatedProperties above an if in an alternative, behind a reference': [
    {
      anyOf: [true, { $ref: '#/$defs/c' }],
      unevaluatedProperties: false,
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, never awaited
      $defs: { c: { if: A, then: { properties: { b: true } }, type: 'number' } },
    },
    '/unevaluatedProperties',
  ],
  'a not that nothing holds to, beside branches': [{ items: { not: {}, anyOf: [NUMBERS] } }, '/items/not'],
};

const TAKEN: Readonly<Record<string, JsonObject>> = {
  'never, as generators write it': { properties: { a: { not: {} } } },
  'contains in a schema of its own': { prefixItems: [{ type: 'number' }], allOf: [{ contains: { const: 1 } }] },
  'unevaluatedItems after prefixItems': { prefixItems: [true], unevaluatedItems: false },
  'unevaluatedProperties above branches': {
    anyOf: [A, { properties: { b: true } }],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, never awaited
    allOf: [{ if: A, then: { properties: { c: true } } }],
    unevaluatedProperties: false,
  },
};

describe('combinations that the validator judges wrongly', () => {
  for (const [what, [schema, path]] of Object.entries(REFUSED))
    it(`are refused, and named: ${what}`, () => {
      const [problem] = guardSchema(schema);
      expect(problem?.path).to.equal(path);
      expect(problem?.reason).to.contain('would be judged wrongly');
    });

  for (const [what, schema] of Object.entries(TAKEN))
    it(`do not include ${what}`, () => expect(guardSchema(schema)).to.deep.equal([]));
});

const names = fc.constantFrom('a', 'b');
const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const one = tie('schema');
  const some = fc.array(one, { minLength: 1, maxLength: 2 });
  const named = fc.dictionary(names, one, { maxKeys: 2, noNullPrototype: true });
  const keywords = {
    $ref: fc.constantFrom('#/$defs/one', '#/$defs/two'),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, never awaited
    ...{ allOf: some, anyOf: some, oneOf: some, not: one, if: one, then: one, else: one },
    ...{ properties: named, dependentSchemas: named, required: names.map((name) => [name]) },
    ...{ additionalProperties: one, unevaluatedProperties: one },
    ...{ prefixItems: some, items: one, contains: one, minContains: fc.nat(2), unevaluatedItems: one },
  };
  const chosen = fc.subarray(Object.keys(keywords) as (keyof typeof keywords)[], { maxLength: 4 });
  const whole = chosen.chain((kept) => fc.record(Object.fromEntries(kept.map((name) => [name, keywords[name]]))));
  const plain = fc.constantFrom<JsonSchema>(true, false, {}, { type: 'number' }, { type: 'string' }, { const: 1 });
  return { schema: fc.oneof({ maxDepth: 3, depthSize: 'small' }, plain, whole as fc.Arbitrary<JsonSchema>) };
});
const ends = fc.constantFrom<JsonObject>(
  {},
  ...[false, { type: 'number' }].flatMap((rest) => [{ unevaluatedProperties: rest }, { unevaluatedItems: rest }]),
);
const schemas = fc
  .tuple(schema, ends, schema, schema)
  .map(([start, end, one, two]): JsonObject => ({ ...(start as JsonObject), ...end, $defs: { one, two } }));
const scalar = fc.constantFrom<Json>(0, 1, 'x', null);
const members = fc.dictionary(fc.constantFrom('a', 'b', 'c'), scalar, { noNullPrototype: true });
const values = fc.oneof<fc.Arbitrary<Json>[]>(scalar, fc.array(scalar, { maxLength: 3 }), members);

describe('schemas made at random', function () {
  this.timeout(120_000);

  it('are refused, or judged as the specification says', () => {
    let judged = 0;
    fc.assert(
      fc.property(schemas, fc.array(values, { minLength: VALUES, maxLength: VALUES }), (made, given) => {
        if (guardSchema(made).length > 0) return;
        judged += 1;
        for (const check of validatorsOf(made))
          for (const value of given) expect(check(value), JSON.stringify([made, value])).to.equal(isValid(made, value));
      }),
      { numRuns: RUNS },
    );
    expect(judged).to.be.greaterThan(RUNS / 2);
  });
});
