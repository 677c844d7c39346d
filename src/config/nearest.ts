// "Did you mean": the known name that a mistyped one most likely stands for.

import { distance } from 'fastest-levenshtein';

const MAX_LENGTH = 64;

/** The known name nearest to `typed`, case and separators ignored; undefined where none is near. */
export function nearest(typed: string, known: Iterable<string>): string | undefined {
  if (typed.length > MAX_LENGTH) return undefined;
  const wanted = plain(typed);
  let best: { name: string; steps: number } | undefined;
  for (const name of known) {
    const steps = stepsBetween(wanted, plain(name));
    if (steps !== undefined && (best === undefined || steps < best.steps)) best = { name, steps };
  }
  return best?.name;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

/** Edits from one to the other; undefined where that is too far. A name cut short (`cpu` for `cpuMs`) counts as near. */
function stepsBetween(typed: string, name: string): number | undefined {
  if (typed.length >= 3 && name.startsWith(typed)) return Math.min(2, name.length - typed.length);
  // Two letters swapped is one slip, though two edits.
  const steps = sorted(typed) === sorted(name) ? 1 : distance(typed, name);
  return steps <= Math.max(1, Math.floor(Math.min(typed.length, name.length) / 3)) ? steps : undefined;
}

const sorted = (name: string): string => [...name].sort().join('');
