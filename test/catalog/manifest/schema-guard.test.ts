import { expect } from 'chai';
import { guardSchema, SCHEMA_CAPS } from '../../../src/catalog/manifest/schema-guard.ts';
import type { JsonObject } from '../../../src/shared/protocol/json.ts';
import { cpuMsOf } from '../../support/cpu-time.ts';

const TREE: JsonObject = {
  $defs: { node: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } } } },
  $ref: '#/$defs/node',
};

const GOOD: Readonly<Record<string, JsonObject>> = {
  'an empty one': {},
  'the dialect, named': { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'string' },
  'a recursive one that descends': TREE,
  'a reference to its own root below a property': { properties: { next: { $ref: '#' } } },
  'a reference with escapes': { $defs: { 'a/b%c~d': {} }, properties: { x: { $ref: '#/$defs/a~1b%25c~0d' } } },
  'an anchor': { $defs: { a: { $anchor: 'here', type: 'null' } }, items: { $ref: '#here' } },
  'a boolean behind a reference': { $defs: { never: false }, not: { $ref: '#/$defs/never' } },
  'properties named like keywords and like members of objects': {
    properties: { $id: {}, $ref: {}, requierd: {}, constructor: {}, prototype: {}, toString: {}, $async: {} },
    required: ['constructor'],
  },
  'annotations of other tools': { 'x-order': 3, example: 1, examples: [{ $ref: 'http://x' }], markdown: 'y' },
  'data that looks like a schema': { const: { $ref: 'http://elsewhere', $dynamicRef: '#a' }, default: { $id: 'x' } },
  'every way to hold a schema': {
    allOf: [{}],
    anyOf: [{}, true],
    oneOf: [{}],
    not: false,
    if: {},
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, never awaited
    then: {},
    else: {},
    prefixItems: [{}],
    items: { contains: {} },
    patternProperties: { '^a': {} },
    additionalProperties: false,
    propertyNames: { pattern: '^[a-z]+$' },
    dependentSchemas: { a: {} },
    unevaluatedProperties: false,
    unevaluatedItems: {},
  },
};

const BAD: Readonly<Record<string, readonly [schema: unknown, path: string, reason: RegExp]>> = {
  'an $id': [{ $id: 'https://example.com/a' }, '/$id', /not supported/],
  'a nested $id': [{ items: { $id: 'a' } }, '/items/$id', /not supported/],
  'a dynamic reference': [{ $dynamicRef: '#a' }, '/$dynamicRef', /not supported/],
  'a recursive reference of an old draft': [{ $recursiveRef: '#' }, '/$recursiveRef', /not supported/],
  'an asynchronous check': [{ $async: true }, '/$async', /not supported/],
  'a vocabulary': [{ $vocabulary: {} }, '/$vocabulary', /not supported/],
  'the dialect in the middle': [
    { items: { $schema: 'https://json-schema.org/draft/2020-12/schema' } },
    '/items/$schema',
    /\broot\b/,
  ],
  'a file for a reference': [{ $ref: 'file:///etc/passwd' }, '/$ref', /leads out/],
  'a relative reference': [{ items: { $ref: 'other.json#/a' } }, '/items/$ref', /leads out/],
  'a reference to the meta-schema': [{ $ref: 'https://json-schema.org/draft/2020-12/schema' }, '/$ref', /leads out/],
  'a reference to data': [{ default: { type: 'string' }, items: { $ref: '#/default' } }, '/items/$ref', /no schema/],
  'a reference to an inherited name': [{ items: { $ref: '#/constructor' } }, '/items/$ref', /no schema/],
  'a reference that is no URI': [{ items: { $ref: '#/%zz' } }, '/items/$ref', /no schema/],
  'an anchor that is not there': [{ items: { $ref: '#undefined' } }, '/items/$ref', /no schema/],
  itself: [{ $ref: '#' }, '', /never end/],
  'itself behind not': [{ not: { $ref: '#' } }, '', /never end/],
  'a keyword called constructor': [{ constructor: 1 }, '/constructor', /not a keyword/],
  'a slip of the pen': [{ additionalProperty: false }, '/additionalProperty', /would not be checked/],
  'a keyword of an old draft': [{ additionalItems: false }, '/additionalItems', /not supported/],
  'a list for items': [{ items: [{}] }, '/items', /not valid JSON Schema/],
  'a text for a number': [{ properties: { a: { minimum: '3' } } }, '/properties/a/minimum', /not valid JSON Schema/],
  'a negative length': [{ minLength: -1 }, '/minLength', /not valid JSON Schema/],
  'a pattern that is none of text': [{ pattern: 3 }, '/pattern', /not valid JSON Schema/],
  'a long pattern for names': [{ patternProperties: { ['a'.repeat(600)]: {} } }, '', /more than 512/],
  'too many references': [
    { $defs: { a: {} }, prefixItems: Array.from({ length: SCHEMA_CAPS.refs + 1 }, () => ({ $ref: '#/$defs/a' })) },
    '',
    /references; at most/,
  ],
  'too many values': [{ enum: Array.from({ length: 6_000 }, (_, index) => index) }, '', /values; at most/],
  'too many bytes': [{ description: 'x'.repeat(70_000) }, '', /bytes long/],
};

describe('the schema guard', () => {
  for (const [name, schema] of Object.entries(GOOD)) {
    it(`lets through ${name}`, () => expect(guardSchema(schema)).to.deep.equal([]));
  }

  for (const [name, [schema, path, reason]] of Object.entries(BAD)) {
    it(`refuses ${name}`, () => {
      const [problem] = guardSchema(schema as JsonObject);
      expect(problem?.path).to.equal(path);
      expect(problem?.reason).to.match(reason);
      expect(problem?.hint).to.be.a('string').that.is.not.empty;
    });
  }

  it('refuses __proto__ anywhere, because a check would skip it', () => {
    const schema = JSON.parse('{"properties": {"a": {"const": {"__proto__": 1}}}}') as JsonObject;
    expect(guardSchema(schema)[0]?.reason).to.contain('__proto__');
  });

  it('reports at most ten problems of one schema', () => {
    const properties = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`p${index}`, { $id: 'x' }]));
    expect(guardSchema({ properties })).to.have.length(10);
  });

  it('is quick with the worst schema that it accepts', () => {
    const wide = {
      $defs: Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`d${index}`, { allOf: [{}] }])),
    };
    expect(cpuMsOf(() => guardSchema(wide))).to.be.below(2_000);
  });
});
