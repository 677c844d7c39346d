// Makes values that fit a schema, for examples and tests: the document's own examples first, then what the schema allows.

import { resolved } from './references.ts';
import { isMap, listIn, mapIn, memberOf, textIn, type Values } from './values.ts';

const DEEPEST = 6;

const TEXTS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'PT1H',
  email: 'ada@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/a',
  url: 'https://example.com/a',
  'uri-reference': '/a',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  byte: 'dGV4dA==',
  'json-pointer': '/a',
};

/** The example of a parameter, a media type or a schema; undefined if there is none. */
export const ownExample = (root: Values, value: unknown): unknown => {
  const direct = memberOf(value, 'example');
  if (direct !== undefined) return direct;
  const examples = memberOf(value, 'examples');
  if (Array.isArray(examples)) return examples[0];
  return memberOf(resolved(root, Object.values(mapIn(value, 'examples'))[0]), 'value');
};

/** A value for a schema. References are those of `root`: of the document, or of a tool's schema. Without `hasOptional`, only what is required. */
export const sampleOf = (root: Values, value: unknown, hasOptional = true, level = 0): unknown => {
  const schema = resolved(root, value);
  const own = ownExample(root, schema);
  if (own !== undefined) return own;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum.find((one) => one !== null) ?? null;
  for (const name of ['oneOf', 'anyOf'])
    if (listIn(schema, name).length > 0) return sampleOf(root, listIn(schema, name)[0], hasOptional, level + 1);
  const parts = listIn(schema, 'allOf');
  if (parts.length > 0) {
    const made = [...parts, { ...schema, allOf: undefined }].map((part) =>
      sampleOf(root, part, hasOptional, level + 1),
    );
    return made.every(isMap) ? Object.assign({}, ...made) : made.find((one) => !isMap(one));
  }
  return sampleOfType(root, schema, hasOptional, level);
};

const typeOf = ({ type, properties, items }: Values): unknown => {
  const listed = [type].flat().find((one) => one !== 'null' && one !== undefined);
  return listed ?? (isMap(properties) ? 'object' : items !== undefined ? 'array' : undefined);
};

const sampleOfType = (root: Values, schema: Values, hasOptional: boolean, level: number): unknown => {
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array': {
      const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
      const count = level >= DEEPEST ? least : Math.max(least, 1);
      return Array.from({ length: Math.min(count, 20) }, () => sampleOf(root, schema.items, hasOptional, level + 1));
    }
    case 'string':
      return sampleText(schema);
    case 'object':
    case undefined:
      return sampleObject(root, schema, hasOptional, level);
    default:
      return null;
  }
};

const MOST_OPTIONAL = 6;

const sampleObject = (root: Values, schema: Values, hasOptional: boolean, level: number): Values => {
  const required = new Set(listIn(schema, 'required'));
  let optional = hasOptional && level < DEEPEST ? MOST_OPTIONAL : 0;
  const kept = Object.entries(mapIn(schema, 'properties')).filter(([name]) => {
    if (required.has(name)) return level < DEEPEST * 2;
    optional -= 1;
    return optional >= 0;
  });
  return Object.fromEntries(kept.map(([name, one]) => [name, sampleOf(root, one, hasOptional, level + 1)]));
};

const sampleNumber = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, type }: Values): number => {
  const step = typeof multipleOf === 'number' ? multipleOf : 1;
  const least =
    typeof minimum === 'number' ? minimum : typeof exclusiveMinimum === 'number' ? exclusiveMinimum + step : undefined;
  const most =
    typeof maximum === 'number' ? maximum : typeof exclusiveMaximum === 'number' ? exclusiveMaximum - step : undefined;
  const wanted = least ?? Math.min(1, most ?? 1);
  const fitting = typeof multipleOf === 'number' ? Math.ceil(wanted / step) * step : wanted;
  return type === 'integer' ? Math.ceil(fitting) : fitting;
};

const sampleText = (schema: Values): string => {
  const format = textIn(schema, 'format') ?? '';
  const known = Object.hasOwn(TEXTS, format) ? TEXTS[format] : undefined;
  if (known !== undefined) return known;
  if (textIn(schema, 'contentEncoding') === 'base64') return 'dGV4dA==';
  const least = typeof schema.minLength === 'number' ? Math.min(schema.minLength, 1_000) : 0;
  const most = typeof schema.maxLength === 'number' ? schema.maxLength : 1_000;
  return 'text'.repeat(Math.ceil(Math.max(least, 4) / 4)).slice(0, Math.max(least, Math.min(4, most)));
};
