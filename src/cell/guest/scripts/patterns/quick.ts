// Lets the pristine context match for regular expressions of which V8 and a program see the same. Each function here returns undefined if it cannot,
// or if anything goes wrong: then the steps in JavaScript begin anew, and whatever is thrown is thrown there, in the plugin's realm. Runs inside the isolate.

import type { PristinePatterns } from '../parts.ts';
import { hasFlag, sourceWith } from './flags.ts';
import type { Matcher } from './match.ts';

const { apply } = Reflect;

type Found = readonly (string | number | undefined)[];

let pristine: PristinePatterns;

/** Sets the methods of the pristine context. */
export function matchBy(methods: PristinePatterns): void {
  pristine = methods;
}

/** A copy of an array of the pristine context. */
function copyOf<Value>(values: readonly Value[]): Value[] {
  const { length } = values;
  const copy: Value[] = [];
  for (let i = 0; i < length; i += 1) copy[i] = values[i] as Value;
  return copy;
}

/** All matches, for the flag `g`. */
export function matchQuickly(rx: Matcher, text: string, flags: string): string[] | null | undefined {
  try {
    const source = sourceWith(rx, flags);
    if (source === undefined) return undefined;
    const found = pristine.match(source, flags, text);
    return found === null ? null : copyOf(found);
  } catch {
    return undefined;
  }
}

/** The source if what is replaced does not depend on `lastIndex`. */
function sourceForReplace(rx: Matcher, flags: string): string | undefined {
  if (!hasFlag(flags, 'g') && (hasFlag(flags, 'y') || typeof rx.lastIndex !== 'number')) return undefined;
  return sourceWith(rx, flags);
}

export function replaceQuickly(rx: Matcher, text: string, flags: string, template: string): string | undefined {
  try {
    const source = sourceForReplace(rx, flags);
    return source === undefined ? undefined : pristine.replace(source, flags, text, template);
  } catch {
    return undefined;
  }
}

/** The matches to replace by calls, see {@link PristinePatterns}. */
export function matchesQuickly(rx: Matcher, text: string, flags: string): Found | undefined {
  try {
    const source = sourceForReplace(rx, flags);
    return source === undefined ? undefined : pristine.matches(source, flags, text);
  } catch {
    return undefined;
  }
}

/** Replaces the matches by what the plugin's function returns for each. */
export function callForEach(found: Found, text: string, replacer: (...values: unknown[]) => unknown): string {
  const size = found[0] as number;
  let out = '';
  let from = 0;
  for (let i = 1; i < found.length; i += size) {
    const at = found[i + size - 1] as number;
    const value = callWith(found, i, size, text, replacer);
    out += `${text.slice(from, at)}${value}`;
    from = at + (found[i] as string).length;
  }
  return out + text.slice(from);
}

/** Calls with the values of one match. The commonest numbers of groups go without an array. */
function callWith(
  found: Found,
  i: number,
  size: number,
  text: string,
  replacer: (...values: unknown[]) => unknown,
): unknown {
  if (size === 2) return replacer(found[i], found[i + 1], text);
  if (size === 3) return replacer(found[i], found[i + 1], found[i + 2], text);
  if (size === 4) return replacer(found[i], found[i + 1], found[i + 2], found[i + 3], text);
  const values: unknown[] = [];
  for (let k = 0; k < size; k += 1) values[k] = found[i + k];
  values[size] = text;
  return apply(replacer, undefined, values);
}

/** The parts of a text. */
export function splitQuickly(
  rx: Matcher,
  text: string,
  flags: string,
  limit: number | undefined,
): (string | undefined)[] | undefined {
  try {
    const source = sourceWith(rx, flags);
    if (source === undefined) return undefined;
    return copyOf(pristine.split(source, hasFlag(flags, 'y') ? flags.replaceAll('y', '') : flags, text, limit));
  } catch {
    return undefined;
  }
}
