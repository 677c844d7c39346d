// `buffer` of Node. Our own, because the methods of the npm package are assigned, which what all calls share does not permit in realm mode, and because the
// engine's own base64 and hex are many times faster. Runs inside the isolate, as part of the packed entry.

import { bytesOf, type Encoding, encodingNamed, encodingOf, lengthOf, textOf } from './buffer-encodings.ts';
import { type Bytes, bufferMethods } from './buffer-methods.ts';
import { numberMethods } from './buffer-numbers.ts';
import { coded, outOfRange, wrongType } from './errors.ts';

const MAX_LENGTH = Number.MAX_SAFE_INTEGER;
const A_BUFFER = 'of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object';

class FastBuffer extends Uint8Array {}

const sizeOf = (size: unknown): number => {
  if (typeof size !== 'number') throw wrongType('size', 'of type number', size);
  if (!(size >= 0 && size <= MAX_LENGTH)) throw outOfRange('size', `>= 0 && <= ${MAX_LENGTH}`, size);
  return size;
};

const wrap = (bytes: Uint8Array): Bytes =>
  new FastBuffer(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength) as unknown as Bytes;

const fromText = (text: string, encoding: unknown): Bytes => wrap(bytesOf(text, encodingOf(encoding)));

const isArrayBuffer = (value: unknown): value is ArrayBuffer =>
  value instanceof ArrayBuffer || Object.prototype.toString.call(value) === '[object ArrayBuffer]';

const fromArrayLike = (list: ArrayLike<number>): Bytes => {
  const made = new FastBuffer(list.length > 0 ? list.length : 0);
  for (let at = 0; at < list.length; at += 1) made[at] = list[at] as number;
  return made as unknown as Bytes;
};

const fromObject = (value: object): Bytes | undefined => {
  const { length, type, data } = value as { length?: unknown; type?: unknown; data?: unknown };
  if (typeof length === 'number' || ArrayBuffer.isView(value)) return fromArrayLike(value as ArrayLike<number>);
  return type === 'Buffer' && Array.isArray(data) ? fromArrayLike(data) : undefined;
};

const from = (value: unknown, encodingOrOffset?: unknown, length?: number): Bytes => {
  if (typeof value === 'string') return fromText(value, encodingOrOffset);
  if (typeof value === 'object' && value !== null) {
    if (isArrayBuffer(value))
      return new FastBuffer(value, ...rangeIn(value, encodingOrOffset, length)) as unknown as Bytes;
    const of = value.valueOf?.();
    if (of !== undefined && of !== null && of !== value && (typeof of === 'string' || typeof of === 'object'))
      return from(of, encodingOrOffset, length);
    const made = fromObject(value);
    if (made) return made;
    const primitive = (value as { [Symbol.toPrimitive]?: unknown })[Symbol.toPrimitive];
    if (typeof primitive === 'function') {
      const text: unknown = primitive.call(value, 'string');
      if (typeof text === 'string') return fromText(text, encodingOrOffset);
    }
  }
  throw wrongType('first argument', A_BUFFER, value);
};

/** Offset and length, as the typed array takes them. Throws as Node does if they are out of bounds. */
const rangeIn = ({ byteLength }: ArrayBuffer, offset: unknown, length: unknown): [number, number] => {
  const from = offset === undefined ? 0 : +(offset as number) || 0;
  const most = byteLength - from;
  if (most < 0) throw coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"offset" is outside of buffer bounds');
  if (length === undefined) return [from, most];
  const wanted = +(length as number);
  if (!(wanted > 0)) return [from, 0];
  if (wanted > most) throw coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"length" is outside of buffer bounds');
  return [from, wanted];
};

/** `Buffer`, which also works without `new`, as old code expects. */
const BufferOfNode = function Buffer(value: unknown, encodingOrOffset?: unknown, length?: number): Bytes {
  return typeof value === 'number'
    ? (new FastBuffer(sizeOf(value)) as unknown as Bytes)
    : from(value, encodingOrOffset, length);
};

const compareBytes = (a: Uint8Array, b: Uint8Array): number => {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) if (a[at] !== b[at]) return (a[at] as number) < (b[at] as number) ? -1 : 1;
  return Math.sign(a.length - b.length);
};

const checkBytes = (name: string, value: unknown): Uint8Array => {
  if (value instanceof Uint8Array) return value;
  throw wrongType(name, 'an instance of Buffer or Uint8Array', value);
};

const STATICS = {
  poolSize: 8192,
  from,
  of: (...items: number[]) => fromArrayLike(items),
  alloc(size: unknown, fill?: unknown, encoding?: unknown) {
    const made = new FastBuffer(sizeOf(size)) as unknown as Bytes;
    return fill !== undefined && fill !== 0 && made.length > 0 ? made.fill(fill as never, encoding as never) : made;
  },
  allocUnsafe: (size: unknown) => new FastBuffer(sizeOf(size)),
  allocUnsafeSlow: (size: unknown) => new FastBuffer(sizeOf(size)),
  isBuffer: (value: unknown) => value instanceof FastBuffer,
  isEncoding: (name: unknown) => typeof name === 'string' && encodingNamed(name) !== undefined,
  byteLength(value: unknown, encoding?: unknown) {
    if (typeof value === 'string') return lengthOf(value, encodingNamed(encoding) ?? 'utf8');
    if (ArrayBuffer.isView(value) || isArrayBuffer(value)) return value.byteLength;
    throw wrongType('string', 'of type string or an instance of Buffer or ArrayBuffer', value);
  },
  compare: (a: unknown, b: unknown) => compareBytes(checkBytes('buf1', a), checkBytes('buf2', b)),
  concat(list: readonly Uint8Array[], length?: number) {
    if (!Array.isArray(list)) throw wrongType('list', 'an instance of Array', list);
    for (const [index, one] of list.entries()) checkBytes(`list[${index}]`, one);
    const total = length ?? list.reduce((sum, one) => sum + one.length, 0);
    const made = new FastBuffer(sizeOf(total));
    let at = 0;
    for (const one of list) {
      if (at >= total) break;
      made.set(at + one.length > total ? one.subarray(0, total - at) : one, at);
      at += one.length;
    }
    return made;
  },
  copyBytesFrom(view: ArrayBufferView, offset = 0, length?: number) {
    if (!ArrayBuffer.isView(view)) throw wrongType('view', 'an instance of TypedArray', view);
    const part = (view as Uint8Array).subarray(offset, length === undefined ? undefined : offset + length);
    return wrap(new Uint8Array(part.buffer, part.byteOffset, part.byteLength).slice());
  },
};

/** Defines, because assigning over what is inherited from a frozen object throws. */
const define = (target: object, values: object): void => {
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(values)))
    Object.defineProperty(target, key, { ...descriptor, enumerable: true });
};

define(BufferOfNode, STATICS);
Object.setPrototypeOf(BufferOfNode, Uint8Array);
Object.defineProperty(BufferOfNode, 'prototype', { value: FastBuffer.prototype, writable: false });
define(FastBuffer.prototype, numberMethods());
define(FastBuffer.prototype, bufferMethods({ compareBytes, checkBytes, wrap }));
Object.defineProperty(FastBuffer.prototype, 'constructor', { value: BufferOfNode, writable: true, configurable: true });
Object.defineProperty(FastBuffer.prototype, Symbol.for('nodejs.util.inspect.custom'), {
  value(this: Bytes): string {
    const shown = (textOf(this.subarray(0, 50), 'hex').match(/../g) ?? []).join(' ');
    const left = this.length - 50;
    return `<Buffer${shown === '' ? '' : ' '}${shown}${left > 0 ? ` ... ${left} more byte${left > 1 ? 's' : ''}` : ''}>`;
  },
  writable: true,
  configurable: true,
});

const viewed = (value: unknown): Uint8Array => {
  if (isArrayBuffer(value)) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw wrongType('input', 'an instance of ArrayBuffer, Buffer, or TypedArray', value);
};

const isUtf8 = (value: unknown): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(viewed(value));
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_INVALID_ARG_TYPE') throw error;
    return false;
  }
};

export const Buffer = BufferOfNode as unknown as BufferConstructor;
export type { Bytes, Encoding };

export default {
  Buffer,
  SlowBuffer: (size: number) => STATICS.allocUnsafeSlow(size),
  Blob: globalThis.Blob,
  File: globalThis.File,
  atob: (text: string) => atob(text),
  btoa: (text: string) => btoa(text),
  constants: { MAX_LENGTH, MAX_STRING_LENGTH: 536_870_888 },
  INSPECT_MAX_BYTES: 50,
  kMaxLength: MAX_LENGTH,
  kStringMaxLength: 536_870_888,
  isAscii: (value: unknown) => viewed(value).every((byte) => byte < 128),
  isUtf8,
  transcode: (source: Uint8Array, fromEncoding: string, toEncoding: string) =>
    from(textOf(source, encodingOf(fromEncoding)), toEncoding),
};
