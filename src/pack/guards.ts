// Whether code asks for a name before it uses it: `typeof Buffer === 'undefined' ? … : Buffer.from(text)`, `try { Buffer } catch {}`.
// Runs on the author's machine.

import type { Node } from 'acorn';
import { outcomeOf } from './dead-branches.ts';
import { childrenOf, type Tree } from './syntax-tree.ts';

/** The parts of acorn's nodes that are looked at here; each node has some of them. */
type Parts = Partial<
  Readonly<
    Record<
      'argument' | 'test' | 'left' | 'right' | 'consequent' | 'alternate' | 'block' | 'handler' | 'property' | 'callee',
      Node | null
    >
  >
> & {
  readonly name?: string;
  readonly operator?: string;
  readonly value?: unknown;
  readonly computed?: boolean;
  readonly body?: Node | readonly Node[];
};
const partsOf = (node: Node): Parts => node as Parts;

/** How far a flag is followed: `const isNode = typeof process === 'object'`, `const usesNode = isNode && !isForced`. */
const FOLLOWED = 4;

/** Tells of each use of a name whether it is guarded. */
export class Guards {
  readonly #tree: Tree;
  /** Values that members of objects are given anywhere in the module, by the member's name. */
  readonly #members: ReadonlyMap<string, readonly Node[]>;
  readonly #free: ReadonlySet<Node>;
  /** Names that a node asks for, itself or through a flag. */
  readonly #asked = new Map<Node, ReadonlySet<string>>();

  constructor(tree: Tree) {
    this.#tree = tree;
    this.#members = membersIn(tree);
    this.#free = new Set(tree.free.map(({ node }) => node));
  }

  /** True if `node`, a use of `name`, is not reached, or does no harm, where there is no such name. */
  holds(node: Node, name: string): boolean {
    let child = node;
    for (let parent = this.#tree.parents.get(child); parent; parent = this.#tree.parents.get(child)) {
      if (this.#isGuardedIn(parent, child, name)) return true;
      child = parent;
    }
    return false;
  }

  #isGuardedIn(parent: Node, child: Node, name: string): boolean {
    const { operator, test, consequent, left, right, block, handler, body } = partsOf(parent);
    switch (parent.type) {
      case 'UnaryExpression':
        return operator === 'typeof' && child.type === 'Identifier';
      case 'WhileStatement':
        return child !== test && this.#asks(test, name);
      case 'IfStatement':
      case 'ConditionalExpression':
        return child !== test && (this.#asks(test, name) || this.#outcome(test) === (child !== consequent));
      case 'LogicalExpression':
        return child === right && (this.#asks(left, name) || this.#outcome(left) === (operator === '||'));
      case 'TryStatement':
        return child === block && handler !== null;
      case 'BlockStatement':
      case 'Program':
        return Array.isArray(body) && this.#isLeftBefore(body as readonly Node[], child, name);
      default:
        return false;
    }
  }

  /** `if (typeof process === 'undefined') return;` in front of the statement. */
  #isLeftBefore(statements: readonly Node[], child: Node, name: string): boolean {
    for (const statement of statements) {
      if (statement === child) return false;
      if (statement.type !== 'IfStatement') continue;
      const { test, consequent } = partsOf(statement);
      if (consequent && leaves(consequent) && (this.#asks(test, name) || this.#outcome(test) === true)) return true;
    }
    return false;
  }

  #outcome(test: Node | null | undefined): boolean | undefined {
    return test == null ? undefined : outcomeOf(test, (node) => this.#free.has(node));
  }

  #asks(test: Node | null | undefined, name: string): boolean {
    return test != null && this.#namesAskedIn(test, FOLLOWED).has(name);
  }

  #namesAskedIn(root: Node, depth: number): ReadonlySet<string> {
    const known = this.#asked.get(root);
    if (known) return known;
    const found = new Set<string>();
    // Found while it is being looked for: a function that calls itself asks for nothing more.
    this.#asked.set(root, found);
    const waiting: Node[] = [root];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      for (const name of this.#askedByItself(node, depth)) found.add(name);
      waiting.push(...childrenOf(node));
    }
    return found;
  }

  *#askedByItself(node: Node, depth: number): Iterable<string> {
    const { argument, operator, left, property, computed } = partsOf(node);
    if (node.type === 'UnaryExpression' && operator === 'typeof' && argument) yield* namesOf(argument);
    // `'process' in globalThis`
    if (node.type === 'BinaryExpression' && operator === 'in' && left?.type === 'Literal')
      yield String(partsOf(left).value);
    if (node.type === 'MemberExpression' && computed === false && property) {
      const names = namesOf(property);
      // `globalThis.process`, and `platform.isNode` after `platform.isNode = typeof process === 'object'`.
      yield* names;
      if (depth > 0)
        yield* this.#askedBy(
          names.flatMap((name) => this.#members.get(name) ?? []),
          depth - 1,
        );
    }
    if (node.type === 'Identifier' && depth > 0) yield* this.#askedBy(this.#sourcesOf(node), depth - 1);
  }

  *#askedBy(sources: readonly Node[], depth: number): Iterable<string> {
    for (const source of sources) yield* this.#namesAskedIn(source, depth);
  }

  /** What a variable was set from, a function does, or a function that is called in place is given. */
  #sourcesOf(identifier: Node): readonly Node[] {
    const variable = this.#tree.variableOf(identifier);
    const writes = (variable?.references ?? []).flatMap(({ writeExpr }) =>
      writeExpr ? [writeExpr as unknown as Node] : [],
    );
    const defined = (variable?.defs ?? []).flatMap(({ type, node, name }) => {
      const definition = node as unknown as Node;
      if (type === 'FunctionName') return [definition];
      return type === 'Parameter' ? this.#argumentFor(definition, name as unknown as Node) : [];
    });
    return [...writes, ...defined];
  }

  #argumentFor(definition: Node, parameter: Node): readonly Node[] {
    const call = this.#tree.parents.get(definition) as (Node & { arguments?: readonly Node[] }) | undefined;
    if (call?.type !== 'CallExpression' || partsOf(call).callee !== definition) return [];
    const { params } = definition as Node & { readonly params: readonly Node[] };
    const given = call.arguments?.[params.indexOf(parameter)];
    return given ? [given] : [];
  }
}

/** `{ isNode: value }` and `platform.isNode = value`. */
const membersIn = ({ parents }: Tree): ReadonlyMap<string, readonly Node[]> => {
  const found = new Map<string, Node[]>();
  for (const node of parents.keys()) {
    const { computed, key, value, left, right } = node as Node & {
      readonly computed?: boolean;
      readonly key?: Node;
      readonly value?: Node;
      readonly left?: Node;
      readonly right?: Node;
    };
    const target =
      node.type === 'AssignmentExpression' && left?.type === 'MemberExpression' ? partsOf(left) : undefined;
    const [named, given] = target && !target.computed ? [target.property, right] : [key, value];
    if ((node.type !== 'Property' && !target) || computed || !named || !given) continue;
    for (const name of namesOf(named)) found.set(name, [...(found.get(name) ?? []), given]);
  }
  return found;
};

const namesOf = (node: Node): readonly string[] => {
  const { name } = partsOf(node);
  return node.type === 'Identifier' && name !== undefined ? [name] : [];
};

const LEAVING = ['ReturnStatement', 'BreakStatement', 'ContinueStatement'];

/** Ends by going elsewhere. A throw does not count: there the code cannot do without the name. */
const leaves = (node: Node): boolean => {
  const { body } = partsOf(node);
  if (node.type !== 'BlockStatement' || !Array.isArray(body)) return LEAVING.includes(node.type);
  return LEAVING.includes((body as readonly Node[]).at(-1)?.type ?? '');
};
