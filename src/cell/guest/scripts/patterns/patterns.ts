// Replaces the methods of RegExp.prototype that V8 runs slowly when RegExp.prototype is frozen, because V8's own are fast only while it is
// as the engine made it. `exec` and `test` are fast in any case: they stay V8's own, and do the matching here. Runs before the lockdown freezes
// the realm, so code here may call methods: no plugin can have replaced them. Follows the steps of ECMAScript. Decision 0062.

import { execBy, matcherOf, nativeExec, skipEmpty } from './match.ts';
import { type Replacer, replaceByCalls, replaceByText, replaceWithOwnExec } from './replace.ts';
import { speciesOf, splitBySearch, splitByTries } from './split.ts';

const { defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;

const LETTERS = 'dgimsuvy';
/** The text of each set of flags, which are bits of its index. */
const FLAG_TEXTS: readonly string[] = Array.from({ length: 2 ** LETTERS.length }, (_, bits) =>
  [...LETTERS].filter((_letter, bit) => bits & (1 << bit)).join(''),
);

const METHODS = {
  get flags(): string {
    const rx = matcherOf(this, 'flags getter');
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
  },

  [Symbol.match](string: unknown): unknown {
    const rx = matcherOf(this, '@@match');
    const text = `${string}`;
    const flags = `${rx.flags}`;
    if (!flags.includes('g')) return execBy(rx.exec, rx, text);
    rx.lastIndex = 0;
    const found: string[] = [];
    for (;;) {
      const match = execBy(rx.exec, rx, text);
      if (match === null) return found.length === 0 ? null : found;
      const part = `${match[0]}`;
      found[found.length] = part;
      if (part === '') skipEmpty(rx, text, flags);
    }
  },

  [Symbol.replace](string: unknown, replaceValue: unknown): string {
    const rx = matcherOf(this, '@@replace');
    const text = `${string}`;
    const replacer = (typeof replaceValue === 'function' ? replaceValue : `${replaceValue}`) as Replacer;
    const flags = `${rx.flags}`;
    if (flags.includes('g')) rx.lastIndex = 0;
    const { exec } = rx;
    if (exec !== nativeExec) return replaceWithOwnExec(rx, text, flags, replacer, exec);
    return typeof replacer === 'string'
      ? replaceByText(rx, text, flags, replacer)
      : replaceByCalls(rx, text, flags, replacer);
  },

  [Symbol.split](string: unknown, limit: unknown): unknown[] {
    const rx = matcherOf(this, '@@split');
    const text = `${string}`;
    const species = speciesOf(rx);
    const flags = `${rx.flags}`;
    return species === undefined
      ? splitBySearch(rx, text, flags, limit)
      : splitByTries(rx, text, flags, { limit, species });
  },
};

/** Puts the methods onto RegExp.prototype. */
export function quickenPatterns(): void {
  for (const key of ownKeys(METHODS)) {
    const descriptor = getOwnPropertyDescriptor(METHODS, key) as PropertyDescriptor;
    defineProperty(RegExp.prototype, key, { ...descriptor, enumerable: false });
  }
}
