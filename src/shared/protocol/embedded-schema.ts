// Moves a tool's JSON Schema into a larger document, where its references have other addresses. Front process.

import { pointerOf } from '../text/json-places.ts';
import type { JsonObject } from './json.ts';
import { SUBSCHEMAS, schemasIn } from './schema-walk.ts';

/** Members that mean something else in a larger document. */
const MOVED = /"\$(?:ref|anchor|schema)":/;

type Mutable = Record<string, unknown>;

/**
 * The schema as it has to be at the JSON pointer `place` of a document (`#/components/schemas/add.input`). The schema itself is not changed.
 *
 * Each `$ref` leads to the same schema as before, because references count from the root of the document. `$anchor` is removed, because two tools
 * may have the same one, and so is `$schema`, which only a root may have. Values in a schema that look like references are removed with
 * their keyword: programs that read OpenAPI fetch the address of any `$ref`.
 */
export const embeddedSchema = (schema: JsonObject, place: string): JsonObject => {
  const text = JSON.stringify(schema);
  // Most schemas have nothing to change, and a server may have thousands.
  if (!MOVED.test(text)) return schema;
  const copy = JSON.parse(text) as Mutable;
  const nodes = schemasIn(copy) as readonly { readonly schema: Mutable; readonly path: string }[];
  const anchored = nodes.filter(({ schema: { $anchor } }) => typeof $anchor === 'string');
  const anchors = new Map(anchored.map(({ schema: { $anchor }, path }) => [`#${String($anchor)}`, path]));
  for (const { schema: node } of nodes) {
    for (const keyword of Object.keys(node))
      if (keyword !== '$ref' && !SUBSCHEMAS.has(keyword) && holdsReference(node[keyword])) delete node[keyword];
    delete node.$anchor;
    delete node.$schema;
    if (typeof node.$ref === 'string') node.$ref = place + (anchors.get(node.$ref) ?? node.$ref.slice(1));
  }
  return copy as JsonObject;
};

const holdsReference = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && JSON.stringify(value).includes('"$ref":');

/** The place of a named schema in an OpenAPI document. */
export const schemaPlace = (name: string): string => `#/components/schemas${pointerOf([name])}`;
