// Splits a text at the matches of a regular expression. Runs inside the isolate.

import { execBy, execNatively, indexAfter, isByPointIn, isObject, type Matcher, toIndex } from './match.ts';
import { splitQuickly } from './quick.ts';

const NativeRegExp = RegExp;
const NativeTypeError = TypeError;

/** The constructor for a copy of a regular expression; undefined if it is RegExp. */
export function speciesOf(rx: Matcher): (new (...values: unknown[]) => Matcher) | undefined {
  const type = rx.constructor;
  if (type === undefined) return undefined;
  if (!isObject(type)) throw new NativeTypeError('The constructor of a regular expression is no object');
  const species: unknown = (type as { [Symbol.species]?: unknown })[Symbol.species];
  if (species === undefined || species === null || species === NativeRegExp) return undefined;
  return species as new (
    ...values: unknown[]
  ) => Matcher;
}

const toLimit = (limit: unknown): number => (limit === undefined ? 2 ** 32 - 1 : (limit as number) >>> 0);

/** Splits by searching forward, which finds the same places as a try at each index does. */
export function splitBySearch(rx: Matcher, text: string, flags: string, limit: unknown): unknown[] {
  // Any other limit may run code of the plugin, after the copy below is made.
  const quick = limit === undefined || typeof limit === 'number' ? splitQuickly(rx, text, flags, limit) : undefined;
  if (quick !== undefined) {
    // The copy below has this read, which a program may see.
    void rx[Symbol.match as unknown as string];
    return quick;
  }
  const searching = `${flags.replaceAll('y', '')}${flags.includes('g') ? '' : 'g'}`;
  const splitter = new NativeRegExp(rx as unknown as RegExp, searching) as unknown as Matcher;
  const isByPoint = isByPointIn(flags);
  const most = toLimit(limit);
  const parts: unknown[] = [];
  if (most === 0) return parts;
  const size = text.length;
  if (size === 0) return execNatively(splitter, text) === null ? [text] : parts;
  let count = 0;
  let from = 0;
  for (;;) {
    const match = execNatively(splitter, text);
    if (match === null || match.index >= size) break;
    const { index: at, length } = match;
    const end = at + match[0].length;
    if (end === from) {
      splitter.lastIndex = indexAfter(text, end, isByPoint);
      continue;
    }
    parts[count] = text.slice(from, at);
    count += 1;
    if (count === most) return parts;
    from = end;
    for (let i = 1; i < length; i += 1) {
      parts[count] = match[i];
      count += 1;
      if (count === most) return parts;
    }
  }
  parts[count] = text.slice(from);
  return parts;
}

/** Splits by a try at each index, as ECMAScript says, with a class of the plugin's own. */
export function splitByTries(
  rx: Matcher,
  text: string,
  flags: string,
  { limit, species }: { readonly limit: unknown; readonly species: new (...values: unknown[]) => Matcher },
): unknown[] {
  const splitter = new species(rx, flags.includes('y') ? flags : `${flags}y`);
  const isByPoint = isByPointIn(flags);
  const most = toLimit(limit);
  const parts: unknown[] = [];
  if (most === 0) return parts;
  const size = text.length;
  if (size === 0) return execBy(splitter.exec, splitter, text) === null ? [text] : parts;
  let from = 0;
  let at = 0;
  while (at < size) {
    splitter.lastIndex = at;
    const match = execBy(splitter.exec, splitter, text);
    const end = match === null ? from : toIndex(splitter.lastIndex, size);
    if (match === null || end === from) {
      at = indexAfter(text, at, isByPoint);
      continue;
    }
    parts[parts.length] = text.slice(from, at);
    if (parts.length === most) return parts;
    from = end;
    const length = toIndex(match.length, Number.MAX_SAFE_INTEGER);
    for (let i = 1; i < length; i += 1) {
      parts[parts.length] = match[i];
      if (parts.length === most) return parts;
    }
    at = from;
  }
  parts[parts.length] = text.slice(from);
  return parts;
}
