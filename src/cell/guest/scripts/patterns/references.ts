// Resolves the references `$1`, `$&`, `$<name>` and so on in a replacement. Runs inside the isolate.

import type { Match } from './match.ts';

/** Where a match was found, and what a replacement may refer to. */
export interface Place {
  readonly text: string;
  readonly found: string;
  readonly at: number;
  /** From index 1 on, the text of each group. */
  readonly groups: ArrayLike<unknown>;
  readonly named: Match | undefined;
}

/** What stands for the reference `$…` at `at` in a template, and the index after the reference. */
function referenceAt(template: string, at: number, place: Place): readonly [value: string, next: number] {
  const { text, found, groups, named } = place;
  const kind = template[at + 1];
  if (kind === '$') return ['$', at + 2];
  if (kind === '&') return [found, at + 2];
  if (kind === '`') return [text.slice(0, place.at), at + 2];
  if (kind === "'") return [text.slice(place.at + found.length), at + 2];
  if (kind === '<') return named === undefined ? ['$<', at + 2] : nameAt(template, at, named);
  const first = digitAt(template, at + 1);
  if (first === -1) return ['$', at + 1];
  const second = digitAt(template, at + 2);
  const isLong = second !== -1 && first * 10 + second < Math.max(groups.length, 1);
  const number = isLong ? first * 10 + second : first;
  const next = at + (isLong ? 3 : 2);
  if (number === 0 || number >= groups.length) return [template.slice(at, next), next];
  const value = groups[number];
  return [value === undefined ? '' : (value as string), next];
}

function nameAt(template: string, at: number, named: Match): readonly [value: string, next: number] {
  const end = template.indexOf('>', at + 2);
  if (end === -1) return ['$<', at + 2];
  const value = named[template.slice(at + 2, end)];
  return [value === undefined ? '' : `${value}`, end + 1];
}

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 48;
  return digit >= 0 && digit <= 9 ? digit : -1;
}

/** The replacement with its references resolved. */
export function resolve(template: string, place: Place): string {
  let out = '';
  let from = 0;
  for (;;) {
    const at = template.indexOf('$', from);
    if (at === -1) return out + template.slice(from);
    const [value, next] = referenceAt(template, at, place);
    out += template.slice(from, at) + value;
    from = next;
  }
}
