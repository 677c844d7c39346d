// The first half of structuredClone: reads a value into records, and runs whatever getters it has. Runs inside the isolate.

import type { ExceptionType } from '../standard/interface.ts';
import { type Kind, kindOf } from './brands.ts';

/** What was read. An object met twice has one record. */
export type Recorded =
  | { readonly kind: 'primitive'; readonly value: unknown }
  | { readonly kind: 'wrapper'; readonly value: unknown }
  | { readonly kind: 'date'; readonly ms: number }
  | { readonly kind: 'regexp'; readonly source: string; readonly flags: string }
  | { readonly kind: 'buffer'; readonly bytes: ArrayBuffer; readonly isTransferred: boolean }
  | { readonly kind: 'view'; readonly type: ViewType; readonly buffer: Recorded; readonly at: readonly number[] }
  | { readonly kind: 'map'; readonly entries: [Recorded, Recorded][] }
  | { readonly kind: 'set'; readonly values: Recorded[] }
  | { readonly kind: 'error'; readonly name: string; readonly members: [string, Recorded][] }
  | { readonly kind: 'exception'; readonly message: string; readonly name: string; readonly stack: unknown }
  | { readonly kind: 'array'; readonly length: number; readonly members: [string, Recorded][] }
  | { readonly kind: 'object'; readonly members: [string, Recorded][] };

export type ViewType = new (buffer: ArrayBuffer, at: number, length?: number) => ArrayBufferView;

export interface SerializeParts {
  readonly DOMException: ExceptionType;
  /** Prototypes of the platform's own classes. */
  readonly refused: readonly object[];
}

const ERROR_NAMES = ['EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'];

const { apply, getOwnPropertyDescriptor, ownKeys } = Reflect;
const TypedArray = Object.getPrototypeOf(Uint8Array) as { prototype: object };
const typeName = getOwnPropertyDescriptor(TypedArray.prototype, Symbol.toStringTag)?.get as () => string | undefined;
const viewTypes = new Map<string | undefined, ViewType>(
  [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array]
    .concat([Float16Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array] as never[])
    .map((type) => [type.name, type as unknown as ViewType]),
);
viewTypes.set(undefined, DataView as unknown as ViewType);
const regExpText = (key: 'source' | 'flags'): (() => string) =>
  getOwnPropertyDescriptor(RegExp.prototype, key)?.get as () => string;
const sourceOf = regExpText('source');
const flagsOf = regExpText('flags');
const { forEach: eachOfMap } = Map.prototype;
const { forEach: eachOfSet } = Set.prototype;
const { getTime } = Date.prototype;

/** Reads values into records. One reader reads the parts of one value. Throws DataCloneError, and what getters throw. */
export class Reader {
  readonly #seen = new Map<unknown, Recorded>();
  readonly #parts: SerializeParts;
  readonly #transferred: readonly ArrayBuffer[];

  constructor(parts: SerializeParts, transferred: readonly ArrayBuffer[]) {
    this.#parts = parts;
    this.#transferred = transferred;
  }

  read(value: unknown): Recorded {
    if (typeof value === 'symbol') throw this.#refusal('a symbol');
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null)
      return { kind: 'primitive', value };
    const seen = this.#seen.get(value);
    if (seen) return seen;
    if (value instanceof this.#parts.DOMException) return this.#exception(value);
    return this.#object(value, kindOf(value, this.#parts.refused));
  }

  #object(value: object, kind: Kind): Recorded {
    switch (kind) {
      case 'refused':
        throw this.#refusal(typeof value === 'function' ? 'a function' : 'an object with state of its own');
      case 'boolean':
      case 'number':
      case 'string':
      case 'bigint':
        return this.#keep(value, { kind: 'wrapper', value: apply(VALUES[kind], value, []) });
      case 'date':
        return this.#keep(value, { kind, ms: apply(getTime, value, []) });
      case 'regexp':
        return this.#keep(value, { kind, source: apply(sourceOf, value, []), flags: apply(flagsOf, value, []) });
      case 'buffer':
        return this.#buffer(value as ArrayBuffer);
      case 'view':
        return this.#view(value as ArrayBufferView<ArrayBuffer>);
      case 'map':
        return this.#map(value as Map<unknown, unknown>);
      case 'set':
        return this.#set(value as Set<unknown>);
      case 'error':
        return this.#error(value);
      case 'array':
        return this.#members(value, { kind, length: (value as unknown[]).length, members: [] });
      case 'object':
        return this.#members(value, { kind, members: [] });
    }
  }

  #keep<Made extends Recorded>(value: object, record: Made): Made {
    this.#seen.set(value, record);
    return record;
  }

  /** What was found first is read, whatever getters do to the rest meanwhile. */
  #members(value: object, record: Recorded & { members: [string, Recorded][] }): Recorded {
    this.#keep(value, record);
    for (const key of ownKeys(value)) {
      if (typeof key !== 'string' || !getOwnPropertyDescriptor(value, key)?.enumerable) continue;
      record.members.push([key, this.read((value as Record<string, unknown>)[key])]);
    }
    return record;
  }

  #buffer(bytes: ArrayBuffer): Recorded {
    const isTransferred = this.#transferred.includes(bytes);
    if (bytes.detached) throw this.#refusal('a detached buffer');
    return this.#keep(bytes, { kind: 'buffer', bytes: isTransferred ? bytes : copyOf(bytes), isTransferred });
  }

  #view(view: ArrayBufferView<ArrayBuffer>): Recorded {
    const type = viewTypes.get(apply(typeName, view, [])) as ViewType;
    if (view.buffer.detached) throw this.#refusal('a view of a detached buffer');
    const length = view instanceof DataView ? view.byteLength : (view as Uint8Array<ArrayBuffer>).length;
    const buffer = this.read(view.buffer);
    return this.#keep(view, { kind: 'view', type, buffer, at: [view.byteOffset, length] });
  }

  #map(map: Map<unknown, unknown>): Recorded {
    const record = this.#keep(map, { kind: 'map' as const, entries: [] as [Recorded, Recorded][] });
    const found: [unknown, unknown][] = [];
    apply(eachOfMap, map, [(value: unknown, key: unknown) => found.push([key, value])]);
    for (const [key, value] of found) record.entries.push([this.read(key), this.read(value)]);
    return record;
  }

  #set(set: Set<unknown>): Recorded {
    const record = this.#keep(set, { kind: 'set' as const, values: [] as Recorded[] });
    const found: unknown[] = [];
    apply(eachOfSet, set, [(value: unknown) => found.push(value)]);
    for (const value of found) record.values.push(this.read(value));
    return record;
  }

  #error(error: object): Recorded {
    const given = `${(error as Error).name}`;
    const name = ERROR_NAMES.includes(given) ? given : 'Error';
    const record = this.#keep(error, { kind: 'error' as const, name, members: [] as [string, Recorded][] });
    const { stack } = error as Error;
    for (const key of ['message', 'cause'] as const) {
      const own = getOwnPropertyDescriptor(error, key);
      if (own && 'value' in own) record.members.push([key, this.read(key === 'message' ? `${own.value}` : own.value)]);
    }
    if (typeof stack === 'string') record.members.push(['stack', { kind: 'primitive', value: stack }]);
    return record;
  }

  #exception(error: Error): Recorded {
    const { message, name, stack } = error;
    return this.#keep(error, { kind: 'exception', message, name, stack });
  }

  #refusal(what: string): Error {
    return new this.#parts.DOMException(`structuredClone cannot copy ${what}.`, 'DataCloneError');
  }
}

/** Not by `slice`, which asks a class of the plugin's for the copy. */
const copyOf = (bytes: ArrayBuffer): ArrayBuffer => {
  const copy = new Uint8Array(bytes.byteLength);
  copy.set(new Uint8Array(bytes));
  return copy.buffer;
};

const VALUES = {
  boolean: Boolean.prototype.valueOf,
  number: Number.prototype.valueOf,
  string: String.prototype.valueOf,
  bigint: BigInt.prototype.valueOf,
} as const;
