// Headers, as the Fetch standard has them. Runs inside the isolate, as a group of the platform.
//
// Written here: the libraries that have them alone lack what the standard says of order, of Set-Cookie or of what is well formed.

import type { PlatformGroup } from '../guest/parts.ts';
import {
  checkHeader,
  checkName,
  type Guard,
  type HeaderList,
  isForbidden,
  joinedValue,
  removeFrom,
  setIn,
  sortedPairs,
} from './fetch/header-list.ts';
import { asInterface, needArguments } from './standard/interface.ts';
import { lend } from './standard/internals.ts';
import { addPairs } from './standard/pairs.ts';
import { itemsOf, iteratorMethodOf, sequenceOf } from './standard/sequence.ts';
import { byteStringOf, lowerCase } from './standard/strings.ts';

/** What fetch does with headers, beside what every plugin can. */
export interface HeadersInternals {
  readonly Headers: new () => object;
  readonly isHeaders: (value: object) => boolean;
  /** The list itself, not a copy. */
  readonly listOf: (headers: object) => HeaderList;
  readonly make: (list: HeaderList, guard: Guard) => object;
  readonly fill: (headers: object, init: unknown) => void;
}

const nameOf = (value: unknown): string => byteStringOf(value, 'A name of a header');
const textOf = (value: unknown): string => byteStringOf(value, 'A value of a header');

/** The names and values of what a plugin gives: pairs, or an object's own. Throws TypeError for anything else. */
const pairsGiven = (init: unknown): HeaderList => {
  const method = iteratorMethodOf(init, 'What headers are made of');
  if (method === undefined) return membersOf(init as object);
  return itemsOf(init as object, method, 'The headers', (pair) => {
    const parts = sequenceOf(pair, 'A header', (part) => byteStringOf(part, 'A header'));
    if (parts.length !== 2) throw new TypeError('A header is given as a name and a value.');
    return parts as [string, string];
  });
};

/** Own and enumerable ones, each once by its converted name. */
const membersOf = (init: object): HeaderList => {
  const members = new Map<string, string>();
  for (const key of Reflect.ownKeys(init)) {
    if (!Reflect.getOwnPropertyDescriptor(init, key)?.enumerable) continue;
    const name = nameOf(key as string);
    members.set(name, textOf((init as Record<PropertyKey, unknown>)[key]));
  }
  return [...members];
};

/** Makes the group. */
export const install: PlatformGroup = (_parts, made) => {
  let listOf = (_headers: object): HeaderList => [];
  let isHeaders = (_value: object): boolean => false;
  let make: HeadersInternals['make'] = () => ({});

  class Headers {
    static {
      isHeaders = (value) => #list in value;
      listOf = (headers) => (headers as Headers).#list;
      make = (list, guard) => {
        const headers = new Headers();
        headers.#list = list;
        headers.#guard = guard;
        return headers;
      };
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
      const text = nameOf(name);
      checkName(text);
      if (this.#mayChange(text)) removeFrom(this.#list, lowerCase(text));
    }

    get(name: unknown): string | null {
      needArguments(arguments.length, 1, 'get');
      const text = nameOf(name);
      checkName(text);
      return joinedValue(this.#list, lowerCase(text));
    }

    getSetCookie(): string[] {
      return this.#list.filter(([name]) => lowerCase(name) === 'set-cookie').map(([, value]) => value);
    }

    has(name: unknown): boolean {
      needArguments(arguments.length, 1, 'has');
      const text = nameOf(name);
      checkName(text);
      return joinedValue(this.#list, lowerCase(text)) !== null;
    }

    set(name: unknown, value: unknown): void {
      needArguments(arguments.length, 2, 'set');
      const [nameText, given] = [nameOf(name), textOf(value)];
      const text = checkHeader(nameText, given);
      if (this.#mayChange(nameText)) setIn(this.#list, nameText, text);
    }

    /** False for what is dropped without a word. Throws TypeError where nothing may be changed. */
    #mayChange(name: string): boolean {
      if (this.#guard === 'immutable') throw new TypeError('These headers cannot be changed.');
      return this.#guard !== 'request' || !isForbidden(name);
    }
  }

  const { append } = Headers.prototype;
  const fill = (headers: object, init: unknown): void => {
    for (const [name, value] of pairsGiven(init)) append.call(headers as Headers, name, value);
  };
  const entries = addPairs(Headers, (headers) => sortedPairs(listOf(headers)));
  asInterface(Headers);
  lend(made, 'headers', { Headers, isHeaders, listOf, make, fill } satisfies HeadersInternals);
  return { globals: { Headers }, samples: () => [entries.call(new Headers())] };
};
