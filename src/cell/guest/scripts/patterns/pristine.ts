// Runs V8's own methods of regular expressions, in a context of its own beside a frozen realm: its RegExp.prototype is as the engine made it, so
// V8's fast paths hold. No plugin reaches this context: strings and numbers come in, and quick.ts copies what goes out before a plugin sees it.
// Nothing here calls anything of its callers. Decision 0062.

import type { PristinePatterns } from '../parts.ts';

/** A regular expression is looked for in one place, by its length. A power of 2. */
const PLACES = 16;

const sources: (string | undefined)[] = Array.from({ length: PLACES }, () => undefined);
const flagTexts: (string | undefined)[] = [...sources];
const made: RegExp[] = Array.from({ length: PLACES }, () => /(?:)/);
let isEmpty = true;

/** The regular expression of a source and flags. Its `lastIndex` is 0: the methods here leave it so, and the flag `y` comes only with `g`. */
function patternOf(source: string, flags: string): RegExp {
  const place = (source.length + (flags.length << 2)) & (PLACES - 1);
  if (sources[place] === source && flagTexts[place] === flags) return made[place] as RegExp;
  const pattern = new RegExp(source, flags);
  made[place] = pattern;
  sources[place] = source;
  flagTexts[place] = flags;
  isEmpty = false;
  return pattern;
}

export const pristine: PristinePatterns = Object.freeze({
  replace(source: string, flags: string, text: string, template: string): string {
    return text.replace(patternOf(source, flags), template);
  },

  split(source: string, flags: string, text: string, limit: number | undefined): readonly (string | undefined)[] {
    return text.split(patternOf(source, flags), limit);
  },

  match(source: string, flags: string, text: string): readonly string[] | null {
    return text.match(patternOf(source, flags));
  },

  forget(): void {
    if (isEmpty) return;
    isEmpty = true;
    sources.fill(undefined);
    flagTexts.fill(undefined);
  },
});

for (const method of Object.values(pristine)) Object.freeze(method);
