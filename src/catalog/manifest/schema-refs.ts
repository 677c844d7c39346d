// Where the references of an untrusted schema lead: each must find a schema in the same document, none may lead back to
// itself without descending into the value, and together they must not unfold into more work than a check is worth.
// Front process; reads, never compiles.

import type { JsonSchema } from '../../protocol/json.ts';
import { SUBSCHEMAS } from './schema-keywords.ts';

/** One schema inside the document, found by walking it. */
export interface SchemaNode {
  readonly schema: { readonly [keyword: string]: unknown };
  readonly path: string;
}

export interface SchemaProblem {
  /** JSON pointer inside the schema. */
  readonly path: string;
  readonly reason: string;
  readonly hint: string;
}

/** Schemas that one value may be checked against at one place, repetitions counted. */
const UNFOLDED_SCHEMAS = 20_000;

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schemas directly inside one, with the keyword that holds them and their pointers. */
export function* childrenOf(node: SchemaNode): Generator<SchemaNode & { readonly keyword: string }> {
  for (const [keyword, { holding }] of SUBSCHEMAS) {
    const held = Object.hasOwn(node.schema, keyword) ? node.schema[keyword] : undefined;
    const path = `${node.path}/${keyword}`;
    if (holding === 'schema' && isObject(held)) yield { schema: held, path, keyword };
    else if (typeof held === 'object' && held !== null && Array.isArray(held) === (holding === 'list')) {
      if (holding === 'schema') continue;
      for (const [name, schema] of Object.entries(held)) {
        if (!isObject(schema)) continue;
        yield { schema, path: `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, keyword };
      }
    }
  }
}

/** The schemas that apply to the same value as a schema does, with the keyword that brings them in. `targets` as in {@link checkWeb}. */
export function* inPlaceOf(
  node: SchemaNode,
  targets: ReadonlyMap<object, SchemaNode>,
): Generator<{ readonly node: SchemaNode; readonly keyword: string }> {
  for (const child of childrenOf(node))
    if (SUBSCHEMAS.get(child.keyword)?.inPlace) yield { node: child, keyword: child.keyword };
  const target = targets.get(node.schema);
  if (target) yield { node: target, keyword: '$ref' };
}

/** What a local reference points at; undefined where it finds nothing. Own properties only. */
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
 * Problems of the web of references: circles that never descend, and unfolding over 20,000 schemas. `targets` has the
 * schema that each `$ref` was resolved to. Each schema is weighed once, so the work is linear.
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
      const reason = 'the schema refers to itself for the same value, so a check of it would never end';
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
