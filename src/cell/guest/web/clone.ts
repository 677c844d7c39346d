// structuredClone of the HTML standard. Runs inside the isolate, as a group of web APIs.
//
// Written here, because the libraries that offer it trust a value's own tag and methods, or keep state that all their modules share.

import type { WebGroup } from '../scripts/parts.ts';
import { ERRORS } from './clone/brands.ts';
import { type SerializedRecord, Serializer } from './clone/serialize.ts';
import { dictionaryOf, type ExceptionType, needArguments } from './standard/interface.ts';

/** The buffers that the caller transfers. Throws DataCloneError for anything but an ArrayBuffer, and for a buffer that is listed twice. */
const transferList = (options: unknown, DOMException: ExceptionType): readonly ArrayBuffer[] => {
  const { transfer } = dictionaryOf(options, 'The options of structuredClone');
  if (transfer === undefined) return [];
  const list = [...(transfer as Iterable<unknown>)];
  const refuse = (why: string): Error => new DOMException(`structuredClone cannot transfer ${why}.`, 'DataCloneError');
  for (const [index, each] of list.entries()) {
    if (!(each instanceof ArrayBuffer)) throw refuse('anything but an ArrayBuffer');
    if (list.indexOf(each) !== index) throw refuse('a buffer twice');
  }
  return list as ArrayBuffer[];
};

/** Makes the group. Needs `DOMException`. Refuses instances of the other groups' classes. */
export const install: WebGroup = (_parts, made) => {
  const DOMException = made.DOMException as ExceptionType;
  const refused = Object.values(made)
    .map((value) => (value as { prototype?: object }).prototype)
    .filter((prototype) => prototype !== undefined && prototype !== DOMException.prototype);
  const parts = { DOMException, refused: refused as object[] };

  const globals = {
    structuredClone(...given: unknown[]): unknown {
      needArguments(given.length, 1, 'structuredClone');
      const transferred = transferList(given[1], DOMException);
      const record = new Serializer(parts, transferred).serialize(given[0]);
      const detached = transferred.find((buffer) => buffer.detached);
      if (detached) throw new DOMException('structuredClone cannot transfer a detached buffer.', 'DataCloneError');
      const clone = new Deserializer().deserialize(record);
      // Buffers that the value did not contain are transferred as well.
      for (const buffer of transferred) if (!buffer.detached) buffer.transfer();
      return clone;
    },
  };
  return { globals };
};

/** Makes one value from its records. Each instance serves one value, so that an object that occurs twice stays one object. */
class Deserializer {
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
