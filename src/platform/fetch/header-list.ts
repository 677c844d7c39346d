// Lists of headers, as the Fetch standard has them: names and values that are well formed, and what may not be changed. Runs
// inside the isolate.

import { lowerCase } from '../standard/strings.ts';

/** What may be done to a list: everything, nothing, or what a request leaves to its maker. */
export type Guard = 'none' | 'immutable' | 'request';

/** In the order they were given; names as they were written. */
export type HeaderList = [name: string, value: string][];

/**
 * Names that a request does not leave to its maker: they are the connection's, or would say what is not so. Of the standard's list
 * those are missing that only a browser has to keep: Cookie, Origin, Referer. The broker judges again.
 */
const FORBIDDEN: readonly string[] = [
  ...['accept-charset', 'accept-encoding', 'access-control-request-headers', 'access-control-request-method'],
  ...['connection', 'content-length', 'cookie2', 'date', 'dnt', 'expect', 'host', 'keep-alive', 'set-cookie', 'te'],
  ...['trailer', 'transfer-encoding', 'upgrade', 'via'],
];

/** True for a header that is dropped without a word where a request is given it. */
export const isForbidden = (name: string): boolean => {
  const lower = lowerCase(name);
  return FORBIDDEN.includes(lower) || lower.startsWith('proxy-') || lower.startsWith('sec-');
};

/** The value without space around it. Throws TypeError for a name or a value that no header can have. */
export const checkHeader = (name: string, value: string): string => {
  checkName(name);
  const normal = value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
  if (/[\0\n\r]/.test(normal)) throw new TypeError(`The value of the header ${name} has a line break or a zero in it.`);
  return normal;
};

/** Throws TypeError for what is no header's name. */
export const checkName = (name: string): void => {
  if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(name))
    throw new TypeError(`${JSON.stringify(name.slice(0, 40))} is no header's name.`);
};

/** All values of a name, `lower` in small letters, joined; null where there is none. */
export const joinedValue = (list: HeaderList, lower: string): string | null => {
  const values = list.filter(([name]) => lowerCase(name) === lower).map(([, value]) => value);
  return values.length === 0 ? null : values.join(', ');
};

/** By name, names in small letters; each once, but for Set-Cookie, whose values cannot be joined. */
export const sortedPairs = (list: HeaderList): HeaderList => {
  const names = [...new Set(list.map(([name]) => lowerCase(name)))].sort();
  return names.flatMap((name): HeaderList => {
    if (name !== 'set-cookie') return [[name, joinedValue(list, name) as string]];
    return list.filter(([each]) => lowerCase(each) === name).map(([, value]) => [name, value]);
  });
};

/** Puts a value into a list, in the place of the first of its name. */
export const setIn = (list: HeaderList, name: string, value: string): void => {
  const lower = lowerCase(name);
  const index = list.findIndex(([each]) => lowerCase(each) === lower);
  if (index === -1) list.push([name, value]);
  else {
    (list[index] as [string, string])[1] = value;
    removeFrom(list, lower, index + 1);
  }
};

/** Takes out what has a name, `lower` in small letters, from `start` on. */
export const removeFrom = (list: HeaderList, lower: string, start = 0): void => {
  for (let index = list.length - 1; index >= start; index -= 1)
    if (lowerCase((list[index] as [string, string])[0]) === lower) list.splice(index, 1);
};
