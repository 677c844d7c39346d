// "Did you mean": finds the known names that are most like a mistyped one. Pure; front process and command line.

import { distance } from 'fastest-levenshtein';

/** Longer names are not compared, because the work grows with the square of the length. */
const COMPARED_LENGTH = 64;

/** At most `count` known names like `typed`, nearest first. Case and separators do not count. */
export function nearest(typed: string, known: Iterable<string>, count = 1): readonly string[] {
  if (typed.length > COMPARED_LENGTH) return [];
  const plainTyped = plain(typed);
  const near: { name: string; steps: number }[] = [];
  for (const name of known) {
    const steps = stepsBetween(plainTyped, plain(name));
    if (steps !== undefined) near.push({ name, steps });
  }
  near.sort((a, b) => a.steps - b.steps || (a.name < b.name ? -1 : 1));
  return near.slice(0, count).map(({ name }) => name);
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

/** Edits from one to the other; undefined if they are too many. A name cut short (`cpu` for `cpuMs`) counts as near. */
function stepsBetween(typed: string, name: string): number | undefined {
  if (typed.length >= 3 && name.startsWith(typed)) return Math.min(2, name.length - typed.length);
  const allowed = Math.max(1, Math.floor(Math.min(typed.length, name.length) / 3));
  // Two swapped letters are one slip, though two edits.
  if (typed.length === name.length && sorted(typed) === sorted(name)) return 1;
  if (Math.abs(typed.length - name.length) > allowed) return undefined;
  const steps = distance(typed, name);
  return steps <= allowed ? steps : undefined;
}

const sorted = (name: string): string => [...name].sort().join('');
