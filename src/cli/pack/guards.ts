// Finds whether code checks for a name before it uses it: `typeof Buffer === 'undefined' ? … : Buffer.from(text)`, `try { Buffer } catch {}`.
// Runs on the author's machine.

import type { AnyNode } from 'acorn';
import { outcomeOf } from './dead-branches.ts';
import { childrenOf, type Tree } from './syntax-tree.ts';

/** How many steps a flag is followed: `const isNode = typeof process === 'object'`, `const usesNode = isNode && !isForced`. */
const FOLLOWED = 4;

/** Tells for each use of a name whether it is guarded. Pure; reads one module's tree. */
export class Guards {
  readonly #tree: Tree;
  /** Member name → values that members of this name are given anywhere in the module. */
  readonly #members: ReadonlyMap<string, readonly AnyNode[]>;
  readonly #free: ReadonlySet<AnyNode>;
  /** Node → names that it checks for, itself or through a flag. */
  readonly #asked = new Map<AnyNode, ReadonlySet<string>>();

  constructor(tree: Tree) {
    this.#tree = tree;
    this.#members = membersIn(tree);
    this.#free = new Set(tree.free.map(({ node }) => node));
  }

  /** True if `node`, a use of `name`, is not reached or does no harm in a sandbox without that name. */
  holds(node: AnyNode, name: string): boolean {
    let child = node;
    for (let parent = this.#tree.parents.get(child); parent; parent = this.#tree.parents.get(child)) {
      if (this.#isGuardedIn(parent, child, name)) return true;
      child = parent;
    }
    return false;
  }

  #isGuardedIn(parent: AnyNode, child: AnyNode, name: string): boolean {
    switch (parent.type) {
      case 'UnaryExpression':
        return parent.operator === 'typeof' && child.type === 'Identifier';
      case 'WhileStatement':
        return child !== parent.test && this.#asks(parent.test, name);
      case 'IfStatement':
      case 'ConditionalExpression': {
        const { test, consequent } = parent;
        return child !== test && (this.#asks(test, name) || this.#outcome(test) === (child !== consequent));
      }
      case 'LogicalExpression': {
        const { left, right, operator } = parent;
        return child === right && (this.#asks(left, name) || this.#outcome(left) === (operator === '||'));
      }
      case 'TryStatement':
        return child === parent.block && parent.handler !== null;
      case 'BlockStatement':
      case 'Program':
        return this.#isLeftBefore(parent.body, child, name);
      default:
        return false;
    }
  }

  /** `if (typeof process === 'undefined') return;` in front of the statement. */
  #isLeftBefore(statements: readonly AnyNode[], child: AnyNode, name: string): boolean {
    for (const statement of statements) {
      if (statement === child) return false;
      if (statement.type !== 'IfStatement') continue;
      const { test, consequent } = statement;
      if (leaves(consequent) && (this.#asks(test, name) || this.#outcome(test) === true)) return true;
    }
    return false;
  }

  #outcome(test: AnyNode): boolean | undefined {
    return outcomeOf(test, (node) => this.#free.has(node));
  }

  #asks(test: AnyNode, name: string): boolean {
    return this.#namesAskedIn(test, FOLLOWED).has(name);
  }

  #namesAskedIn(root: AnyNode, depth: number): ReadonlySet<string> {
    const known = this.#asked.get(root);
    if (known) return known;
    const found = new Set<string>();
    // Stored before it is complete, so that the search ends in a function that calls itself.
    this.#asked.set(root, found);
    const waiting: AnyNode[] = [root];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      for (const name of this.#askedByItself(node, depth)) found.add(name);
      waiting.push(...childrenOf(node));
    }
    return found;
  }

  *#askedByItself(node: AnyNode, depth: number): Iterable<string> {
    if (node.type === 'UnaryExpression' && node.operator === 'typeof') yield* namesOf(node.argument);
    // `'process' in globalThis`
    if (node.type === 'BinaryExpression' && node.operator === 'in' && node.left.type === 'Literal')
      yield String(node.left.value);
    if (node.type === 'MemberExpression' && !node.computed) {
      // `globalThis.process`, and `platform.isNode` after `platform.isNode = typeof process === 'object'`.
      const names = namesOf(node.property);
      yield* names;
      const given = names.flatMap((name) => this.#members.get(name) ?? []);
      if (depth > 0) yield* this.#askedBy(given, depth - 1);
    }
    if (node.type === 'Identifier' && depth > 0) yield* this.#askedBy(this.#tree.sourcesOf(node), depth - 1);
  }

  *#askedBy(sources: readonly AnyNode[], depth: number): Iterable<string> {
    for (const source of sources) yield* this.#namesAskedIn(source, depth);
  }
}

/** The name and the value in `{ isNode: value }` and `platform.isNode = value`. */
const memberIn = (node: AnyNode): readonly [named?: AnyNode, given?: AnyNode] => {
  if (node.type === 'Property') return node.computed ? [] : [node.key, node.value];
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return [];
  return node.left.computed ? [] : [node.left.property, node.right];
};

/** The values of `{ isNode: value }` and `platform.isNode = value`, by name. */
const membersIn = ({ parents }: Tree): ReadonlyMap<string, readonly AnyNode[]> => {
  const found = new Map<string, AnyNode[]>();
  for (const node of parents.keys()) {
    const [named, given] = memberIn(node);
    if (!named || !given) continue;
    for (const name of namesOf(named)) found.set(name, [...(found.get(name) ?? []), given]);
  }
  return found;
};

const namesOf = (node: AnyNode): readonly string[] => (node.type === 'Identifier' ? [node.name] : []);

const LEAVING = ['ReturnStatement', 'BreakStatement', 'ContinueStatement'];

/** True if a statement ends by going elsewhere. A throw does not count, because then the code cannot do without the name. */
const leaves = (node: AnyNode): boolean => {
  const last = node.type === 'BlockStatement' ? node.body.at(-1) : node;
  return LEAVING.includes(last?.type ?? '');
};
