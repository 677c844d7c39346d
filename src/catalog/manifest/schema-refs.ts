// Follows the references of an untrusted schema: each must point at a schema in the same document, none may lead back to itself without
// descending into the value, and together they must not unfold into too many schemas. Front process; compiles nothing.

import type { JsonSchema } from '../../shared/protocol/json.ts';
import { childrenOf, type SchemaNode, SUBSCHEMAS } from '../../shared/protocol/schema-walk.ts';

export interface SchemaProblem {
  /** JSON pointer inside the schema. */
  readonly path: string;
  readonly reason: string;
  readonly hint: string;
}

/** Schemas that may apply to one value at one place; repetitions count. */
const UNFOLDED_SCHEMAS = 20_000;

/** The schemas that apply to the same value as a schema, each with the keyword that refers to it. `targets` as in {@link checkWeb}. */
export function* inPlaceOf(
  node: SchemaNode,
  targets: ReadonlyMap<object, SchemaNode>,
): Generator<{ readonly node: SchemaNode; readonly keyword: string }> {
  for (const child of childrenOf(node))
    if (SUBSCHEMAS.get(child.keyword)?.inPlace) yield { node: child, keyword: child.keyword };
  const target = targets.get(node.schema);
  if (target) yield { node: target, keyword: '$ref' };
}

/** The value that a local reference points at; undefined if there is none. Follows own properties only. */
export const resolveRef = (root: JsonSchema, anchors: ReadonlyMap<string, unknown>, ref: string): unknown => {
  let fragment: string;
  try {
    fragment = decodeURIComponent(ref.slice(1));
  } catch {
    return undefined;
  }
  if (fragment !== '' && !fragment.startsWith('/')) return anchors.get(fragment);
  let found: unknown = root;
  for (const raw of fragment.split('/').slice(1)) {
    const segment = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, segment)) return undefined;
    found = (found as Record<string, unknown>)[segment];
  }
  return found;
};

/**
 * Finds circles of references that never descend into the value, and references that unfold into more than 20,000 schemas. `targets` has
 * the schema that each `$ref` points at. Each schema is weighed once, so the work is linear.
 */
export const checkWeb = (
  nodes: readonly SchemaNode[],
  targets: ReadonlyMap<object, SchemaNode>,
): readonly SchemaProblem[] => {
  const problems: SchemaProblem[] = [];
  const weights = new Map<object, number>();
  const weigh = (node: SchemaNode): number => {
    const known = weights.get(node.schema);
    if (known === 0) {
      const reason = 'the schema refers to itself for the same value, so a check would never end';
      problems.push({ path: node.path, reason, hint: 'put properties or items between a schema and its own $ref' });
    }
    if (known !== undefined) return known;
    weights.set(node.schema, 0);
    let weight = 1;
    for (const part of inPlaceOf(node, targets)) weight += weigh(part.node);
    weights.set(node.schema, weight);
    return weight;
  };
  const heaviest = nodes.reduce((most, node) => Math.max(most, weigh(node)), 0);
  if (heaviest > UNFOLDED_SCHEMAS) {
    const reason = `its references unfold into more than ${UNFOLDED_SCHEMAS} schemas for one value`;
    problems.push({ path: '', reason, hint: 'refer to each schema once, not twice on every level' });
  }
  return problems;
};
