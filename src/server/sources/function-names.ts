// Finds the names that an author gave to functions whose names packing has shortened. A map has the author's name for each identifier, but not for the place
// inside a function that a stack names: so the packed entry is parsed, for where its functions and classes are and where their names stand.

import { type AnyNode, parse } from 'acorn';

/** A function or class of the packed entry, and where its name stands. Offsets in characters. */
interface Named {
  readonly start: number;
  readonly end: number;
  /** The name that stacks have, unless the code has changed it. */
  readonly name: string;
  /** Undefined if packing has kept the author's name. */
  readonly nameAt: number | undefined;
}

/** The author's name of an identifier, by its place in the entry; line and column from 1. Undefined for one that packing did not change. */
export type NameAt = (line: number, column: number) => string | undefined;

/** The author's name for a function that a stack names at a place of the entry. Undefined if it is not known. */
export type FunctionNames = (stackName: string, line: number, column: number) => string | undefined;

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const SCOPES = [
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassDeclaration',
  'ClassExpression',
];

/** The node that a function or class has its name from: its own identifier, or that of the variable, property or method that holds it. */
const nameNodeOf = (node: AnyNode, parent: AnyNode | undefined): AnyNode | undefined => {
  if ('id' in node && node.id) return node.id;
  if (parent?.type === 'VariableDeclarator') return parent.id;
  if (parent?.type === 'AssignmentExpression' && parent.right === node) return parent.left;
  if (parent?.type === 'AssignmentPattern' && parent.right === node) return parent.left;
  if (parent?.type === 'Property' || parent?.type === 'MethodDefinition' || parent?.type === 'PropertyDefinition')
    return parent.computed ? undefined : (parent.key as AnyNode);
  return undefined;
};

const textIn = (node: AnyNode | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

/** The name that packing gives a function again by `keep(function () {…}, "name")`, and a class by `static { keep(this, "name") }`. */
const keptNameOf = (node: AnyNode, parent: AnyNode | undefined): string | undefined => {
  if (parent?.type === 'CallExpression' && parent.arguments[0] === node) return textIn(parent.arguments[1]);
  const [first] = node.type === 'ClassDeclaration' || node.type === 'ClassExpression' ? node.body.body : [];
  const [statement] = first?.type === 'StaticBlock' ? first.body : [];
  const call = statement?.type === 'ExpressionStatement' ? statement.expression : undefined;
  return call?.type === 'CallExpression' && call.arguments[0]?.type === 'ThisExpression'
    ? textIn(call.arguments[1])
    : undefined;
};

/** All functions and classes with a name, those inside after those around them. Throws SyntaxError and RangeError as the parser does. */
const namedIn = (code: string): readonly Named[] => {
  const found: Named[] = [];
  const waiting: (readonly [node: AnyNode, parent: AnyNode | undefined])[] = [
    [parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), undefined],
  ];
  // No recursion, because minified code nests deeply.
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, parent] = next;
    const name = SCOPES.includes(node.type) ? nameNodeOf(node, parent) : undefined;
    if (name?.type === 'Identifier' || name?.type === 'PrivateIdentifier') {
      const written = name.type === 'PrivateIdentifier' ? `#${name.name}` : name.name;
      found.push({ start: node.start, end: node.end, name: written, nameAt: name.start });
    }
    const kept = SCOPES.includes(node.type) ? keptNameOf(node, parent) : undefined;
    if (kept !== undefined) found.push({ start: node.start, end: node.end, name: kept, nameAt: undefined });
    for (const value of Object.values(node))
      for (const child of [value].flat()) if (isNode(child)) waiting.push([child, node]);
  }
  return found.toSorted((one, other) => one.start - other.start);
};

const lineStartsOf = (code: string): readonly number[] => {
  const starts = [0];
  for (let at = code.indexOf('\n'); at !== -1; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
};

/** `async`, `new` and the like before a name, and the name's parts. */
const STACK_NAME = /^((?:async |new |get |set )*)([\w$#]+)(?:\.([\w$#]+))?(.*)$/;

/**
 * The names of a packed entry; undefined if it cannot be parsed. `nameAt` reads its map. A name of a stack that nothing around the place bears is not known:
 * a short name may stand for anything.
 */
export const functionNamesOf = (code: string, nameAt: NameAt): FunctionNames | undefined => {
  let named: readonly Named[];
  try {
    named = namedIn(code);
  } catch {
    return undefined;
  }
  const starts = lineStartsOf(code);
  const authorsName = ({ name, nameAt: at }: Named): string => {
    if (at === undefined) return name;
    const line = starts.findLastIndex((start) => start <= at);
    return nameAt(line + 1, at - (starts[line] ?? 0) + 1) ?? name;
  };
  return (stackName, line, column) => {
    const [, words = '', first = '', second, rest = ''] = STACK_NAME.exec(stackName) ?? [];
    const at = (starts[line - 1] ?? 0) + column - 1;
    const around = named.filter(({ start, end }) => start <= at && at < end);
    const known = (name: string): string | undefined => {
      const one = around.findLast((each) => each.name === name);
      if (one !== undefined) return authorsName(one);
      // A declaration whose name was kept by a statement after it.
      return around.some((each) => authorsName(each) === name) ? name : undefined;
    };
    const owner = known(first);
    if (second === undefined) return owner && words + owner + rest;
    const method = known(second) ?? second;
    return words + (owner === undefined ? method : `${owner}.${method}`) + rest;
  };
};
