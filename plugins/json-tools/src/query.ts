// Runs JMESPath expressions with the library, and makes sure that names are looked up in the data and never on a prototype.

import {
  compile,
  type JSONObject,
  type JSONValue,
  registerFunction,
  TreeInterpreter,
  TYPE_ANY,
  TYPE_ARRAY,
  TYPE_EXPREF,
  TYPE_OBJECT,
  TYPE_STRING,
} from '@jmespath-community/jmespath';
import { isObject, type Json, member } from './value.ts';

type Node = ReturnType<typeof compile>;

const MAX_EXPRESSION_UNITS = 10_000;
/** The name has a space, so that no expression can use it. */
const OWN_FIELD = 'own field';

registerFunction(
  OWN_FIELD,
  ([value, key]) => (isObject(value) ? (member(value, String(key)) ?? null) : null) as JSONValue,
  [{ types: [TYPE_ANY] }, { types: [TYPE_STRING] }],
);
registerFunction(
  'merge',
  (objects) => Object.fromEntries(objects.flatMap((object) => Object.entries(object as JSONObject))),
  [{ types: [TYPE_OBJECT], variadic: true }],
  { override: true },
);
registerFunction(
  'group_by',
  ([items, key]) => groupBy(items as JSONValue[], key as Node),
  [{ types: [TYPE_ARRAY] }, { types: [TYPE_EXPREF] }],
  { override: true },
);

/** The result of an expression on the data. Throws if the expression is not valid or a function refuses its arguments. */
export function query(data: Json, expression: unknown): Json {
  if (typeof expression !== 'string' || expression.length > MAX_EXPRESSION_UNITS) {
    throw new Error(`"expression" must be a JMESPath expression of at most ${MAX_EXPRESSION_UNITS} UTF-16 units.`);
  }
  try {
    const found: Json | undefined = TreeInterpreter.search(withOwnNames(compile(expression)), data as JSONValue);
    return found ?? null;
  } catch (error) {
    throw new Error(`JMESPath: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The expression's tree, in which names that every object inherits are looked up, or defined, as own members. */
function withOwnNames(node: Node): Node {
  if (node.type === 'Literal') return node;
  if (node.type === 'Function' && isInherited(node.name)) throw new Error(`Unknown function: ${node.name}()`);
  if (node.type === 'Field' && isInherited(node.name)) return ownField(node.name);
  if (node.type === 'MultiSelectHash' && node.children.some((pair) => isInherited(pair.name))) {
    const pairs = node.children.map((pair) => list([literal(pair.name), withOwnNames(pair.value)]));
    return { type: 'Function', name: 'from_items', children: [list(pairs)] };
  }
  return mapNodes(node) as Node;
}

function mapNodes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mapPart);
  return Object.fromEntries(Object.entries(value as object).map(([key, part]) => [key, mapPart(part)]));
}

const mapPart = (part: unknown): unknown => {
  if (typeof part !== 'object' || part === null) return part;
  return 'type' in part ? withOwnNames(part as Node) : mapNodes(part);
};

const isInherited = (name: string): boolean => name in Object.prototype;
const literal = (value: string): Node => ({ type: 'Literal', value });
const list = (children: Node[]): Node => ({ type: 'MultiSelectList', children });
const ownField = (name: string): Node => ({
  type: 'Function',
  name: OWN_FIELD,
  children: [{ type: 'Current' }, literal(name)],
});

function groupBy(items: JSONValue[], key: Node): JSONValue {
  const groups = new Map<string, JSONValue[]>();
  for (const item of items) {
    const name = TreeInterpreter.visit(key, item);
    if (typeof name !== 'string') throw new Error('group_by() needs an expression that gives a string for every item');
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return Object.fromEntries(groups);
}
