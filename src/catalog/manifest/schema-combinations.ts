// Combinations of keywords that the validator judges wrongly, though each of them is right by itself: refused, since a rule that silently
// does not hold is worse than none. Found by holding it against the specification (decision 0031). Front process; reads, never compiles.

import { inPlaceOf, type SchemaNode, type SchemaProblem } from './schema-refs.ts';

/** Keywords whose schemas apply to a value only if it is of some form. */
const BRANCHES: ReadonlySet<string> = new Set([
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
]);
/** What looks at elements of a list, or members of an object, so that `unevaluated…` passes over them. */
const ITEMS = ['items', 'prefixItems', 'unevaluatedItems'];
/** Beside a `not` that nothing holds to, the validator's code for these may fail. */
const CRASHING = ['anyOf', 'oneOf', 'allOf', 'if', 'dependentSchemas', 'dependencies', '$ref'];
const OTHER_MEMBERS = ['patternProperties', 'additionalProperties', 'unevaluatedProperties'];

/** What a schema, and those that apply to the same value, come to for an `unevaluated…` above them. */
interface Looked {
  readonly contains: boolean;
  readonly items: boolean;
  readonly itemsInBranch: boolean;
  readonly properties: boolean;
  /** Members by another keyword than `properties`, or only sometimes. */
  readonly membersOtherwise: boolean;
  /** An `if` that looks at members, and is not followed by a `then` that does. */
  readonly looseIf: boolean;
}

/** Keywords that no value fails. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['title', 'description', 'default', 'examples', 'example', 'deprecated', 'readOnly', 'writeOnly', '$comment'],
  ...['$defs', 'definitions', '$schema', '$anchor'],
]);

/** True of a schema that every value holds to, as far as that is plain to see. */
const isAnything = (schema: unknown): boolean =>
  schema === true ||
  (typeof schema === 'object' && schema !== null && Object.keys(schema).every((keyword) => ANNOTATIONS.has(keyword)));

const has = ({ schema }: SchemaNode, keyword: string): boolean => Object.hasOwn(schema, keyword);

const either = (one: Looked, other: Looked, isBranch: boolean): Looked => ({
  contains: one.contains || other.contains,
  items: one.items || other.items,
  itemsInBranch: one.itemsInBranch || other.itemsInBranch || (isBranch && other.items),
  properties: one.properties || other.properties,
  membersOtherwise: one.membersOtherwise || other.membersOtherwise || (isBranch && other.properties),
  looseIf: one.looseIf || other.looseIf,
});

class Looker {
  readonly #targets: ReadonlyMap<object, SchemaNode>;
  readonly #known = new Map<object, Looked>();

  constructor(targets: ReadonlyMap<object, SchemaNode>) {
    this.#targets = targets;
  }

  /** Looks through a schema and all that apply to the same value, each once. There are no circles: see checkWeb. */
  look(node: SchemaNode): Looked {
    const known = this.#known.get(node.schema);
    if (known) return known;
    let looked: Looked = {
      contains: has(node, 'contains'),
      items: ITEMS.some((keyword) => has(node, keyword)),
      itemsInBranch: false,
      properties: has(node, 'properties'),
      membersOtherwise: OTHER_MEMBERS.some((keyword) => has(node, keyword)),
      looseIf: this.#hasLooseIf(node),
    };
    for (const part of inPlaceOf(node, this.#targets))
      looked = either(looked, this.look(part.node), BRANCHES.has(part.keyword));
    this.#known.set(node.schema, looked);
    return looked;
  }

  #hasLooseIf(node: SchemaNode): boolean {
    const parts = new Map([...inPlaceOf(node, this.#targets)].map(({ node: part, keyword }) => [keyword, part]));
    const [condition, consequence] = [parts.get('if'), parts.get('then')];
    if (!condition) return false;
    const { properties, membersOtherwise } = this.look(condition);
    const isFollowed = consequence !== undefined && has(consequence, 'properties');
    return membersOtherwise || (properties && !isFollowed);
  }
}

function* problemsOf(node: SchemaNode, looked: Looked): Generator<SchemaProblem> {
  const problem = (keyword: string, beside: string, hint: string): SchemaProblem => ({
    path: `${node.path}/${keyword}`,
    reason: `"${keyword}" beside ${beside} would be judged wrongly`,
    hint,
  });
  if (has(node, 'contains') && has(node, 'prefixItems'))
    yield problem('contains', '"prefixItems"', 'put it into a schema of its own: "allOf": [{ "contains": … }]');
  if (has(node, 'unevaluatedItems')) {
    const hint = 'say with "items" what the other elements are';
    if (looked.contains) yield problem('unevaluatedItems', '"contains"', hint);
    if (looked.itemsInBranch) yield problem('unevaluatedItems', 'elements that only a branch describes', hint);
  }
  if (isAnything(node.schema.not) && CRASHING.some((keyword) => has(node, keyword)))
    yield problem('not', 'branches, where nothing holds to it,', 'write false in the place of this schema');
  if (has(node, 'unevaluatedProperties') && looked.looseIf) {
    const hint = 'write "if" and "then" with "properties" both, or name the members outside of "if"';
    yield problem('unevaluatedProperties', 'members that "if" looks at', hint);
  }
}

/** Problems of schemas that combine what the validator cannot. `nodes` are all of a document, `targets` what each `$ref` was resolved to. */
export const checkCombinations = (
  nodes: readonly SchemaNode[],
  targets: ReadonlyMap<object, SchemaNode>,
): readonly SchemaProblem[] => {
  const looker = new Looker(targets);
  return nodes.flatMap((node) => [...problemsOf(node, looker.look(node))]);
};
