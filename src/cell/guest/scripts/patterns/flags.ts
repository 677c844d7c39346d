// The flags of a regular expression: those that a program sees, and those that V8 matches by. Runs inside the isolate.

import { type Matcher, matcherOf } from './match.ts';

const { getOwnPropertyDescriptor } = Reflect;

const LETTERS = 'dgimsuvy';
/** The text of each set of flags, which are bits of its index. */
const FLAG_TEXTS: readonly string[] = Array.from({ length: 2 ** LETTERS.length }, (_, bits) =>
  [...LETTERS].filter((_letter, bit) => bits & (1 << bit)).join(''),
);

type Getter<Value> = (this: unknown) => Value;
const getterOf = <Value>(name: string): Getter<Value> =>
  getOwnPropertyDescriptor(RegExp.prototype, name)?.get as Getter<Value>;

// Each has a name of its own and is called as a method of it, which V8 turns into the fastest call: a plugin can have replaced none of them.
const hasIndices = getterOf<boolean | undefined>('hasIndices');
const global = getterOf<boolean>('global');
const ignoreCase = getterOf<boolean>('ignoreCase');
const multiline = getterOf<boolean>('multiline');
const dotAll = getterOf<boolean>('dotAll');
const unicode = getterOf<boolean>('unicode');
const unicodeSets = getterOf<boolean>('unicodeSets');
const sticky = getterOf<boolean>('sticky');
const source = getterOf<string>('source');

/** The getter `flags`, which ECMAScript has read each flag as a property. */
export function seenFlags(value: unknown): string {
  const rx = matcherOf(value, 'flags getter');
  let bits = 0;
  if (rx.hasIndices) bits |= 1;
  if (rx.global) bits |= 2;
  if (rx.ignoreCase) bits |= 4;
  if (rx.multiline) bits |= 8;
  if (rx.dotAll) bits |= 16;
  if (rx.unicode) bits |= 32;
  // In the order in which V8 reads them.
  if (rx.sticky) bits |= 128;
  if (rx.unicodeSets) bits |= 64;
  return FLAG_TEXTS[bits] as string;
}

/** True if a text of flags has the letter. */
export const hasFlag = (flags: string, letter: string): boolean =>
  flags === letter || (flags !== '' && flags.includes(letter));

/** The source of `rx` if V8 matches it by the flags `flags`, else undefined. Throws if `rx` is no regular expression. */
export function sourceWith(rx: Matcher, flags: string): string | undefined {
  const first = hasIndices.call(rx);
  // RegExp.prototype is no regular expression, but these getters do not throw for it.
  if (first === undefined) return undefined;
  let bits = first ? 1 : 0;
  if (global.call(rx)) bits |= 2;
  if (ignoreCase.call(rx)) bits |= 4;
  if (multiline.call(rx)) bits |= 8;
  if (dotAll.call(rx)) bits |= 16;
  if (unicode.call(rx)) bits |= 32;
  if (unicodeSets.call(rx)) bits |= 64;
  if (sticky.call(rx)) bits |= 128;
  return flags === FLAG_TEXTS[bits] ? source.call(rx) : undefined;
}
