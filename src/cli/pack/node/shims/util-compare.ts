// Deep equality as in Node's `assert` and `util`. Runs inside the isolate, as part of the packed entry.

import types from './util-types.ts';

type Seen = Map<object, object>;

const keysOf = (value: object): readonly PropertyKey[] => [
  ...Object.keys(value),
  ...Object.getOwnPropertySymbols(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key)),
];

const isIndex = (key: PropertyKey): boolean => typeof key === 'string' && /^(?:0|[1-9]\d{0,9})$/.test(key);

const sameBytes = (a: ArrayBufferView, b: ArrayBufferView): boolean => {
  const [left, right] = [a, b].map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  );
  return left?.length === right?.length && left?.every((byte, at) => byte === right?.[at]) === true;
};

class Comparison {
  readonly #isStrict: boolean;
  readonly #seen: Seen = new Map();

  constructor(isStrict: boolean) {
    this.#isStrict = isStrict;
  }

  same(a: unknown, b: unknown): boolean {
    if (a === b) return a !== 0 || !this.#isStrict || Object.is(a, b);
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
      if (this.#isStrict || typeof a === 'function' || typeof b === 'function') return Object.is(a, b);
      // biome-ignore lint/suspicious/noDoubleEquals: loose equality is what Node's deepEqual compares with.
      return !(isObject(a) || isObject(b)) && (a == b || (Number.isNaN(a) && Number.isNaN(b)));
    }
    if (this.#isStrict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
    if (Object.prototype.toString.call(a) !== Object.prototype.toString.call(b)) return false;
    if (this.#seen.get(a) === b) return true;
    this.#seen.set(a, b);
    const result = this.#sameKind(a, b);
    this.#seen.delete(a);
    return result;
  }

  #sameKind(a: object, b: object): boolean {
    if (Array.isArray(a) || Array.isArray(b)) {
      if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
      return this.#sameItems(a, b) && this.#sameKeys(a, b, (key) => !isIndex(key) || this.#isStrict);
    }
    if (types.isDate(a) || types.isDate(b)) {
      if (!types.isDate(a) || !types.isDate(b) || !Object.is(+(a as Date), +(b as Date))) return false;
    } else if (types.isRegExp(a) || types.isRegExp(b)) {
      if (!types.isRegExp(a) || !types.isRegExp(b) || String(a) !== String(b)) return false;
      if ((a as RegExp).lastIndex !== (b as RegExp).lastIndex) return false;
    } else if (types.isNativeError(a) || types.isNativeError(b)) {
      if (!this.#sameErrors(a as Error, b as Error)) return false;
    } else if (ArrayBuffer.isView(a) || ArrayBuffer.isView(b)) {
      if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b)) return false;
      const areSame =
        /^\[object Float/.test(Object.prototype.toString.call(a)) && !this.#isStrict
          ? this.#sameItems(a as unknown as unknown[], b as unknown as unknown[])
          : sameBytes(a, b);
      return areSame && this.#sameKeys(a, b, (key) => !isIndex(key));
    } else if (types.isArrayBuffer(a)) {
      if (!types.isArrayBuffer(b) || !sameBytes(new Uint8Array(a as ArrayBuffer), new Uint8Array(b as ArrayBuffer)))
        return false;
    } else if (types.isBoxedPrimitive(a) || types.isBoxedPrimitive(b)) {
      if (!types.isBoxedPrimitive(b) || !Object.is(a.valueOf(), b.valueOf())) return false;
    } else if (types.isMap(a) || types.isMap(b)) {
      if (!types.isMap(a) || !types.isMap(b) || !this.#sameMaps(a as Map<unknown, unknown>, b as Map<unknown, unknown>))
        return false;
    } else if (types.isSet(a) || types.isSet(b)) {
      if (!types.isSet(a) || !types.isSet(b) || !this.#sameSets(a as Set<unknown>, b as Set<unknown>)) return false;
    } else if (types.isWeakMap(a) || types.isWeakSet(a) || types.isPromise(a)) return false;
    return this.#sameKeys(a, b, () => true);
  }

  #sameErrors(a: Error, b: Error): boolean {
    if (a.message !== b.message || a.name !== b.name) return false;
    return ['cause', 'errors'].every(
      (key) => Object.hasOwn(a, key) === Object.hasOwn(b, key) && this.same(Reflect.get(a, key), Reflect.get(b, key)),
    );
  }

  #sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
    for (let at = 0; at < a.length; at += 1)
      if (!this.same(a[at], b[at]) || (this.#isStrict && at in a !== at in b)) return false;
    return true;
  }

  #sameKeys(a: object, b: object, counts: (key: PropertyKey) => boolean): boolean {
    const pick = (value: object): readonly PropertyKey[] =>
      (this.#isStrict ? keysOf(value) : Object.keys(value)).filter(counts);
    const [left, right] = [pick(a), pick(b)];
    if (left.length !== right.length) return false;
    const others = new Set(right);
    return left.every((key) => others.has(key) && this.same(Reflect.get(a, key), Reflect.get(b, key)));
  }

  #sameMaps(a: Map<unknown, unknown>, b: Map<unknown, unknown>): boolean {
    if (a.size !== b.size) return false;
    const left = new Set(b.keys());
    for (const [key, value] of a) {
      const other =
        left.has(key) && this.same(value, b.get(key))
          ? key
          : this.#match(key, left, (one) => this.same(value, b.get(one)));
      if (other === NONE) return false;
      left.delete(other);
    }
    return true;
  }

  #sameSets(a: Set<unknown>, b: Set<unknown>): boolean {
    if (a.size !== b.size) return false;
    const left = new Set(b);
    for (const value of a) {
      const other = left.has(value) ? value : this.#match(value, left, () => true);
      if (other === NONE) return false;
      left.delete(other);
    }
    return true;
  }

  #match(value: unknown, among: Set<unknown>, fits: (one: unknown) => boolean): unknown {
    if (this.#isStrict && !isObject(value)) return NONE;
    for (const one of among) if (isObject(one) === isObject(value) && this.same(value, one) && fits(one)) return one;
    return NONE;
  }
}

const NONE = Symbol('none');

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** True if two values are equal in depth. `isStrict`: types and prototypes count, and numbers are compared as by Object.is. */
export const areDeepEqual = (a: unknown, b: unknown, isStrict: boolean): boolean => new Comparison(isStrict).same(a, b);
