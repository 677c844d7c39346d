// Lets the pristine context match for regular expressions of which V8 and a program see the same. Each function here returns undefined if it cannot,
// or if anything goes wrong: then the steps in JavaScript begin anew, and whatever is thrown is thrown there, in the plugin's realm. Runs inside the isolate.

import type { PristinePatterns } from '../parts.ts';
import { hasFlag, sourceWith } from './flags.ts';
import type { Matcher } from './match.ts';

/** Shorter texts are searched sooner in JavaScript, by measurements. In characters. */
const WORTH_ASKING = 24;

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
  if (text.length < WORTH_ASKING) return undefined;
  try {
    const source = sourceWith(rx, flags);
    if (source === undefined) return undefined;
    const found = pristine.match(source, flags, text);
    return found === null ? null : copyOf(found);
  } catch {
    return undefined;
  }
}

/** Replaces all matches by text, for the flag `g`. */
export function replaceQuickly(rx: Matcher, text: string, flags: string, template: string): string | undefined {
  if (text.length < WORTH_ASKING) return undefined;
  try {
    const source = sourceWith(rx, flags);
    return source === undefined ? undefined : pristine.replace(source, flags, text, template);
  } catch {
    return undefined;
  }
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
