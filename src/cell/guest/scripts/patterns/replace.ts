// Replaces the matches of a regular expression: `String.prototype.replace` and `replaceAll`. Runs inside the isolate.

import { execBy, execNatively, type Match, type Matcher, skipEmpty, toIndex } from './match.ts';
import { resolve } from './references.ts';

export type Replacer = string | ((...values: unknown[]) => unknown);

const { apply } = Reflect;
const NativeTypeError = TypeError;

/** Replaces by text while it matches: no code of the plugin runs in between, so no match has to be kept. */
export function replaceByText(rx: Matcher, text: string, flags: string, template: string): string {
  const isGlobal = flags.includes('g');
  const hasReferences = template.includes('$');
  let out = '';
  let from = 0;
  for (;;) {
    const match = execNatively(rx, text);
    if (match === null) return from === 0 && out === '' ? text : out + text.slice(from);
    const { 0: found, index: at, groups: named } = match;
    const value = hasReferences ? resolve(template, { text, found, at, groups: match, named }) : template;
    out += text.slice(from, at) + value;
    from = at + found.length;
    if (!isGlobal) return out + text.slice(from);
    if (found === '') skipEmpty(rx, text, flags);
  }
}

/** The arguments of a replacing function. */
function argumentsOf(match: ArrayLike<unknown>, at: number, text: string, named: unknown): unknown[] {
  const { length } = match;
  const values: unknown[] = [];
  for (let i = 0; i < length; i += 1) values[i] = match[i];
  values[length] = at;
  values[length + 1] = text;
  if (named !== undefined) values[length + 2] = named;
  return values;
}

/** Replaces by a function, which runs after all matches are found. */
export function replaceByCalls(
  rx: Matcher,
  text: string,
  flags: string,
  replacer: (...values: unknown[]) => unknown,
): string {
  const isGlobal = flags.includes('g');
  const places: number[] = [];
  const calls: unknown[][] = [];
  for (;;) {
    const match = execNatively(rx, text);
    if (match === null) break;
    places[places.length] = match.index;
    calls[calls.length] = argumentsOf(match, match.index, text, match.groups);
    if (!isGlobal) break;
    if (match[0] === '') skipEmpty(rx, text, flags);
  }
  let out = '';
  let from = 0;
  for (let i = 0; i < calls.length; i += 1) {
    const values = calls[i] as unknown[];
    const at = places[i] as number;
    const end = at + (values[0] as string).length;
    out += `${text.slice(from, at)}${apply(replacer, undefined, values)}`;
    from = end;
  }
  return out + text.slice(from);
}

/** Replaces with an `exec` of the plugin's own; `first` is the value of that property for the first match. */
export function replaceWithOwnExec(
  rx: Matcher,
  text: string,
  flags: string,
  replacer: Replacer,
  first: unknown,
): string {
  const isGlobal = flags.includes('g');
  const matches: Match[] = [];
  for (let exec = first; ; exec = rx.exec) {
    const match = execBy(exec, rx, text);
    if (match === null) break;
    matches[matches.length] = match;
    if (!isGlobal) break;
    if (`${match[0]}` === '') skipEmpty(rx, text, flags);
  }
  let out = '';
  let from = 0;
  for (let i = 0; i < matches.length; i += 1) {
    const match = matches[i] as Match;
    const { groups, found, at } = readMatch(match, text.length);
    const named = match.groups;
    const value =
      typeof replacer === 'function'
        ? `${apply(replacer, undefined, argumentsOf(groups, at, text, named))}`
        : resolve(replacer, { text, found, at, groups, named: named === undefined ? undefined : toObject(named) });
    if (at < from) continue;
    out += text.slice(from, at) + value;
    from = at + found.length;
  }
  return out + text.slice(from);
}

function readMatch(match: Match, most: number) {
  const length = toIndex(match.length, Number.MAX_SAFE_INTEGER);
  const found = `${match[0]}`;
  const at = toIndex(match.index, most);
  const groups: unknown[] = [found];
  for (let i = 1; i < length; i += 1) {
    const value = match[i];
    groups[i] = value === undefined ? undefined : `${value}`;
  }
  return { found, at, groups };
}

function toObject(value: unknown): Match {
  if (value === null) throw new NativeTypeError('Cannot convert null to object');
  return Object(value) as Match;
}
