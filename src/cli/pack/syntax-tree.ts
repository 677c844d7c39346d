// Parses a module into a syntax tree with its scopes and the parent of each node. Runs on the author's machine.

import { type AnyNode, type Program, parse } from 'acorn';
import { analyze, type Scope, type Variable } from 'eslint-scope';

/** A syntax tree with its scopes and parents. */
export interface Tree {
  readonly program: Program;
  readonly parents: ReadonlyMap<AnyNode, AnyNode>;
  /** References to names that nothing in the module declares. */
  readonly free: readonly { readonly node: AnyNode; readonly name: string }[];
  /** The variable of an identifier; undefined for a free one. */
  variableOf(node: AnyNode): Variable | undefined;
  /** Where an identifier's value comes from: assignments, its function, or the argument of a function that is called in place. */
  sourcesOf(identifier: AnyNode): readonly AnyNode[];
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

export const childrenOf = (node: AnyNode): readonly AnyNode[] =>
  Object.values(node).flatMap((value: unknown) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

const parentsIn = (program: Program): ReadonlyMap<AnyNode, AnyNode> => {
  const parents = new Map<AnyNode, AnyNode>();
  const waiting: AnyNode[] = [program];
  // No recursion, because minified code nests deeply.
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
    for (const child of childrenOf(node)) {
      parents.set(child, node);
      waiting.push(child);
    }
  return parents;
};

const variablesIn = (scopes: readonly Scope[]): ReadonlyMap<AnyNode, Variable> =>
  new Map(
    scopes.flatMap(({ references }) =>
      references.flatMap(({ identifier, resolved }) =>
        resolved ? [[identifier as unknown as AnyNode, resolved] as const] : [],
      ),
    ),
  );

const argumentFor = (parents: Tree['parents'], definition: AnyNode, parameter: AnyNode): readonly AnyNode[] => {
  const call = parents.get(definition);
  if (call?.type !== 'CallExpression' || call.callee !== definition || !('params' in definition)) return [];
  const given = call.arguments[(definition.params as readonly AnyNode[]).indexOf(parameter)];
  return given ? [given] : [];
};

const sourcesOf = (parents: Tree['parents'], variable: Variable | undefined): readonly AnyNode[] => {
  const writes = (variable?.references ?? []).flatMap(({ writeExpr }) =>
    writeExpr ? [writeExpr as unknown as AnyNode] : [],
  );
  const defined = (variable?.defs ?? []).flatMap(({ type, node, name }) => {
    const definition = node as unknown as AnyNode;
    if (type === 'FunctionName') return [definition];
    return type === 'Parameter' ? argumentFor(parents, definition, name as unknown as AnyNode) : [];
  });
  return [...writes, ...defined];
};

/** The last tree, because two looks at the same module follow each other, and a large module takes a second to read. */
let last: { readonly code: string; readonly tree: Tree } | undefined;

/** Reads an ES module. Throws SyntaxError if it is none, and RangeError if it nests too deeply. */
export const treeOf = (code: string): Tree => {
  if (last?.code !== code) last = { code, tree: readTree(code) };
  return last.tree;
};

const readTree = (code: string): Tree => {
  const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true, ranges: true });
  const { scopes, globalScope } = analyze(program as Parameters<typeof analyze>[0], {
    ecmaVersion: 2025,
    sourceType: 'module',
  });
  const variables = variablesIn(scopes);
  const free = (globalScope?.through ?? []).map(({ identifier }) => ({
    node: identifier as unknown as AnyNode,
    name: (identifier as unknown as { name: string }).name,
  }));
  const parents = parentsIn(program);
  return {
    program,
    parents,
    free,
    variableOf: (node) => variables.get(node),
    sourcesOf: (identifier) => sourcesOf(parents, variables.get(identifier)),
  };
};
