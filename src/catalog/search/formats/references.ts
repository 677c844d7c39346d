// Follows the references of a schema, as the catalog has checked them: each stays inside the document. Any thread; pure.

import { childrenOf, type SchemaNode, schemasIn } from '../../../shared/protocol/schema-walk.ts';
import { pointerOf } from '../../../shared/text/json-places.ts';
import { resolveRef } from '../../manifest/schema-refs.ts';

/** Finds the schema that a reference points at; undefined if it points at none. */
export type Targets = (ref: string) => SchemaNode | undefined;

export const targetsIn = (root: SchemaNode['schema']): Targets => {
  const nodes = schemasIn(root);
  const bySchema = new Map<unknown, SchemaNode>(nodes.map((node) => [node.schema, node]));
  const anchored = nodes.filter(({ schema }) => typeof schema.$anchor === 'string');
  const anchors = new Map(anchored.map(({ schema }) => [String(schema.$anchor), schema]));
  return (ref) => (ref.startsWith('#') ? bySchema.get(resolveRef(root as never, anchors, ref)) : undefined);
};

/** The place of a schema that contains itself without an argument on the way that may be left out; undefined if there is none. */
export const recursionAt = (root: SchemaNode['schema']): string | undefined => {
  const targets = targetsIn(root);
  const states = new Map<object, 'open' | 'done'>();
  const visit = (node: SchemaNode): string | undefined => {
    const state = states.get(node.schema);
    if (state !== undefined) return state === 'open' ? node.path : undefined;
    states.set(node.schema, 'open');
    for (const next of neededIn(node, targets)) {
      const found = visit(next);
      if (found !== undefined) return found;
    }
    states.set(node.schema, 'done');
    return undefined;
  };
  return visit({ schema: root, path: '' });
};

/** What values of a schema are made of, without arguments that may be left out. */
function* neededIn(node: SchemaNode, targets: Targets): Generator<SchemaNode> {
  const { required, $ref } = node.schema;
  const names = Array.isArray(required) ? required : [];
  for (const child of childrenOf(node)) {
    if (child.keyword === '$defs' || child.keyword === 'definitions') continue;
    if (
      child.keyword !== 'properties' ||
      names.some((name) => child.path === `${node.path}/properties${pointerOf([String(name)])}`)
    )
      yield child;
  }
  const target = typeof $ref === 'string' ? targets($ref) : undefined;
  if (target) yield target;
}
