// Tells schemas of a choice apart: a `oneOf` says the same as an `anyOf` if no value fits two of its schemas. Any thread; pure.

import { isObject } from '../../../shared/protocol/schema-walk.ts';
import type { Targets } from './references.ts';

type Schema = { readonly [keyword: string]: unknown };

/** References that are followed, one after the other. */
const MOST_STEPS = 10;
const TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** The first two schemas of a list, by index, that a value could fit both; undefined if each value fits at most one. */
export const overlapIn = (schemas: readonly unknown[], targets: Targets): readonly [number, number] | undefined => {
  for (const [at, one] of schemas.entries())
    for (let other = 0; other < at; other += 1)
      if (!areApart(followed(one, targets), followed(schemas[other], targets), targets)) return [other, at];
  return undefined;
};

/** The first two objects of a list, by index, that begin with the same argument, and with values that do not tell them apart. */
export const sameStartIn = (schemas: readonly unknown[], targets: Targets): readonly [number, number] | undefined => {
  const starts = schemas.map((schema) => startOf(followed(schema, targets)));
  for (const [at, one] of starts.entries())
    for (let other = 0; other < at; other += 1) {
      const before = starts[other];
      if (one && before && one[0] === before[0] && !literalsApart(one[1], before[1])) return [other, at];
    }
  return undefined;
};

const startOf = (schema: Schema | undefined): readonly [string, unknown] | undefined =>
  isObject(schema?.properties) ? Object.entries(schema.properties)[0] : undefined;

const followed = (schema: unknown, targets: Targets): Schema | undefined => {
  let found: unknown = schema;
  for (let step = 0; step < MOST_STEPS && isObject(found) && typeof found.$ref === 'string'; step += 1)
    found = targets(found.$ref)?.schema;
  return isObject(found) ? found : undefined;
};

/** True if surely no value fits both. */
const areApart = (one: Schema | undefined, other: Schema | undefined, targets: Targets): boolean => {
  if (one === undefined || other === undefined) return false;
  const types = typesOf(one);
  if (!typesOf(other).some((type) => types.includes(type))) return true;
  if (literalsApart(one, other)) return true;
  if (!isObject(one.properties) || !isObject(other.properties)) return false;
  // Objects: an argument that both require tells them apart.
  if (types.length !== 1 || types[0] !== 'object' || typesOf(other).join() !== 'object') return false;
  const [mine, theirs] = [one.properties, other.properties];
  return Object.keys(mine).some(
    (name) =>
      requires(one, name) &&
      requires(other, name) &&
      Object.hasOwn(theirs, name) &&
      literalsApart(followed(mine[name], targets), followed(theirs[name], targets)),
  );
};

const requires = ({ required }: Schema, name: string): boolean => Array.isArray(required) && required.includes(name);

/** The types that values may have, integers being numbers; all if the schema does not say. */
const typesOf = (schema: Schema): readonly string[] => {
  const named = [schema.type].flat().filter((type) => typeof type === 'string');
  // The validator reads `nullable` as OpenAPI means it.
  if (named.length === 0 || schema.nullable === true) return TYPES;
  return [...new Set(named.map((type) => (type === 'integer' ? 'number' : type)))];
};

const literalsOf = (schema: unknown): readonly unknown[] | undefined => {
  if (!isObject(schema)) return undefined;
  if (Object.hasOwn(schema, 'const')) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
};

/** True if both are lists of values without a common one. */
const literalsApart = (one: unknown, other: unknown): boolean => {
  const [mine, theirs] = [literalsOf(one), literalsOf(other)];
  if (!mine || !theirs) return false;
  const texts = new Set(mine.map((value) => JSON.stringify(value)));
  return (
    !theirs.some((value) => typeof value === 'object' && value !== null) &&
    !theirs.some((value) => texts.has(JSON.stringify(value)))
  );
};
