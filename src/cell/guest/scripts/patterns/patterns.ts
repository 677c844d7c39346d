// Replaces the methods of RegExp.prototype that V8 runs slowly when RegExp.prototype is frozen, because V8's own are fast only while it is
// as the engine made it. V8's own run in a context beside this one, if they see what a program sees; else `exec`, which is fast in any case, matches here. Runs before the lockdown freezes
// the realm, so code here may call methods: no plugin can have replaced them. Follows the steps of ECMAScript. Decision 0062.

import type { PristinePatterns } from '../parts.ts';
import { hasFlag, seenFlags } from './flags.ts';
import { execBy, matcherOf, nativeExec, skipEmpty } from './match.ts';
import { matchBy, matchQuickly, replaceQuickly } from './quick.ts';
import { type Replacer, replaceByCalls, replaceByText, replaceWithOwnExec } from './replace.ts';
import { speciesOf, splitBySearch, splitByTries } from './split.ts';

const { defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;

const METHODS = {
  get flags(): string {
    return seenFlags(this);
  },

  [Symbol.match](string: unknown): unknown {
    const rx = matcherOf(this, '@@match');
    const text = `${string}`;
    const flags = `${rx.flags}`;
    if (!hasFlag(flags, 'g')) return execBy(rx.exec, rx, text);
    rx.lastIndex = 0;
    let { exec } = rx;
    const quick = exec === nativeExec ? matchQuickly(rx, text, flags) : undefined;
    if (quick !== undefined) return quick;
    const found: string[] = [];
    for (; ; exec = rx.exec) {
      const match = execBy(exec, rx, text);
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
    const isGlobal = hasFlag(flags, 'g');
    if (isGlobal) rx.lastIndex = 0;
    const { exec } = rx;
    if (exec !== nativeExec) return replaceWithOwnExec(rx, text, flags, replacer, exec);
    if (typeof replacer !== 'string') return replaceByCalls(rx, text, flags, replacer);
    const quick = isGlobal ? replaceQuickly(rx, text, flags, replacer) : undefined;
    return quick ?? replaceByText(rx, text, flags, replacer);
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
export function quickenPatterns(pristine: PristinePatterns): void {
  matchBy(pristine);
  for (const key of ownKeys(METHODS)) {
    const descriptor = getOwnPropertyDescriptor(METHODS, key) as PropertyDescriptor;
    defineProperty(RegExp.prototype, key, { ...descriptor, enumerable: false });
  }
}
