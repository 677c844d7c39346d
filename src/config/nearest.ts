// "Did you mean": the known names that a mistyped one most likely stands for. Pure; any zone of the front process may call it.

import { distance } from 'fastest-levenshtein';

/** Longer names are not compared: the work grows with the square of the length. */
const COMPARED_LENGTH = 64;

/** The known names near to `typed`, case and separators ignored, nearest first, at most `count`. */
export function nearest(typed: string, known: Iterable<string>, count = 1): readonly string[] {
  if (typed.length > COMPARED_LENGTH) return [];
  const wanted = plain(typed);
  const near: { name: string; steps: number }[] = [];
  for (const name of known) {
    const steps = stepsBetween(wanted, plain(name));
    if (steps !== undefined) near.push({ name, steps });
  }
  near.sort((a, b) => a.steps - b.steps || (a.name < b.name ? -1 : 1));
  return near.slice(0, count).map(({ name }) => name);
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

/** Edits from one to the other; undefined where that is too far. A name cut short (`cpu` for `cpuMs`) counts as near. */
function stepsBetween(typed: string, name: string): number | undefined {
  if (typed.length >= 3 && name.startsWith(typed)) return Math.min(2, name.length - typed.length);
  const allowed = Math.max(1, Math.floor(Math.min(typed.length, name.length) / 3));
  // Two letters swapped is one slip, though two edits.
  if (typed.length === name.length && sorted(typed) === sorted(name)) return 1;
  if (Math.abs(typed.length - name.length) > allowed) return undefined;
  const steps = distance(typed, name);
  return steps <= allowed ? steps : undefined;
}

const sorted = (name: string): string => [...name].sort().join('');
