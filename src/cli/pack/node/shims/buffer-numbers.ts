// The methods of Node's Buffer that read and write numbers. Runs inside the isolate, as part of the packed entry.

import { coded, outOfRange, wrongType } from './errors.ts';

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const checkOffset = (bytes: Uint8Array, offset: unknown, size: number): number => {
  if (offset === undefined) offset = 0;
  if (typeof offset !== 'number') throw wrongType('offset', 'of type number', offset);
  if (!Number.isInteger(offset)) throw outOfRange('offset', 'an integer', offset);
  if (bytes.length < size)
    throw coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds');
  if (offset < 0 || offset > bytes.length - size)
    throw outOfRange('offset', `>= 0 and <= ${bytes.length - size}`, offset);
  return offset;
};

/** Name in DataView → size in bytes, and the lowest and highest value of an integer. */
const KINDS = {
  Uint8: [1, 0, 255],
  Int8: [1, -128, 127],
  Uint16: [2, 0, 65_535],
  Int16: [2, -32_768, 32_767],
  Uint32: [4, 0, 4_294_967_295],
  Int32: [4, -2_147_483_648, 2_147_483_647],
  BigUint64: [8, 0n, 2n ** 64n - 1n],
  BigInt64: [8, -(2n ** 63n), 2n ** 63n - 1n],
  Float32: [4],
  Float64: [8],
} as const;

type Kind = keyof typeof KINDS;

/** Node's name for a kind: `UInt16`, `BigInt64`, `Float`, `Double`. */
const NODE_NAMES: Readonly<Record<string, string>> = {
  Uint8: 'UInt8',
  Uint16: 'UInt16',
  Uint32: 'UInt32',
  BigUint64: 'BigUInt64',
  Float32: 'Float',
  Float64: 'Double',
};

const rangeOf = (kind: Kind, size: number): string => {
  const isBig = kind.startsWith('Big');
  const isSigned = !kind.includes('Uint');
  const bits = size * 8;
  const n = isBig ? 'n' : '';
  if (size > 4)
    return isSigned
      ? `>= -(2${n} ** ${bits - 1}${n}) and < 2${n} ** ${bits - 1}${n}`
      : `>= 0${n} and < 2${n} ** ${bits}${n}`;
  const [, low, high] = KINDS[kind];
  return `>= ${low} and <= ${high}`;
};

type Method = (this: Uint8Array, ...args: never[]) => unknown;

const reading = (kind: Kind, isLittle: boolean): Method =>
  function read(this: Uint8Array, offset?: unknown) {
    const at = checkOffset(this, offset, KINDS[kind][0]);
    return viewOf(this)[`get${kind}`](at, isLittle);
  } as Method;

const writing = (kind: Kind, isLittle: boolean): Method => {
  const [size, low, high] = KINDS[kind];
  return function write(this: Uint8Array, value: number | bigint, offset?: unknown) {
    const given = kind.startsWith('Big') ? value : +(value as number);
    if (kind.startsWith('Big') && typeof given !== 'bigint')
      throw new TypeError('Cannot mix BigInt and other types, use explicit conversions');
    if (low !== undefined && (given > high || given < low)) throw outOfRange('value', rangeOf(kind, size), given);
    const at = checkOffset(this, offset, size);
    (viewOf(this)[`set${kind}`] as (at: number, value: unknown, isLittle: boolean) => void)(at, given, isLittle);
    return at + size;
  } as Method;
};

const checkLength = (byteLength: unknown): number => {
  if (typeof byteLength !== 'number') throw wrongType('byteLength', 'of type number', byteLength);
  if (!Number.isInteger(byteLength)) throw outOfRange('byteLength', 'an integer', byteLength);
  if (byteLength < 1 || byteLength > 6) throw outOfRange('byteLength', '>= 1 and <= 6', byteLength);
  return byteLength;
};

const readAny = (isSigned: boolean, isLittle: boolean): Method =>
  function read(this: Uint8Array, offset: unknown, byteLength: unknown) {
    if (offset === undefined) throw wrongType('offset', 'of type number', offset);
    const size = checkLength(byteLength);
    const at = checkOffset(this, offset, size);
    let value = 0;
    for (let index = 0; index < size; index += 1)
      value = value * 256 + (this[isLittle ? at + size - 1 - index : at + index] as number);
    return isSigned && value >= 2 ** (8 * size - 1) ? value - 2 ** (8 * size) : value;
  } as Method;

const writeAny = (isSigned: boolean, isLittle: boolean): Method =>
  function write(this: Uint8Array, value: unknown, offset: unknown, byteLength: unknown) {
    const size = checkLength(byteLength);
    const given = +(value as number);
    const [low, high] = isSigned ? [-(2 ** (8 * size - 1)), 2 ** (8 * size - 1) - 1] : [0, 2 ** (8 * size) - 1];
    if (given > high || given < low) {
      const kind = isSigned ? (`Int${size * 8}` as Kind) : (`Uint${size * 8}` as Kind);
      throw outOfRange('value', size > 4 ? rangeOf(kind, size) : `>= ${low} and <= ${high}`, given);
    }
    if (offset === undefined) throw wrongType('offset', 'of type number', offset);
    const at = checkOffset(this, offset, size);
    let left = given < 0 ? given + 2 ** (8 * size) : given;
    for (let index = 0; index < size; index += 1) {
      this[isLittle ? at + index : at + size - 1 - index] = left % 256;
      left = Math.floor(left / 256);
    }
    return at + size;
  } as Method;

const swapping = (size: number): Method =>
  function swap(this: Uint8Array) {
    if (this.length % size !== 0)
      throw coded(RangeError, 'ERR_INVALID_BUFFER_SIZE', `Buffer size must be a multiple of ${size * 8}-bits`);
    for (let at = 0; at < this.length; at += size) this.subarray(at, at + size).reverse();
    return this;
  } as Method;

/** The methods by name, with both spellings of `UInt`. */
export const numberMethods = (): Readonly<Record<string, Method>> => {
  const methods: Record<string, Method> = { swap16: swapping(2), swap32: swapping(4), swap64: swapping(8) };
  const add = (name: string, method: Method): void => {
    methods[name] = method;
    if (name.includes('UInt')) methods[name.replace('UInt', 'Uint')] = method;
  };
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const name = NODE_NAMES[kind] ?? kind;
    const ends = KINDS[kind][0] === 1 ? [''] : ['LE', 'BE'];
    for (const end of ends) {
      add(`read${name}${end}`, reading(kind, end === 'LE'));
      add(`write${name}${end}`, writing(kind, end === 'LE'));
    }
  }
  for (const end of ['LE', 'BE']) {
    for (const sign of ['Int', 'UInt']) {
      add(`read${sign}${end}`, readAny(sign === 'Int', end === 'LE'));
      add(`write${sign}${end}`, writeAny(sign === 'Int', end === 'LE'));
    }
  }
  return methods;
};
