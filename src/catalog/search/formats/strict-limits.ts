// Measures a strict schema: what an API limits for one schema, and what it limits for all strict tools of a request. Any thread; pure.

import { childrenOf, isObject, type SchemaNode, schemasIn } from '../../../shared/protocol/schema-walk.ts';
import type { Measure } from './api.ts';

/** Measure → what it counts, in words. */
export const MEASURES: Readonly<Record<Measure, string>> = {
  levels: 'levels of objects',
  properties: 'arguments',
  enumValues: 'values in enums',
  letters: 'characters of names and values',
};

/** What an API limits for one schema. `$defs` count where they stand. */
export const measured = (schema: SchemaNode['schema']): Readonly<Record<Measure, number>> => {
  const total = { levels: 0, properties: 0, enumValues: 0, letters: 0 };
  const visit = (node: SchemaNode, level: number): void => {
    const { properties, enum: values, const: literal, $defs } = node.schema;
    const names = isObject(properties) ? Object.keys(properties) : [];
    const here = isObject(properties) ? level + 1 : level;
    const literals = Array.isArray(values) ? values : [];
    total.levels = Math.max(total.levels, here);
    total.properties += names.length;
    total.enumValues += literals.length;
    const texts = [...names, ...(isObject($defs) ? Object.keys($defs) : []), ...literals, literal];
    total.letters += texts.reduce((sum: number, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
    for (const child of childrenOf(node)) visit(child, here);
  };
  visit({ schema, path: '' }, 0);
  return total;
};

/** What one strict tool takes of the request's budget. */
export interface StrictCost {
  /** Arguments that may be left out. */
  readonly optional: number;
  /** Schemas that are a choice. */
  readonly unions: number;
}

export const costOf = (schema: SchemaNode['schema']): StrictCost => {
  let [optional, unions] = [0, 0];
  for (const { schema: node } of schemasIn(schema)) {
    const { properties, required, type, anyOf } = node;
    const names = isObject(properties) ? Object.keys(properties) : [];
    optional += names.filter((name) => !(Array.isArray(required) && required.includes(name))).length;
    unions += Array.isArray(type) || anyOf !== undefined ? 1 : 0;
  }
  return { optional, unions };
};
