// The second half of structuredClone: makes a new value of records. No code of the plugin's runs meanwhile. Runs inside the isolate.

import type { ExceptionType } from '../standard/interface.ts';
import type { Recorded } from './serialize.ts';

const ERRORS: Readonly<Record<string, new () => Error>> = {
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

/** Makes values of records; the parts of one value are made by one maker. */
export class Maker {
  readonly #made = new Map<Recorded, unknown>();
  readonly #DOMException: ExceptionType;

  constructor(DOMException: ExceptionType) {
    this.#DOMException = DOMException;
  }

  make(record: Recorded): unknown {
    if (record.kind === 'primitive') return record.value;
    if (this.#made.has(record)) return this.#made.get(record);
    const value = this.#new(record);
    this.#made.set(record, value);
    this.#fill(record, value as never);
    return value;
  }

  #new(record: Exclude<Recorded, { kind: 'primitive' }>): unknown {
    switch (record.kind) {
      case 'wrapper':
        return Object(record.value);
      case 'date':
        return new Date(record.ms);
      case 'regexp':
        return new RegExp(record.source, record.flags);
      case 'buffer':
        return record.isTransferred ? record.bytes.transfer() : record.bytes;
      case 'view':
        return new record.type(this.make(record.buffer) as ArrayBuffer, ...(record.at as [number, number]));
      case 'map':
        return new Map();
      case 'set':
        return new Set();
      case 'error':
        return new (ERRORS[record.name] as new () => Error)();
      case 'exception':
        return withStack(new this.#DOMException(record.message, record.name), record.stack);
      case 'array':
        return new Array(record.length);
      case 'object':
        return {};
    }
  }

  #fill(record: Recorded, value: Map<unknown, unknown> & Set<unknown>): void {
    if (record.kind === 'map') for (const [key, held] of record.entries) value.set(this.make(key), this.make(held));
    else if (record.kind === 'set') for (const held of record.values) value.add(this.make(held));
    else if (record.kind === 'error')
      for (const [key, held] of record.members) define(value, key, this.make(held), false);
    else if (record.kind === 'array' || record.kind === 'object')
      for (const [key, held] of record.members) define(value, key, this.make(held), true);
  }
}

const define = (target: object, key: string, value: unknown, enumerable: boolean): void => {
  Object.defineProperty(target, key, { value, enumerable, writable: true, configurable: true });
};

const withStack = (error: Error, stack: unknown): Error => {
  define(error, 'stack', stack, false);
  return error;
};
