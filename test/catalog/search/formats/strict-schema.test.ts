// The strict form of one argument after the other: what becomes of it, what is told, and why there is none.

import { expect } from 'chai';
import { ANTHROPIC } from '../../../../src/catalog/search/formats/anthropic.ts';
import { GEMINI } from '../../../../src/catalog/search/formats/gemini.ts';
import { OPENAI } from '../../../../src/catalog/search/formats/openai.ts';
import { strictSchema } from '../../../../src/catalog/search/formats/strict-schema.ts';
import { isObstacle, orObstacle } from '../../../../src/catalog/search/formats/telling.ts';

const APIS = { openai: OPENAI, anthropic: ANTHROPIC };
type Name = keyof typeof APIS;

/** A copy, because no schema that was read from JSON has a part twice. */
const whole = (schema: object, api: Name) =>
  orObstacle(() => strictSchema(JSON.parse(JSON.stringify(schema)), APIS[api]));
const rooted = (a: unknown, more: object = {}) => ({
  ...{ type: 'object', properties: { a }, required: ['a'], additionalProperties: false, ...more },
});

/** The strict form of an argument; its reason as a text if there is none. */
const argument = (schema: unknown, api: Name, more: object = {}): unknown => {
  const made = whole(rooted(schema, more), api);
  if (isObstacle(made)) return `${made.path.replace('/properties/a', '') || '(itself)'}: ${made.reason}`;
  return (made.schema.properties as { readonly a: unknown }).a;
};

const TEXT = { type: 'string' };
const object = (properties: object, more: object = {}) => ({
  ...{ type: 'object', properties, required: Object.keys(properties), additionalProperties: false, ...more },
});

/** Argument → what OpenAI gets, and what Anthropic gets. `same`: what was written. */
const FORMS: readonly (readonly [schema: unknown, openai: unknown, anthropic: unknown])[] = [
  [TEXT, 'same', 'same'],
  [{ ...TEXT, title: 'T', description: 'D' }, 'same', 'same'],
  [{ ...TEXT, default: 'x', examples: ['y'], 'x-a': 1 }, TEXT, { ...TEXT, default: 'x' }],
  [{ ...TEXT, minimum: 3, minLength: 0 }, TEXT, TEXT],
  [
    { ...TEXT, minLength: 1 },
    { ...TEXT, pattern: '^(.|\\s)+$' },
    { ...TEXT, pattern: '^(.|\\s)+$' },
  ],
  [{ ...TEXT, pattern: '^[a-z]{2,9}$' }, 'same', 'same'],
  [{ ...TEXT, format: 'date' }, 'same', 'same'],
  [{ ...TEXT, format: 'password' }, TEXT, TEXT],
  [{ ...TEXT, format: 'uri' }, '/format: OpenAI does not know the format "uri"', 'same'],
  [
    { ...TEXT, format: 'url' },
    '/format: OpenAI does not know the format "url"',
    '/format: Anthropic does not know the format "url"',
  ],
  [
    { ...TEXT, maxLength: 9 },
    '/maxLength: OpenAI cannot hold a model to "maxLength"',
    '/maxLength: Anthropic cannot hold a model to "maxLength"',
  ],
  [
    { ...TEXT, pattern: '^(?=a)' },
    '/pattern: OpenAI may not read the regular expression "^(?=a)"',
    '/pattern: Anthropic may not read the regular expression "^(?=a)"',
  ],
  [
    { ...TEXT, pattern: '^a{1,500}$' },
    '/pattern: OpenAI may not read the regular expression "^a{1,500}$"',
    '/pattern: Anthropic may not read the regular expression "^a{1,500}$"',
  ],
  [{ type: 'integer', minimum: 1, maximum: 3 }, 'same', { type: 'integer', enum: [1, 2, 3] }],
  [{ type: 'integer', minimum: 0.5, maximum: 2.5 }, 'same', { type: 'integer', enum: [1, 2] }],
  [{ type: 'integer', minimum: 1, maximum: 99 }, 'same', '/minimum: Anthropic cannot hold a model to "minimum"'],
  [{ type: 'number', multipleOf: 2 }, 'same', '/multipleOf: Anthropic cannot hold a model to "multipleOf"'],
  [
    { type: 'number', format: 'int32' },
    '/format: OpenAI does not know the format "int32"',
    '/format: Anthropic does not know the format "int32"',
  ],
  [{ enum: ['x', 1, null] }, { type: ['string', 'integer', 'null'], enum: ['x', 1, null] }, 'same'],
  [{ const: 2.5 }, { type: 'number', const: 2.5 }, 'same'],
  [{ type: 'string', enum: ['x'] }, 'same', 'same'],
  [
    { enum: [{ b: 1 }] },
    '(itself): OpenAI takes no lists or objects as values of an enum',
    '(itself): Anthropic takes no lists or objects as values of an enum',
  ],
  [{ type: ['string', 'null'] }, 'same', 'same'],
  [
    { type: ['string', 'null'], format: 'date', title: 'T' },
    'same',
    { title: 'T', anyOf: [{ ...TEXT, format: 'date' }, { type: 'null' }] },
  ],
  [
    { type: ['array', 'null'], items: TEXT },
    { anyOf: [{ type: 'array', items: TEXT }, { type: 'null' }] },
    { anyOf: [{ type: 'array', items: TEXT }, { type: 'null' }] },
  ],
  [
    { type: 'array', items: TEXT, minItems: 1, uniqueItems: false },
    { type: 'array', items: TEXT, minItems: 1 },
    { type: 'array', items: TEXT, minItems: 1 },
  ],
  [{ type: 'array', items: TEXT, maxItems: 3 }, 'same', '/maxItems: Anthropic cannot hold a model to "maxItems"'],
  [
    { type: 'array', items: TEXT, uniqueItems: true },
    '/uniqueItems: OpenAI cannot hold a model to "uniqueItems"',
    '/uniqueItems: Anthropic cannot hold a model to "uniqueItems"',
  ],
  [
    { type: 'array' },
    '/items: OpenAI needs to know what values are allowed; any or none are',
    '/items: Anthropic needs to know what values are allowed; any or none are',
  ],
  [
    {},
    '(itself): OpenAI needs to know what values are allowed; any are',
    '(itself): Anthropic needs to know what values are allowed; any are',
  ],
  [
    true,
    '(itself): OpenAI needs to know what values are allowed; any or none are',
    '(itself): Anthropic needs to know what values are allowed; any or none are',
  ],
  [object({ b: TEXT }), 'same', 'same'],
  [{ type: 'object', properties: { b: TEXT }, required: ['b'] }, object({ b: TEXT }), object({ b: TEXT })],
  [
    { type: 'object' },
    '(itself): OpenAI takes no objects with members of any name',
    '(itself): Anthropic takes no objects with members of any name',
  ],
  [
    { type: 'object', additionalProperties: TEXT },
    '/additionalProperties: OpenAI takes no objects with members of any name',
    '/additionalProperties: Anthropic takes no objects with members of any name',
  ],
  [
    object({ b: TEXT }, { required: ['c'] }),
    '/required: OpenAI needs the schema of "c", which is required',
    '/required: Anthropic needs the schema of "c", which is required',
  ],
  [
    object({ b: TEXT }, { minProperties: 1 }),
    '/minProperties: OpenAI cannot hold a model to "minProperties"',
    '/minProperties: Anthropic cannot hold a model to "minProperties"',
  ],
  [
    object({ b: TEXT }, { required: [] }),
    '/properties/b: OpenAI leaves no argument out, and this one has no default and may not be null',
    'same',
  ],
  [object({ b: { type: ['string', 'null'] } }, { required: [] }), object({ b: { type: ['string', 'null'] } }), 'same'],
  [
    object({ b: { ...TEXT, description: 'B.', default: 'x' } }, { required: [] }),
    object({ b: { ...TEXT, description: 'B. If in doubt, use the default: "x".' } }),
    'same',
  ],
  [{ anyOf: [TEXT, { type: 'null' }], description: 'D' }, 'same', 'same'],
  [
    { anyOf: [TEXT], type: 'string' },
    '/type: OpenAI takes no "type" beside "anyOf"',
    '/type: Anthropic takes no "type" beside "anyOf"',
  ],
  [{ oneOf: [TEXT, { type: 'null' }] }, { anyOf: [TEXT, { type: 'null' }] }, { anyOf: [TEXT, { type: 'null' }] }],
  [
    { oneOf: [TEXT, { type: 'string', format: 'date' }] },
    '/oneOf: OpenAI takes no "oneOf", and a value could fit its schemas 0 and 1 both',
    '/oneOf: Anthropic takes no "oneOf", and a value could fit its schemas 0 and 1 both',
  ],
  [
    { oneOf: [{ type: 'integer' }, { type: 'number' }] },
    '/oneOf: OpenAI takes no "oneOf", and a value could fit its schemas 0 and 1 both',
    '/oneOf: Anthropic takes no "oneOf", and a value could fit its schemas 0 and 1 both',
  ],
  [
    { oneOf: [object({ kind: { type: 'string', const: 'x' } }), object({ kind: { type: 'string', const: 'y' } })] },
    { anyOf: [object({ kind: { type: 'string', const: 'x' } }), object({ kind: { type: 'string', const: 'y' } })] },
    { anyOf: [object({ kind: { type: 'string', const: 'x' } }), object({ kind: { type: 'string', const: 'y' } })] },
  ],
  [
    { anyOf: [object({ b: TEXT }), object({ b: { type: 'integer' } })] },
    '/anyOf: OpenAI refuses a choice of objects that begin alike, as the schemas 0 and 1 do',
    'same',
  ],
  [
    { allOf: [TEXT], type: 'string' },
    '/allOf: OpenAI cannot hold a model to "allOf"',
    '/allOf: Anthropic cannot hold a model to "allOf"',
  ],
  [
    { ...TEXT, not: { const: 'x' } },
    '/not: OpenAI cannot hold a model to "not"',
    '/not: Anthropic cannot hold a model to "not"',
  ],
];

describe('the strict form of an argument', () => {
  for (const [schema, openai, anthropic] of FORMS)
    it(`that is ${JSON.stringify(schema)}`, () => {
      expect(argument(schema, 'openai')).to.deep.equal(openai === 'same' ? schema : openai);
      expect(argument(schema, 'anthropic')).to.deep.equal(anthropic === 'same' ? schema : anthropic);
    });
});

describe('the strict form of a schema', () => {
  const node = object({ value: TEXT, next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } });

  it('has the definitions that it refers to', () => {
    const schema = rooted({ $ref: '#/$defs/a~1b', description: 'D' }, { $defs: { 'a/b': TEXT, unused: TEXT } });
    for (const api of ['openai', 'anthropic'] as const)
      expect(whole(schema, api)).to.deep.equal({
        schema: rooted({ $ref: '#/$defs/a~1b' }, { $defs: { 'a/b': TEXT } }),
        changes: [
          { path: '/properties/a/description', change: `is left out: ${APIS[api].title} takes nothing beside "$ref"` },
          { path: '/$defs/unused', change: 'is left out: nothing refers to it' },
        ],
      });
  });

  it('may contain itself for OpenAI, and not for Anthropic', () => {
    const recursive = rooted({ $ref: '#/$defs/node' }, { $defs: { node } });
    expect(whole(recursive, 'openai')).to.deep.equal({ schema: recursive, changes: [] });
    expect(whole(recursive, 'anthropic')).to.include({ reason: 'Anthropic takes no schema that contains itself' });
    const toRoot = rooted({ anyOf: [{ $ref: '#' }, { type: 'null' }] });
    expect(whole(toRoot, 'openai')).to.deep.equal({ schema: toRoot, changes: [] });
    expect(whole(toRoot, 'anthropic')).to.include({ path: '' });
  });

  it('finds a definition only in $defs of the root', () => {
    const inside = rooted({ $ref: '#/properties/b' }, { properties: { a: { $ref: '#/properties/b' }, b: TEXT } });
    expect(whole(inside, 'openai')).to.include({
      path: '/properties/a/$ref',
      reason: 'OpenAI may not find "#/properties/b"',
    });
  });

  it('takes null for an optional argument if its definition does', () => {
    const optional = rooted({ $ref: '#/$defs/d' }, { required: [], $defs: { d: { type: ['integer', 'null'] } } });
    expect(whole(optional, 'openai')).to.deep.include({ schema: { ...optional, required: ['a'] } });
    const never = rooted({ $ref: '#/$defs/d', default: 1 }, { required: [], $defs: { d: { type: 'integer' } } });
    expect(whole(never, 'openai')).to.include({ path: '/properties/a' });
  });

  it('closes a root without arguments, and none that is meant to be open', () => {
    expect(whole({ type: 'object' }, 'openai')).to.deep.include({
      schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
    });
    expect(whole({ type: 'object', additionalProperties: true }, 'openai')).to.include({
      path: '/additionalProperties',
    });
  });

  it('has no combinator at the root', () => {
    for (const keyword of ['anyOf', 'oneOf'])
      expect(whole({ type: 'object', [keyword]: [{ required: ['a'] }] }, 'anthropic')).to.include({
        path: `/${keyword}`,
      });
    expect(whole({ type: 'object', not: {} }, 'anthropic')).to.include({ path: '/not' });
  });

  it('does not exist for Gemini', () => {
    expect(orObstacle(() => strictSchema(rooted(TEXT) as never, GEMINI))).to.include({
      reason: 'Gemini has no strict mode for a tool',
    });
  });
});
