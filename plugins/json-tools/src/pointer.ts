// JSON Pointers (RFC 6901): parses them, follows them, and changes the value that they point to.

import { isList, isObject, type Json, member, without } from './value.ts';

/** The pointer's tokens. Throws if `text` is not a pointer. */
export function parsePointer(text: unknown): string[] {
  if (text === '') return [];
  if (typeof text !== 'string' || !text.startsWith('/')) {
    throw new Error(`${JSON.stringify(text)} is not a JSON Pointer: it must be "" or begin with "/", as in "/items/0"`);
  }
  if (/~(?![01])/.test(text))
    throw new Error(`in ${JSON.stringify(text)} a "~" must be written "~0" and a "/" in a name "~1"`);
  return text
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A token, escaped for a pointer. */
export const escapeToken = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

/** The value at the end of the tokens. Throws if there is none. */
export function valueAt(document: Json, tokens: readonly string[]): Json {
  return tokens.reduce((value, token) => childOf(value, token), document);
}

/** The document with the last token's container replaced by the result of `change`. Throws if the path to it does not exist. */
export function changeAt(
  document: Json,
  [token, ...rest]: readonly string[],
  change: (container: Json, token: string) => Json,
): Json {
  if (token === undefined) throw new Error('the whole document has no container');
  if (rest.length === 0) return change(document, token);
  const child = changeAt(childOf(document, token), rest, change);
  return withChild(document, token, child);
}

/** The container with a new child in the place of an existing one. */
export function withChild(container: Json, token: string, child: Json): Json {
  childOf(container, token);
  if (isList(container)) return container.with(Number(token), child);
  return isObject(container) ? { ...container, [token]: child } : child;
}

/** The container with an additional child: before the item at an index, after the last item for `-`, or as a member. */
export function withNewChild(container: Json, token: string, child: Json): Json {
  if (isObject(container)) return { ...container, [token]: child };
  if (!isList(container)) throw noSuch(container, token);
  const index = token === '-' ? container.length : indexOf(token);
  if (index === undefined || index > container.length) throw noSuch(container, token);
  return container.toSpliced(index, 0, child);
}

/** The container without one of its children. */
export function withoutChild(container: Json, token: string): Json {
  childOf(container, token);
  if (isList(container)) return container.toSpliced(Number(token), 1);
  return isObject(container) ? without(container, token) : container;
}

function childOf(container: Json, token: string): Json {
  const child = isList(container)
    ? container[indexOf(token) ?? -1]
    : isObject(container)
      ? member(container, token)
      : undefined;
  if (child === undefined) throw noSuch(container, token);
  return child;
}

const indexOf = (token: string): number | undefined => (/^(0|[1-9]\d*)$/.test(token) ? Number(token) : undefined);

function noSuch(container: Json, token: string): Error {
  if (isList(container))
    return new Error(`${JSON.stringify(token)} is no place in a list of ${container.length} items`);
  if (isObject(container)) return new Error(`the object has no member ${JSON.stringify(token)}`);
  return new Error(`there is no ${JSON.stringify(token)} in a value that is neither a list nor an object`);
}
