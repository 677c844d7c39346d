// Headers of the Fetch standard. Runs inside the isolate, as a group of web APIs.
//
// Written here, because the libraries with Headers alone do not follow the standard on order, Set-Cookie or well-formed values.

import type { WebGroup } from '../scripts/parts.ts';
import {
  checkedName,
  checkHeader,
  type Guard,
  type HeaderList,
  isForbidden,
  joinedValue,
  removeFrom,
  setIn,
  sortedPairs,
} from './fetch/header-list.ts';
import { byteStringOf, itemsOf, iteratorMethodOf, lowerCase, sequenceOf } from './standard/convert.ts';
import { asInterface, needArguments } from './standard/interface.ts';
import { lend } from './standard/internals.ts';
import { addPairs } from './standard/pairs.ts';

/** Access to headers for the group `fetch`. Plugins do not get it. */
export interface HeadersInternals {
  readonly Headers: new () => object;
  readonly isHeaders: (value: object) => boolean;
  /** The list itself, not a copy. */
  readonly listOf: (headers: object) => HeaderList;
  readonly make: (list: HeaderList, guard: Guard) => object;
  readonly fill: (headers: object, init: unknown) => void;
}

const nameOf = (value: unknown): string => byteStringOf(value, 'The name of a header');
/** The name in small letters. Throws TypeError if no header can have it. */
const lowerNameOf = (value: unknown): string => lowerCase(checkedName(nameOf(value)));
const textOf = (value: unknown): string => byteStringOf(value, 'The value of a header');

/** The names and values that a plugin gives, as a list of pairs or as an object. Throws TypeError for anything else. */
const pairsGiven = (init: unknown): HeaderList => {
  const method = iteratorMethodOf(init, 'The argument of Headers');
  if (method === undefined) return membersOf(init as object);
  return itemsOf(init as object, method, 'The headers', (pair) => {
    const parts = sequenceOf(pair, 'A header', (part) => byteStringOf(part, 'A header'));
    if (parts.length !== 2) throw new TypeError('A header in a list must be a name and a value.');
    return parts as [string, string];
  });
};

/** The object's own enumerable members. If two names are the same after conversion, the later value counts. */
const membersOf = (init: object): HeaderList => {
  const members = new Map<string, string>();
  for (const key of Reflect.ownKeys(init)) {
    if (!Reflect.getOwnPropertyDescriptor(init, key)?.enumerable) continue;
    const name = nameOf(key as string);
    members.set(name, textOf((init as Record<PropertyKey, unknown>)[key]));
  }
  return [...members];
};

export const install: WebGroup = (_parts, made) => {
  let internals!: Pick<HeadersInternals, 'isHeaders' | 'listOf' | 'make'>;

  class Headers {
    static {
      const make: HeadersInternals['make'] = (list, guard) => {
        const headers = new Headers();
        headers.#list = list;
        headers.#guard = guard;
        return headers;
      };
      const listOf = (headers: object): HeaderList => (headers as Headers).#list;
      internals = { isHeaders: (value) => #list in value, listOf, make };
    }

    #list: HeaderList = [];
    #guard: Guard = 'none';

    constructor(init: unknown = undefined) {
      if (init !== undefined) fill(this, init);
    }

    append(name: unknown, value: unknown): void {
      needArguments(arguments.length, 2, 'append');
      const [nameText, given] = [nameOf(name), textOf(value)];
      const text = checkHeader(nameText, given);
      if (this.#mayChange(nameText)) this.#list.push([nameText, text]);
    }

    delete(name: unknown): void {
      needArguments(arguments.length, 1, 'delete');
      const lower = lowerNameOf(name);
      if (this.#mayChange(lower)) removeFrom(this.#list, lower);
    }

    get(name: unknown): string | null {
      needArguments(arguments.length, 1, 'get');
      return joinedValue(this.#list, lowerNameOf(name));
    }

    getSetCookie(): string[] {
      return this.#list.filter(([name]) => lowerCase(name) === 'set-cookie').map(([, value]) => value);
    }

    has(name: unknown): boolean {
      needArguments(arguments.length, 1, 'has');
      return joinedValue(this.#list, lowerNameOf(name)) !== null;
    }

    set(name: unknown, value: unknown): void {
      needArguments(arguments.length, 2, 'set');
      const [nameText, given] = [nameOf(name), textOf(value)];
      const text = checkHeader(nameText, given);
      if (this.#mayChange(nameText)) setIn(this.#list, nameText, text);
    }

    /** False for a header that is dropped silently. Throws TypeError if the list is immutable. */
    #mayChange(name: string): boolean {
      if (this.#guard === 'immutable') throw new TypeError('These headers cannot be changed.');
      return this.#guard !== 'request' || !isForbidden(name);
    }
  }

  const { append } = Headers.prototype;
  const fill = (headers: object, init: unknown): void => {
    for (const [name, value] of pairsGiven(init)) append.call(headers as Headers, name, value);
  };
  const entries = addPairs(Headers, (headers) => sortedPairs(internals.listOf(headers)));
  asInterface(Headers);
  lend(made, 'headers', { ...internals, Headers, fill } satisfies HeadersInternals);
  return { globals: { Headers }, samples: () => [entries.call(new Headers())] };
};
