// Branches that the sandbox never takes, since it has the name that they do without: `typeof atob === 'function' ? atob(text) : Buffer.from(text)`.
// Runs on the author's machine.

import type { Node } from 'acorn';
import { GUEST_NAMES } from './guest-names.ts';

interface Parts {
  readonly type: string;
  readonly operator?: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly argument?: Parts;
  readonly left?: Parts;
  readonly right?: Parts;
}

/** What `typeof` gives for names that exist, and what minified code compares with it: `typeof x < "u"`. */
const isAbsence = (text: unknown): boolean => text === 'undefined' || text === 'u';

const FALSE_NAMES = ['undefined', 'NaN'];

/** Which way a test goes in the sandbox; undefined if that is not known. `isFree` tells a global from a variable of the module. */
export const outcomeOf = (test: Node, isFree: (node: Node) => boolean): boolean | undefined => {
  const { type, operator, name, argument, left, right } = test as unknown as Parts;
  const isThere = (node: Node): boolean => {
    const { type: kind, name: own = '' } = node as unknown as Parts;
    return kind === 'Identifier' && GUEST_NAMES.has(own) && isFree(node);
  };
  if (type === 'Identifier') return !FALSE_NAMES.includes(name ?? '') && isThere(test) ? true : undefined;
  if (type === 'UnaryExpression' && operator === '!' && argument) {
    const inner = outcomeOf(argument as unknown as Node, isFree);
    return inner === undefined ? undefined : !inner;
  }
  if (type !== 'BinaryExpression') return undefined;
  const [asked, text] = left?.type === 'UnaryExpression' ? [left, right] : [right, left];
  if (asked?.operator !== 'typeof' || text?.type !== 'Literal' || !isThere(asked.argument as unknown as Node))
    return undefined;
  const isEqual = operator === '==' || operator === '===';
  if (isEqual || operator === '!=' || operator === '!==') return isAbsence(text.value) !== isEqual;
  // `typeof x < "u"`: every type but "undefined" comes before "u".
  return text.value === 'u' && asked === left ? operator === '<' : undefined;
};
