// The second half of structuredClone: makes a new value from records. Runs no code of the plugin. Runs inside the isolate.

import { ERRORS } from './brands.ts';
import type { SerializedRecord } from './serialize.ts';

/** Makes one value from its records. Each instance serves one value, so that an object that occurs twice stays one object. */
export class Deserializer {
  readonly #made = new Map<SerializedRecord, unknown>();

  deserialize(record: SerializedRecord): unknown {
    if (record.kind === 'primitive') return record.value;
    if (this.#made.has(record)) return this.#made.get(record);
    const value = this.#new(record);
    this.#made.set(record, value);
    this.#fill(record, value as never);
    return value;
  }

  #new(record: Exclude<SerializedRecord, { kind: 'primitive' }>): unknown {
    switch (record.kind) {
      case 'leaf':
        return record.make();
      case 'buffer':
        return record.isTransferred ? record.bytes.transfer() : record.bytes;
      case 'view':
        return new record.type(this.deserialize(record.buffer) as ArrayBuffer, record.byteOffset, record.length);
      case 'map':
        return new Map();
      case 'set':
        return new Set();
      case 'error':
        return new (ERRORS[record.name] as new () => Error)();
      case 'array':
        return new Array(record.length);
      case 'object':
        return {};
    }
  }

  #fill(record: SerializedRecord, value: Map<unknown, unknown> & Set<unknown>): void {
    if (record.kind === 'map')
      for (const [key, held] of record.entries) value.set(this.deserialize(key), this.deserialize(held));
    else if (record.kind === 'set') for (const [, held] of record.entries) value.add(this.deserialize(held));
    else if (record.kind === 'error')
      for (const [key, held] of record.members) define(value, key, this.deserialize(held), false);
    else if (record.kind === 'array' || record.kind === 'object')
      for (const [key, held] of record.members) define(value, key, this.deserialize(held), true);
  }
}

const define = (target: object, key: string, value: unknown, enumerable: boolean): void => {
  Object.defineProperty(target, key, { value, enumerable, writable: true, configurable: true });
};
