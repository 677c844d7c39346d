// The methods of Node's Buffer for text, search and copies. Runs inside the isolate, as part of the packed entry.

import { bytesOf, type Encoding, encodingOf, textOf } from './buffer-encodings.ts';
import { coded, outOfRange, wrongType } from './errors.ts';

/** An instance of Buffer. */
export type Bytes = Buffer;

interface Parts {
  compareBytes(a: Uint8Array, b: Uint8Array): number;
  checkBytes(name: string, value: unknown): Uint8Array;
  wrap(bytes: Uint8Array): Bytes;
}

/** Index of `wanted` in `bytes` at or after `from`, or at or before it; -1 if it is not there. */
const search = (bytes: Uint8Array, wanted: Uint8Array, from: number, isForward: boolean): number => {
  const last = bytes.length - wanted.length;
  for (let at = isForward ? from : Math.min(from, last); at >= 0 && at <= last; at += isForward ? 1 : -1) {
    let matched = 0;
    while (matched < wanted.length && bytes[at + matched] === wanted[matched]) matched += 1;
    if (matched === wanted.length) return at;
  }
  return -1;
};

const found = (bytes: Bytes, value: unknown, offset: unknown, encoding: unknown, isForward: boolean): number => {
  if (typeof offset === 'string') [offset, encoding] = [undefined, offset];
  const given = +(offset as number);
  const end = isForward ? 0 : bytes.length;
  let from = Number.isNaN(given) ? end : Math.trunc(given);
  if (from < 0) from += bytes.length;
  if (from < 0) {
    if (!isForward) return -1;
    from = 0;
  }
  if (typeof value === 'number') return search(bytes, Uint8Array.of(value & 255), from, isForward);
  const wanted = typeof value === 'string' ? bytesOf(value, encodingOf(encoding)) : value;
  if (!(wanted instanceof Uint8Array))
    throw wrongType('value', 'one of type number or string or an instance of Buffer or Uint8Array', value);
  if (wanted.length === 0) return Math.min(from, bytes.length);
  return search(bytes, wanted, from, isForward);
};

/** A whole number between 0 and `most`. */
const bounded = (value: unknown, absent: number, most: number): number => {
  if (value === undefined) return absent;
  const given = Math.trunc(+(value as number)) || 0;
  return Math.max(0, Math.min(most, given));
};

/** As many bytes of a text as fit, without a part of a character. */
const fitting = (text: string, encoding: Encoding, room: number): Uint8Array => {
  const bytes = bytesOf(text, encoding);
  if (bytes.length <= room) return bytes;
  let end = room;
  if (encoding === 'utf16le') end -= end % 2;
  if (encoding === 'utf8') while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
};

const checkRange = (name: string, value: number, most: number): void => {
  if (value < 0 || value > most) throw outOfRange(name, `>= 0 && <= ${most}`, value);
};

/** `utf8Slice`, `hexWrite` and the like, which libraries use although Node does not document them. */
const byEncoding = (): object => {
  const methods: Record<string, unknown> = {};
  for (const name of ['utf8', 'ucs2', 'utf16le', 'latin1', 'ascii', 'hex', 'base64', 'base64url']) {
    methods[`${name}Slice`] = function slice(this: Bytes, start?: number, end?: number) {
      return this.toString(name as BufferEncoding, start, end);
    };
    methods[`${name}Write`] = function write(this: Bytes, text: string, offset = 0, length = this.length - offset) {
      return this.write(text, offset, length, name as BufferEncoding);
    };
  }
  return methods;
};

/** The methods by name. */
export const bufferMethods = ({ compareBytes, checkBytes, wrap }: Parts): object => ({
  ...byEncoding(),
  toString(this: Bytes, encoding?: unknown, start?: unknown, end?: unknown): string {
    const first = bounded(start, 0, this.length);
    const last = bounded(end, this.length, this.length);
    const known = encodingOf(encoding);
    return last <= first ? '' : textOf(first === 0 && last === this.length ? this : this.subarray(first, last), known);
  },
  toLocaleString(this: Bytes, encoding?: BufferEncoding, start?: number, end?: number): string {
    return this.toString(encoding, start, end);
  },
  toJSON(this: Bytes) {
    return { type: 'Buffer', data: Array.from(this) };
  },
  equals(this: Bytes, other: unknown): boolean {
    const bytes = checkBytes('otherBuffer', other);
    return this === bytes || compareBytes(this, bytes) === 0;
  },
  compare(this: Bytes, other: unknown, targetStart = 0, targetEnd?: number, start = 0, end = this.length): number {
    const bytes = checkBytes('target', other);
    const last = targetEnd ?? bytes.length;
    checkRange('targetEnd', last, bytes.length);
    checkRange('sourceEnd', end, this.length);
    return compareBytes(this.subarray(start, end), bytes.subarray(targetStart, last));
  },
  copy(this: Bytes, target: Uint8Array, targetStart = 0, start = 0, end = this.length): number {
    checkBytes('target', target);
    if (targetStart < 0) throw outOfRange('targetStart', '>= 0', targetStart);
    checkRange('sourceStart', start, this.length);
    const part = this.subarray(start, Math.max(start, Math.min(end, start + Math.max(0, target.length - targetStart))));
    if (part.length > 0) target.set(part, targetStart);
    return part.length;
  },
  write(this: Bytes, text: unknown, offset?: unknown, length?: unknown, encoding?: unknown): number {
    if (typeof text !== 'string') throw wrongType('argument', 'of type string', text);
    if (typeof offset === 'string') [offset, encoding] = [undefined, offset];
    if (typeof length === 'string') [length, encoding] = [undefined, length];
    const at = (offset as number | undefined) ?? 0;
    checkRange('offset', at, this.length);
    const room = Math.min((length as number | undefined) ?? this.length, this.length - at);
    const bytes = fitting(text, encodingOf(encoding), room);
    this.set(bytes, at);
    return bytes.length;
  },
  fill(this: Bytes, value: unknown, offset?: unknown, end?: unknown, encoding?: unknown): Bytes {
    if (typeof offset === 'string') [offset, encoding] = [undefined, offset];
    if (typeof end === 'string') [end, encoding] = [undefined, end];
    const first = (offset as number | undefined) ?? 0;
    const last = (end as number | undefined) ?? this.length;
    checkRange('offset', first, this.length);
    checkRange('end', last, this.length);
    const plain = typeof value === 'string' ? bytesOf(value, encodingOf(encoding)) : value;
    if (plain instanceof Uint8Array && plain.length !== 1) {
      if (plain.length === 0 && value === '') return fillBytes(this, Uint8Array.of(0), first, last);
      if (plain.length === 0)
        throw coded(
          TypeError,
          'ERR_INVALID_ARG_VALUE',
          `The argument 'value' is invalid. Received ${typeof value === 'string' ? `'${value}'` : '<Buffer >'}`,
        );
      return fillBytes(this, plain, first, last);
    }
    const byte =
      plain instanceof Uint8Array
        ? (plain[0] as number)
        : typeof plain === 'boolean'
          ? +plain
          : +(plain as number) & 255;
    Uint8Array.prototype.fill.call(this, byte, first, last);
    return this;
  },
  indexOf(this: Bytes, value: unknown, offset?: unknown, encoding?: unknown) {
    return found(this, value, offset, encoding, true);
  },
  lastIndexOf(this: Bytes, value: unknown, offset?: unknown, encoding?: unknown) {
    return found(this, value, offset, encoding, false);
  },
  includes(this: Bytes, value: unknown, offset?: unknown, encoding?: unknown) {
    return found(this, value, offset, encoding, true) !== -1;
  },
  subarray(this: Bytes, start?: number, end?: number) {
    return wrap(Uint8Array.prototype.subarray.call(plainOf(this), start, end));
  },
  /** Shares its bytes with the buffer, other than in a typed array. */
  slice(this: Bytes, start?: number, end?: number) {
    return wrap(Uint8Array.prototype.subarray.call(plainOf(this), start, end));
  },
  get parent(): unknown {
    return (this as unknown as Bytes).buffer;
  },
  get offset(): unknown {
    return (this as unknown as Bytes).byteOffset;
  },
});

/** The same bytes as a plain typed array, whose methods make no buffers. */
const plainOf = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const fillBytes = (target: Bytes, pattern: Uint8Array, first: number, last: number): Bytes => {
  for (let at = first; at < last; at += 1) target[at] = pattern[(at - first) % pattern.length] as number;
  return target;
};
