// Iteration over pairs, as in the Web IDL standard: pairs that are added meanwhile are included. Runs inside the isolate.

import { needArguments } from './interface.ts';

type Pair = readonly [name: string, value: unknown];
/** The current pairs of an object. Throws TypeError for an object of another class. */
type PairsOf = (owner: object) => readonly Pair[];
type Kind = 'entries' | 'keys' | 'values';

const IteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;

const take = (kind: Kind, [name, value]: Pair): unknown => {
  if (kind === 'keys') return name;
  return kind === 'values' ? value : [name, value];
};

const iteratorClass = (name: string, pairsOf: PairsOf) => {
  class PairIterator {
    readonly #owner: object;
    readonly #kind: Kind;
    #index = 0;

    constructor(owner: object, kind: Kind) {
      this.#owner = owner;
      this.#kind = kind;
    }

    next(): { value: unknown; done: boolean } {
      const pair = pairsOf(this.#owner)[this.#index];
      if (pair === undefined) return { value: undefined, done: true };
      this.#index += 1;
      return { value: take(this.#kind, pair), done: false };
    }
  }
  const { prototype } = PairIterator;
  Object.setPrototypeOf(prototype, IteratorPrototype);
  Reflect.deleteProperty(prototype, 'constructor');
  Object.defineProperty(prototype, 'next', { enumerable: true });
  Object.defineProperty(prototype, Symbol.toStringTag, { value: `${name} Iterator`, configurable: true });
  return PairIterator;
};

/** Adds `entries`, `keys`, `values`, `forEach` and the iterator to a class. Returns `entries`, whose iterators the group offers as samples. */
export const addPairs = (
  type: { readonly name: string; readonly prototype: object },
  pairsOf: PairsOf,
): ((this: object) => object) => {
  const PairIterator = iteratorClass(type.name, pairsOf);
  const iterate = (owner: object, kind: Kind): object => {
    pairsOf(owner);
    return new PairIterator(owner, kind);
  };
  const members = {
    entries(): object {
      return iterate(this, 'entries');
    },
    keys(): object {
      return iterate(this, 'keys');
    },
    values(): object {
      return iterate(this, 'values');
    },
    forEach(task: unknown, self?: unknown): void {
      needArguments(arguments.length, 1, 'forEach');
      if (typeof task !== 'function') throw new TypeError('forEach takes a function.');
      for (let index = 0, pair = pairsOf(this)[0]; pair !== undefined; index += 1, pair = pairsOf(this)[index])
        Reflect.apply(task, self, [pair[1], pair[0], this]);
    },
  };
  Object.defineProperties(type.prototype, Object.getOwnPropertyDescriptors(members));
  const { entries } = members;
  Object.defineProperty(type.prototype, Symbol.iterator, { value: entries, writable: true, configurable: true });
  return entries;
};
