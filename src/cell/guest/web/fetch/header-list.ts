// Header lists of the Fetch standard: checks of names and values, and headers that a plugin cannot set.

import { lowerCase } from '../standard/convert.ts';

/** Which changes a plugin may make to a list: all, none, or all but those of a request's forbidden headers. */
export type Guard = 'none' | 'immutable' | 'request';

/** In the order in which they were given. Names keep their capitals. */
export type HeaderList = [name: string, value: string][];

/**
 * Names that a request's maker cannot set, because they belong to the connection or could state something false. The standard's list
 * has more: Cookie, Origin and Referer concern browsers only. The host checks the names again.
 */
const FORBIDDEN: readonly string[] = [
  ...['accept-charset', 'accept-encoding', 'access-control-request-headers', 'access-control-request-method'],
  ...['connection', 'content-length', 'cookie2', 'date', 'dnt', 'expect', 'host', 'keep-alive', 'set-cookie', 'te'],
  ...['trailer', 'transfer-encoding', 'upgrade', 'via'],
];

/** True for a header that a request drops silently. */
export const isForbidden = (name: string): boolean => {
  const lower = lowerCase(name);
  return FORBIDDEN.includes(lower) || lower.startsWith('proxy-') || lower.startsWith('sec-');
};

/** The value without white space around it. Throws TypeError for a name or a value that no header can have. */
export const checkHeader = (name: string, value: string): string => {
  checkedName(name);
  const normal = value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
  if (/[\0\n\r]/.test(normal))
    throw new TypeError(`The value of the header ${name} has a line break or a character U+0000 in it.`);
  return normal;
};

/** The name itself. Throws TypeError if no header can have it. */
export const checkedName = (name: string): string => {
  if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(name))
    throw new TypeError(`${JSON.stringify(name.slice(0, 40))} is not a name of a header.`);
  return name;
};

/** All values of a name, joined; null if there are none. `lower`: the name in small letters. */
export const joinedValue = (list: HeaderList, lower: string): string | null => {
  const values = list.filter(([name]) => lowerCase(name) === lower).map(([, value]) => value);
  return values.length === 0 ? null : values.join(', ');
};

/** Sorted by name, with names in small letters. Each name occurs once, except Set-Cookie, whose values cannot be joined. */
export const sortedPairs = (list: HeaderList): HeaderList => {
  const names = [...new Set(list.map(([name]) => lowerCase(name)))].sort();
  return names.flatMap((name): HeaderList => {
    if (name !== 'set-cookie') return [[name, joinedValue(list, name) as string]];
    return list.filter(([each]) => lowerCase(each) === name).map(([, value]) => [name, value]);
  });
};

/** Replaces all values of a name by one, in the place of the first. */
export const setIn = (list: HeaderList, name: string, value: string): void => {
  const lower = lowerCase(name);
  const index = list.findIndex(([each]) => lowerCase(each) === lower);
  if (index === -1) list.push([name, value]);
  else {
    (list[index] as [string, string])[1] = value;
    removeFrom(list, lower, index + 1);
  }
};

/** Removes the headers with a name from index `start` on. `lower`: the name in small letters. */
export const removeFrom = (list: HeaderList, lower: string, start = 0): void => {
  for (let index = list.length - 1; index >= start; index -= 1)
    if (lowerCase((list[index] as [string, string])[0]) === lower) list.splice(index, 1);
};
