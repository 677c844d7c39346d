// Input schemas at random, as plugins may have them, values for a schema, and the server's own judgement of values.

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { guardSchema } from '../../../../src/catalog/manifest/schema-guard.ts';

export type Schema = { readonly [keyword: string]: unknown };

/** Judges values as the server does; see src/cell/runner/inspection/schema-compile.ts. */
export const judgeOf = (schema: object): ((value: unknown) => boolean) => {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: true, logger: false });
  addFormats.default(ajv);
  return ajv.compile(schema) as (value: unknown) => boolean;
};

const NAMES = ['kind', 'name', 'size', 'list', 'more', 'a/b~c'];
const FORMATS = ['date', 'date-time', 'email', 'uuid', 'ipv4', 'uri', 'int32', 'float', 'password', 'duration'];
const PATTERNS = ['^[a-z]{1,3}$', '\\d+', '^(?:ab|c)$', '^(?=a)', '\\bword', '\\p{L}', '^.{1,200}$', 'a|b'];
/** Mostly left out: a schema in which something cannot be strict has no strict form at all. */
const some = <Value>(value: fc.Arbitrary<Value>, outOf = 8): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: outOf - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const small = fc.integer({ min: 0, max: 4 });
const literal = fc.oneof(
  fc.constantFrom('a', 'b', 'kind', 1, 2, 2.5, true, null),
  fc.constantFrom<unknown>('c', 'd', 3, { deep: 1 }),
);

const ANNOTATIONS = {
  title: some(fc.constant('Title')),
  description: some(fc.constant('What it is.')),
  default: some(literal),
  examples: some(fc.constant([1])),
  'x-note': some(fc.constant('n')),
  deprecated: some(fc.boolean()),
  nullable: some(fc.constant(true)),
};

const record = (shape: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Schema> =>
  fc
    .record(shape)
    .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)))
    // The validator refuses `nullable` without a type.
    .map(({ nullable, ...made }) => ('type' in made && nullable === true ? { ...made, nullable } : made));

const text = record({
  ...ANNOTATIONS,
  type: fc.constantFrom<unknown>('string', ['string', 'null'], ['string', 'integer']),
  ...{ minLength: some(small), maxLength: some(small), pattern: some(fc.constantFrom(...PATTERNS)) },
  ...{ format: some(fc.constantFrom(...FORMATS)), minimum: some(small) },
});
const number = record({
  ...ANNOTATIONS,
  type: fc.constantFrom<unknown>('integer', 'number', ['number', 'null']),
  ...{
    minimum: some(small),
    maximum: some(fc.integer({ min: 4, max: 40 })),
    multipleOf: some(fc.constantFrom(2, 0.5)),
  },
  ...{ exclusiveMinimum: some(small), format: some(fc.constantFrom('int32', 'int64', 'double', 'date')) },
});
const plain = record({ ...ANNOTATIONS, type: fc.constantFrom<unknown>('boolean', 'null', 'string', 'integer') });
const choice = record({
  ...ANNOTATIONS,
  type: some(fc.constantFrom<unknown>('string', ['string', 'null'], 'number'), 3),
  enum: fc.uniqueArray(literal, { minLength: 1, maxLength: 4, selector: (value) => JSON.stringify(value) }),
  const: some(literal),
});
const reference = record({
  $ref: fc.constantFrom('#/$defs/one', '#/$defs/two', '#', '#/properties/kind', '#/%24defs/one'),
  description: some(fc.constant('A part.')),
});

const nested = fc.letrec<{ any: Schema; object: Schema }>((tie) => {
  const any = tie('any');
  const members = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), any), { maxLength: 4, selector: ([name]) => name })
    .map((entries) => Object.fromEntries(entries));
  const object = fc
    .record({
      properties: members,
      required: some(fc.subarray(NAMES.slice(0, 3))),
      additionalProperties: fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom<unknown>(false, undefined) },
        { weight: 1, arbitrary: any },
      ),
      maxProperties: some(fc.constant(9), 30),
      unevaluatedProperties: some(fc.boolean(), 30),
    })
    .map((made) => {
      const { properties = {}, required, ...more } = made;
      // Mostly every argument is required, so that there is a strict form.
      const all = required ?? Object.keys(properties);
      return Object.fromEntries(
        Object.entries({ type: 'object', ...more, properties, required: all }).filter(
          ([, value]) => value !== undefined,
        ),
      );
    });
  const list = record({
    ...{
      type: fc.constantFrom<unknown>('array', ['array', 'null']),
      items: any,
      description: some(fc.constant('A list.')),
    },
    ...{
      minItems: some(fc.integer({ min: 0, max: 2 })),
      maxItems: some(fc.integer({ min: 2, max: 4 })),
      uniqueItems: some(fc.constant(false)),
    },
  });
  const union = record({
    description: some(fc.constant('One of them.')),
    anyOf: fc.array(any, { minLength: 1, maxLength: 3 }),
  });
  const exclusive = record({ oneOf: fc.array(any, { minLength: 1, maxLength: 3 }) });
  const tagged = fc.tuple(any, any).map(([one, other]) => ({
    oneOf: [one, other].map((value, at) => ({
      ...{ type: 'object', properties: { kind: { const: at }, value }, required: ['kind', 'value'] },
    })),
  }));
  const rare = fc.oneof(
    any.map((schema) => ({ not: schema })),
    any.map((schema) => ({ allOf: [schema] })),
    any.map((schema) => ({ type: 'array', prefixItems: [schema], items: schema })),
    fc.constantFrom<Schema>({}, { type: 'object' }, { type: 'array' }),
  );
  return {
    object,
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      ...[text, number, plain, choice].map((arbitrary) => ({ weight: 6, arbitrary })),
      ...[object, list, union, tagged].map((arbitrary) => ({ weight: 2, arbitrary })),
      ...[exclusive, reference, rare].map((arbitrary) => ({ weight: 1, arbitrary })),
    ) as fc.Arbitrary<Schema>,
  };
});

/** A valid input schema. References in it lead to schemas. */
export const inputSchemas: fc.Arbitrary<Schema> = fc
  .record({ root: nested.object, one: nested.any, two: nested.any, combinator: some(nested.object, 20) })
  .map(({ root, one, two, combinator }) => ({
    ...root,
    ...(combinator && { anyOf: [combinator, { required: ['name'] }] }),
    $defs: { one, two },
  }))
  .filter(isSound);

/** Values of a schema in strict form. References are followed a few steps deep. */
export const valuesOf = (root: Schema, schema: Schema = root, depth = 0): fc.Arbitrary<unknown> => {
  const at = (inner: unknown): fc.Arbitrary<unknown> => valuesOf(root, inner as Schema, depth + 1);
  if (depth > 6) return fc.constant(null);
  if (typeof schema.$ref === 'string')
    return at(schema.$ref === '#' ? root : (root.$defs as Schema)[schema.$ref.slice(8)]);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map(at));
  if (Object.hasOwn(schema, 'const')) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  const types = [schema.type].flat() as string[];
  return fc.oneof(...types.map((type) => valuesOfType(type, schema, at)));
};

const SAMPLES: Readonly<Record<string, string>> = {
  date: '2026-02-03',
  'date-time': '2026-02-03T04:05:06Z',
  email: 'ada@example.com',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  ipv4: '127.0.0.1',
  uri: 'https://example.com/',
  duration: 'P1D',
};

const valuesOfType = (
  type: string,
  schema: Schema,
  at: (inner: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> => {
  const { properties = {}, required = [], pattern, format } = schema as Record<string, never>;
  switch (type) {
    case 'object': {
      const shape = Object.entries(properties as Schema).map(([name, inner]) => [name, at(inner)] as const);
      return fc.record(Object.fromEntries(shape), { requiredKeys: required });
    }
    case 'array':
      return fc.array(at(schema.items), { maxLength: 4 });
    case 'string':
      if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'));
      return fc.oneof(fc.string({ maxLength: 6 }), fc.constant(SAMPLES[String(format)] ?? 'ab'));
    case 'integer':
      return fc.integer({ min: -3, max: 42 });
    case 'number':
      return fc.oneof(fc.integer({ min: -3, max: 42 }), fc.constantFrom(0.5, 1.25));
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constant(null);
  }
};

function isSound(schema: Schema): boolean {
  return guardSchema(schema as never).length === 0;
}

export const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
