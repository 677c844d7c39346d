// Finds branches that the sandbox never takes because it has a name that they do without: `typeof atob === 'function' ? atob(text) : Buffer.from(text)`.
// Runs on the author's machine.

import type { AnyNode } from 'acorn';
import { GUEST_NAMES } from './guest-names.ts';

/** `typeof` of a name that does not exist, and the short form that minified code compares with: `typeof x < "u"`. */
const isAbsence = (text: unknown): boolean => text === 'undefined' || text === 'u';

const FALSE_NAMES = ['undefined', 'NaN'];

/** The result of a test in the sandbox; undefined if it is not known. `isFree` tells a global from a variable of the module. */
export const outcomeOf = (test: AnyNode, isFree: (node: AnyNode) => boolean): boolean | undefined => {
  const isThere = (node: AnyNode): boolean => node.type === 'Identifier' && GUEST_NAMES.has(node.name) && isFree(node);
  if (test.type === 'Identifier') return !FALSE_NAMES.includes(test.name) && isThere(test) ? true : undefined;
  if (test.type === 'UnaryExpression' && test.operator === '!') {
    const inner = outcomeOf(test.argument, isFree);
    return inner === undefined ? undefined : !inner;
  }
  if (test.type !== 'BinaryExpression') return undefined;
  const { operator, left, right } = test;
  const [asked, text] = left.type === 'UnaryExpression' ? [left, right] : [right, left];
  if (asked.type !== 'UnaryExpression' || asked.operator !== 'typeof' || text.type !== 'Literal') return undefined;
  if (!isThere(asked.argument)) return undefined;
  const isEqual = operator === '==' || operator === '===';
  if (isEqual || operator === '!=' || operator === '!==') return isAbsence(text.value) !== isEqual;
  // `typeof x < "u"`: every type except "undefined" sorts before "u".
  return text.value === 'u' && asked === left ? operator === '<' : undefined;
};
