// A module's syntax tree, its scopes, and the way up from any node. Runs on the author's machine.

import { type Node, type Program, parse } from 'acorn';
import { analyze, type Scope, type Variable } from 'eslint-scope';

/** A tree with what a walk through it needs. */
export interface Tree {
  readonly program: Program;
  readonly parents: ReadonlyMap<Node, Node>;
  /** Names that nothing in the module declares: node of each reference, and its name. */
  readonly free: readonly { readonly node: Node; readonly name: string }[];
  /** The variable that an identifier stands for; undefined for a free one. */
  variableOf(node: Node): Variable | undefined;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** The nodes directly below one. */
export const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value: unknown) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

const parentsIn = (program: Program): ReadonlyMap<Node, Node> => {
  const parents = new Map<Node, Node>();
  const waiting: Node[] = [program];
  // No recursion: minified code nests deeply.
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
    for (const child of childrenOf(node)) {
      parents.set(child, node);
      waiting.push(child);
    }
  return parents;
};

const variablesIn = (scopes: readonly Scope[]): ReadonlyMap<Node, Variable> =>
  new Map(
    scopes.flatMap(({ references }) =>
      references.flatMap(({ identifier, resolved }) =>
        resolved ? [[identifier as unknown as Node, resolved] as const] : [],
      ),
    ),
  );

/** Reads an ES module. Throws SyntaxError for what is none, and RangeError for what nests too deeply. */
export const treeOf = (code: string): Tree => {
  const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true, ranges: true });
  const { scopes, globalScope } = analyze(program as Parameters<typeof analyze>[0], {
    ecmaVersion: 2025,
    sourceType: 'module',
  });
  const variables = variablesIn(scopes);
  const free = (globalScope?.through ?? []).map(({ identifier }) => ({
    node: identifier as unknown as Node,
    name: (identifier as unknown as { name: string }).name,
  }));
  return { program, parents: parentsIn(program), free, variableOf: (node) => variables.get(node) };
};
