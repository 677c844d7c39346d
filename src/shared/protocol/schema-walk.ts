// Finds the schemas inside a schema of JSON Schema 2020-12. Any process; compiles nothing.

import { pointerOf } from '../text/json-places.ts';

type Holding = 'schema' | 'list' | 'map';

/** Keyword → how it holds schemas, and whether these apply to the same value as the schema around them (`inPlace`). */
export const SUBSCHEMAS: ReadonlyMap<string, { readonly holding: Holding; readonly inPlace: boolean }> = new Map(
  (
    [
      ['allOf', 'list', true],
      ['anyOf', 'list', true],
      ['oneOf', 'list', true],
      ['not', 'schema', true],
      ['if', 'schema', true],
      ['then', 'schema', true],
      ['else', 'schema', true],
      ['dependentSchemas', 'map', true],
      ['dependencies', 'map', true],
      ['properties', 'map', false],
      ['patternProperties', 'map', false],
      ['additionalProperties', 'schema', false],
      ['propertyNames', 'schema', false],
      ['unevaluatedProperties', 'schema', false],
      ['prefixItems', 'list', false],
      ['items', 'schema', false],
      ['contains', 'schema', false],
      ['unevaluatedItems', 'schema', false],
      ['contentSchema', 'schema', false],
      ['$defs', 'map', false],
      ['definitions', 'map', false],
    ] as const
  ).map(([keyword, holding, inPlace]) => [keyword, { holding, inPlace }]),
);

export interface SchemaNode {
  readonly schema: { readonly [keyword: string]: unknown };
  readonly path: string;
}

export const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schemas directly inside a schema, each with the keyword that holds it. */
export function* childrenOf(node: SchemaNode): Generator<SchemaNode & { readonly keyword: string }> {
  for (const [keyword, { holding }] of SUBSCHEMAS) {
    const held = Object.hasOwn(node.schema, keyword) ? node.schema[keyword] : undefined;
    const path = `${node.path}/${keyword}`;
    if (holding === 'schema') {
      if (isObject(held)) yield { schema: held, path, keyword };
    } else if (holding === 'list' ? Array.isArray(held) : isObject(held)) {
      for (const [name, schema] of Object.entries(held as object))
        if (isObject(schema)) yield { schema, path: `${path}${pointerOf([name])}`, keyword };
    }
  }
}

export const schemasIn = (schema: SchemaNode['schema']): readonly SchemaNode[] => {
  const nodes: SchemaNode[] = [{ schema, path: '' }];
  for (const node of nodes) nodes.push(...childrenOf(node));
  return nodes;
};
