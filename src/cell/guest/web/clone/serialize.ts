// The first half of structuredClone: reads a value into records. Runs the value's getters, which are the plugin's code. Runs inside the isolate.

import type { ExceptionType } from '../standard/interface.ts';
import { type ViewType, viewTypeOf } from '../standard/views.ts';
import { ERRORS, type Kind, kindOf, PROBES } from './brands.ts';

/** A record of a value. An object that occurs twice has one record. */
export type SerializedRecord =
  | { readonly kind: 'primitive'; readonly value: unknown }
  /** An object without members. */
  | { readonly kind: 'leaf'; readonly make: () => object }
  | { readonly kind: 'buffer'; readonly bytes: ArrayBuffer; readonly isTransferred: boolean }
  | {
      readonly kind: 'view';
      readonly type: ViewType;
      readonly buffer: SerializedRecord;
      readonly byteOffset: number;
      readonly length: number;
    }
  /** The key of an entry of a set is its value. */
  | { readonly kind: 'map' | 'set'; readonly entries: [SerializedRecord, SerializedRecord][] }
  | { readonly kind: 'error'; readonly name: string; readonly members: [string, SerializedRecord][] }
  | { readonly kind: 'array'; readonly length: number; readonly members: [string, SerializedRecord][] }
  | { readonly kind: 'object'; readonly members: [string, SerializedRecord][] };

export interface SerializerParts {
  readonly DOMException: ExceptionType;
  /** Prototypes of the web APIs' own classes, whose instances are refused. */
  readonly refused: readonly object[];
}

const { apply, getOwnPropertyDescriptor, ownKeys } = Reflect;
const regExpText = (key: 'source' | 'flags'): (() => string) =>
  getOwnPropertyDescriptor(RegExp.prototype, key)?.get as () => string;
const sourceOf = regExpText('source');
const flagsOf = regExpText('flags');
const EACH = { map: Map.prototype.forEach, set: Set.prototype.forEach } as const;

/** Reads one value into records. Each instance serves one value. Throws DataCloneError, and whatever getters throw. */
export class Serializer {
  readonly #seen = new Map<unknown, SerializedRecord>();
  readonly #parts: SerializerParts;
  readonly #transferred: readonly ArrayBuffer[];

  constructor(parts: SerializerParts, transferred: readonly ArrayBuffer[]) {
    this.#parts = parts;
    this.#transferred = transferred;
  }

  serialize(value: unknown): SerializedRecord {
    if (typeof value === 'symbol') throw this.#refusal('a symbol');
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null)
      return { kind: 'primitive', value };
    const seen = this.#seen.get(value);
    if (seen) return seen;
    if (value instanceof this.#parts.DOMException) return this.#exception(value);
    return this.#object(value, kindOf(value, this.#parts.refused));
  }

  #object(value: object, kind: Kind): SerializedRecord {
    switch (kind) {
      case 'refused':
        throw this.#refusal(typeof value === 'function' ? 'a function' : 'an object with state of its own');
      case 'boolean':
      case 'number':
      case 'string':
      case 'bigint':
      case 'date': {
        const primitive = apply(PROBES[kind], value, []);
        return this.#leaf(value, () => (kind === 'date' ? new Date(primitive as number) : Object(primitive)));
      }
      case 'regexp': {
        const [source, flags] = [apply(sourceOf, value, []), apply(flagsOf, value, [])];
        return this.#leaf(value, () => new RegExp(source, flags));
      }
      case 'buffer':
        return this.#buffer(value as ArrayBuffer);
      case 'view':
        return this.#view(value as ArrayBufferView<ArrayBuffer>);
      case 'map':
      case 'set':
        return this.#collection(value, kind);
      case 'error':
        return this.#error(value);
      case 'array':
        return this.#members(value, { kind, length: (value as unknown[]).length, members: [] });
      case 'object':
        return this.#members(value, { kind, members: [] });
    }
  }

  #keep<Made extends SerializedRecord>(value: object, record: Made): Made {
    this.#seen.set(value, record);
    return record;
  }

  #leaf(value: object, make: () => object): SerializedRecord {
    return this.#keep(value, { kind: 'leaf', make });
  }

  /** Lists the keys before it reads them: members that a getter adds meanwhile are not read. */
  #members(value: object, record: SerializedRecord & { members: [string, SerializedRecord][] }): SerializedRecord {
    this.#keep(value, record);
    for (const key of ownKeys(value)) {
      if (typeof key !== 'string' || !getOwnPropertyDescriptor(value, key)?.enumerable) continue;
      record.members.push([key, this.serialize((value as Record<string, unknown>)[key])]);
    }
    return record;
  }

  #buffer(bytes: ArrayBuffer): SerializedRecord {
    const isTransferred = this.#transferred.includes(bytes);
    if (bytes.detached) throw this.#refusal('a detached buffer');
    return this.#keep(bytes, { kind: 'buffer', bytes: isTransferred ? bytes : copyOf(bytes), isTransferred });
  }

  #view(view: ArrayBufferView<ArrayBuffer>): SerializedRecord {
    const type = viewTypeOf(view);
    if (view.buffer.detached) throw this.#refusal('a view of a detached buffer');
    const length = view instanceof DataView ? view.byteLength : (view as Uint8Array<ArrayBuffer>).length;
    const buffer = this.serialize(view.buffer);
    return this.#keep(view, { kind: 'view', type, buffer, byteOffset: view.byteOffset, length });
  }

  #collection(value: object, kind: 'map' | 'set'): SerializedRecord {
    const record = this.#keep(value, { kind, entries: [] as [SerializedRecord, SerializedRecord][] });
    const found: [unknown, unknown][] = [];
    apply(EACH[kind], value, [(held: unknown, key: unknown) => found.push([key, held])]);
    for (const [key, held] of found) record.entries.push([this.serialize(key), this.serialize(held)]);
    return record;
  }

  #error(error: object): SerializedRecord {
    const given = `${(error as Error).name}`;
    const name = Object.hasOwn(ERRORS, given) ? given : 'Error';
    const record = this.#keep(error, { kind: 'error' as const, name, members: [] as [string, SerializedRecord][] });
    const { stack } = error as Error;
    for (const key of ['message', 'cause'] as const) {
      const own = getOwnPropertyDescriptor(error, key);
      if (own && 'value' in own)
        record.members.push([key, this.serialize(key === 'message' ? `${own.value}` : own.value)]);
    }
    if (typeof stack === 'string') record.members.push(['stack', { kind: 'primitive', value: stack }]);
    return record;
  }

  #exception(error: Error): SerializedRecord {
    const { message, name, stack } = error;
    const { DOMException } = this.#parts;
    return this.#leaf(error, () =>
      Object.defineProperty(new DOMException(message, name), 'stack', {
        value: stack,
        enumerable: false,
        writable: true,
        configurable: true,
      }),
    );
  }

  #refusal(what: string): Error {
    return new this.#parts.DOMException(`structuredClone cannot copy ${what}.`, 'DataCloneError');
  }
}

/** Does not use `slice`, which lets a class of the plugin make the copy. */
const copyOf = (bytes: ArrayBuffer): ArrayBuffer => {
  const copy = new Uint8Array(bytes.byteLength);
  copy.set(new Uint8Array(bytes));
  return copy.buffer;
};
