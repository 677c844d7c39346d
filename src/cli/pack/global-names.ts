// Finds the names that a bundle puts on its global object, such as `Buffer` by `globalThis.Buffer = Buffer`. Code then reads them as bare names, as polyfills
// expect. Runs on the author's machine.
//
// The bundler replaces `globalThis` by an object of the bundle (own-global.ts), so a bare `Buffer` would go past it, to the real global object. The bundler
// therefore writes `globalThis.Buffer` for these names. It does so only for names that some module puts there: for any other, the engine's ReferenceError says
// more than a value of `undefined`. A name that is put together while the code runs is not found.

import type { AnyNode } from 'acorn';
import { ECMASCRIPT_NAMES } from './guest-names.ts';
import { type Tree, treeOf } from './syntax-tree.ts';

/** How many variables are followed: `const root = typeof self === 'object' ? self : globalThis`. */
const FOLLOWED = 4;

/** The text by which the object of own-global.ts is recognized in a packed module. */
const OWN_GLOBAL = 'Object.create(Object.create(globalThis))';

/** Functions that put names on their first argument. The name is the second one, or the properties of the later ones are the names. */
const BY_NAME = ['Object.defineProperty', 'Reflect.defineProperty', 'Reflect.set'];
const BY_PROPERTIES = ['Object.assign', 'Object.defineProperties'];

/** What a bundle does with its global object. */
export interface GlobalUse {
  /** The bare names that its code puts there. */
  readonly names: readonly string[];
  /** True if code that it compiles with `Function` may look for what it puts there. */
  readonly isCompiledFor: boolean;
}

const NO_USE: GlobalUse = { names: [], isCompiledFor: false };

/** What a packed module does with the bundle's global object. Nothing for a module that cannot be parsed. */
export const globalUseIn = (code: string): GlobalUse => {
  if (!code.includes(OWN_GLOBAL)) return NO_USE;
  try {
    const tree = treeOf(code);
    const put = new Set(namesPut(tree, code));
    const bare = new Set(tree.free.map(({ name }) => name));
    const names = [...bare].filter((name) => put.has(name) && !ECMASCRIPT_NAMES.has(name)).sort();
    return { names, isCompiledFor: put.size > 0 && compiles(tree) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return NO_USE;
    throw error;
  }
};

/** True if a module calls or extends the constructor of functions. */
const compiles = ({ free, parents }: Tree): boolean =>
  free.some(({ name, node }) => {
    const parent = name === 'Function' ? parents.get(node) : undefined;
    if (parent?.type === 'NewExpression' || parent?.type === 'CallExpression') return parent.callee === node;
    return parent !== undefined && 'superClass' in parent && parent.superClass === node;
  });

/** A name that is known only when the code runs. */
const UNKNOWN = '';

const namesPut = (tree: Tree, code: string): readonly string[] => {
  const isGlobal = (node: AnyNode | undefined, depth = FOLLOWED): boolean => {
    switch (node?.type) {
      case 'Identifier':
        return depth > 0 && tree.sourcesOf(node).some((source) => isGlobal(source, depth - 1));
      case 'CallExpression':
        return code.slice(node.start, node.end) === OWN_GLOBAL;
      case 'ConditionalExpression':
        return isGlobal(node.consequent, depth) || isGlobal(node.alternate, depth);
      case 'LogicalExpression':
        return isGlobal(node.left, depth) || isGlobal(node.right, depth);
      case 'AssignmentExpression':
        return isGlobal(node.right, depth);
      case 'SequenceExpression':
        return isGlobal(node.expressions.at(-1), depth);
      default:
        return false;
    }
  };
  return [...tree.parents.keys()].flatMap((node) => {
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression')
      return isGlobal(node.left.object) ? keyOf(node.left.property, node.left.computed) : [];
    if (node.type !== 'CallExpression') return [];
    const callee = code.slice(node.callee.start, node.callee.end);
    const [target, ...others] = node.arguments;
    if (BY_NAME.includes(callee)) return isGlobal(target) && others[0] ? keyOf(others[0], true) : [];
    return BY_PROPERTIES.includes(callee) && isGlobal(target) ? others.flatMap(propertiesOf) : [];
  });
};

const keyOf = (key: AnyNode, isComputed: boolean): readonly string[] => {
  if (!isComputed && key.type === 'Identifier') return [key.name];
  if (key.type === 'TemplateLiteral' && key.quasis.length === 1) return [key.quasis[0]?.value.cooked ?? ''];
  return [key.type === 'Literal' ? String(key.value) : UNKNOWN];
};

const propertiesOf = (node: AnyNode): readonly string[] =>
  node.type === 'ObjectExpression'
    ? node.properties.flatMap((one) => (one.type === 'Property' ? keyOf(one.key, one.computed) : []))
    : [];
