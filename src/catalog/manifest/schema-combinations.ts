// Refuses combinations of keywords that the validator judges wrongly, although each of them is right by itself: a rule that silently has no
// effect is worse than none. They were found with the specification's test suite. Front process; compiles nothing.
//
// A schema is a promise to callers and to the plugin, and of nine wrongly judged cases of the official suite eight accepted what is invalid. Each
// rule can be written in another way, and the refusal says how. "Applies to the same value" is followed through `allOf`, branches and `$ref` at
// any depth. The list was completed with a judge of our own that follows the specification, held against the validator on random schemas until
// nothing more was found; test/catalog/manifest/schema-combinations.test.ts goes on with that.
//
// `$id`, `$dynamicRef`, `$recursiveRef`, `$vocabulary` and references that lead out are refused too (schema-refs.ts): they are for schemas of
// many documents, and a tool's schema stands alone.
//
// Rejected: repairing the validator, which is a fork of a compiler of code; another validator, because those that are right interpret the schema
// at many times the cost; a list of cases without a rule, because the next case is another one.

import type { SchemaNode } from '../../shared/protocol/schema-walk.ts';
import { inPlaceOf, type SchemaProblem } from './schema-refs.ts';

/** Keywords whose schemas apply to the same value under a condition. */
const BRANCHES = ['anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependencies'];
/** Branches whose members the validator counts even if an alternative around them fails. */
const CHOICES = ['anyOf', 'oneOf', 'if', 'then', 'else'];
/** Branches of which one may fail while another one holds. */
const ALTERNATIVES = ['anyOf', 'oneOf'];
/** Keywords that evaluate elements of an array, so that `unevaluatedItems` skips these. */
const ITEMS = ['items', 'prefixItems', 'unevaluatedItems'];
/** Next to a `not` that no value satisfies, the validator's code for these keywords may fail. */
const CRASHING = ['anyOf', 'oneOf', 'allOf', 'if', 'dependentSchemas', 'dependencies', '$ref'];
/** Keywords other than `properties` that evaluate members of an object. */
const OTHER_MEMBERS = ['patternProperties', 'additionalProperties', 'unevaluatedProperties'];

/** What a schema, and those that apply to the same value, evaluate. An `unevaluated…` above them depends on it. */
interface Evaluated {
  readonly contains: boolean;
  readonly items: boolean;
  readonly itemsInBranch: boolean;
  readonly properties: boolean;
  /** Members are evaluated by another keyword than `properties`, or under a condition. */
  readonly membersOtherwise: boolean;
  /** An `if` evaluates members, and no `then` with `properties` follows. */
  readonly looseIf: boolean;
  /** Members are evaluated in a choice. */
  readonly membersInChoice: boolean;
  /** An alternative has a choice that evaluates members. */
  readonly nestedChoice: boolean;
}

/** Keywords that every value satisfies. */
const ANNOTATIONS = [
  ...['title', 'description', 'default', 'examples', 'example', 'deprecated', 'readOnly', 'writeOnly', '$comment'],
  ...['$defs', 'definitions', '$schema', '$anchor'],
];

/** True for a schema that every value satisfies at first sight. */
const allowsAnything = (schema: unknown): boolean =>
  schema === true ||
  (typeof schema === 'object' &&
    schema !== null &&
    Object.keys(schema).every((keyword) => ANNOTATIONS.includes(keyword)));

const has = ({ schema }: SchemaNode, keyword: string): boolean => Object.hasOwn(schema, keyword);

/** Merges what two schemas evaluate. `keyword` of the one has the other. */
const merged = (one: Evaluated, other: Evaluated, keyword: string): Evaluated => {
  const isBranch = BRANCHES.includes(keyword);
  const hasMembers = other.properties || other.membersOtherwise;
  return {
    contains: one.contains || other.contains,
    items: one.items || other.items,
    itemsInBranch: one.itemsInBranch || other.itemsInBranch || (isBranch && other.items),
    properties: one.properties || other.properties,
    membersOtherwise: one.membersOtherwise || other.membersOtherwise || (isBranch && other.properties),
    looseIf: one.looseIf || other.looseIf,
    membersInChoice: one.membersInChoice || other.membersInChoice || (CHOICES.includes(keyword) && hasMembers),
    nestedChoice: one.nestedChoice || other.nestedChoice || (ALTERNATIVES.includes(keyword) && other.membersInChoice),
  };
};

/** A function that finds out what a schema, and those that apply to the same value, evaluate. It visits each schema of the document once. */
const evaluationIn = (targets: ReadonlyMap<object, SchemaNode>): ((node: SchemaNode) => Evaluated) => {
  const known = new Map<object, Evaluated>();
  // Ends, because checkWeb has refused circles.
  const evaluate = (node: SchemaNode): Evaluated => {
    const before = known.get(node.schema);
    if (before) return before;
    let evaluated: Evaluated = {
      contains: has(node, 'contains'),
      items: ITEMS.some((keyword) => has(node, keyword)),
      itemsInBranch: false,
      properties: has(node, 'properties'),
      membersOtherwise: OTHER_MEMBERS.some((keyword) => has(node, keyword)),
      looseIf: hasLooseIf(node),
      membersInChoice: false,
      nestedChoice: false,
    };
    for (const part of inPlaceOf(node, targets)) evaluated = merged(evaluated, evaluate(part.node), part.keyword);
    known.set(node.schema, evaluated);
    return evaluated;
  };
  const hasLooseIf = (node: SchemaNode): boolean => {
    const parts = new Map([...inPlaceOf(node, targets)].map(({ node: part, keyword }) => [keyword, part]));
    const [condition, consequence] = [parts.get('if'), parts.get('then')];
    if (!condition) return false;
    const { properties, membersOtherwise } = evaluate(condition);
    const isFollowed = consequence !== undefined && has(consequence, 'properties');
    return membersOtherwise || (properties && !isFollowed);
  };
  return evaluate;
};

function* problemsOf(node: SchemaNode, evaluated: Evaluated): Generator<SchemaProblem> {
  const problem = (keyword: string, neighbour: string, hint: string): SchemaProblem => ({
    path: `${node.path}/${keyword}`,
    reason: `"${keyword}" next to ${neighbour} would be judged wrongly`,
    hint,
  });
  if (has(node, 'contains') && has(node, 'prefixItems'))
    yield problem('contains', '"prefixItems"', 'move it into a schema of its own: "allOf": [{ "contains": … }]');
  if (has(node, 'unevaluatedItems')) {
    const hint = 'describe the other elements with "items"';
    if (evaluated.contains) yield problem('unevaluatedItems', '"contains"', hint);
    if (evaluated.itemsInBranch) yield problem('unevaluatedItems', 'elements described only in a branch', hint);
  }
  if (allowsAnything(node.schema.not) && CRASHING.some((keyword) => has(node, keyword)))
    yield problem('not', 'a branch or "$ref"', 'write false instead of this schema: no value satisfies it');
  if (has(node, 'unevaluatedProperties') && evaluated.looseIf) {
    const hint = 'use "properties" in both "if" and "then", or name the members outside "if"';
    yield problem('unevaluatedProperties', 'members described in "if"', hint);
  }
  if (has(node, 'unevaluatedProperties') && evaluated.nestedChoice) {
    const hint = 'describe the members in one "anyOf" or "oneOf", or in "properties" beside it';
    yield problem('unevaluatedProperties', 'members described in a branch of a branch', hint);
  }
}

/** Finds the refused combinations. `nodes` are all schemas of a document; `targets` has the schema that each `$ref` points at. */
export const checkCombinations = (
  nodes: readonly SchemaNode[],
  targets: ReadonlyMap<object, SchemaNode>,
): readonly SchemaProblem[] => {
  const evaluate = evaluationIn(targets);
  return nodes.flatMap((node) => [...problemsOf(node, evaluate(node))]);
};
