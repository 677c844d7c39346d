// `crypto` of Node: hashes and derived keys of @noble/hashes, random bytes of the sandbox, and Web Crypto. Runs inside the isolate, as part of the packed entry.

import { hkdf } from '@noble/hashes/hkdf.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { scrypt } from '@noble/hashes/scrypt.js';
import { Buffer } from './buffer.ts';
import { toBytes } from './bytes.ts';
import { createHash, createHmac, hash, hashNamed, hashNames } from './crypto-hashes.ts';
import { coded, notInTool, outOfRange, wrongType } from './errors.ts';

type Done = (error: unknown, value?: unknown) => void;

const own = globalThis.crypto;
/** `getRandomValues` fills so many bytes at once. */
const MOST_AT_ONCE = 65_536;

const fill = (bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; at += MOST_AT_ONCE)
    own.getRandomValues(bytes.subarray(at, at + MOST_AT_ONCE) as Uint8Array<ArrayBuffer>);
};

/** Answers a callback if there is one, as Node does; otherwise returns the value. */
const answered = (make: () => unknown, done: unknown): unknown => {
  if (typeof done !== 'function') return make();
  let value: unknown;
  try {
    value = make();
  } catch (error) {
    queueMicrotask(() => (done as Done)(error));
    return undefined;
  }
  queueMicrotask(() => (done as Done)(null, value));
  return undefined;
};

const randomBytes = (size: unknown, done?: unknown): unknown => {
  if (typeof size !== 'number') throw wrongType('size', 'of type number', size);
  if (!(size >= 0 && size <= 2 ** 31 - 1)) throw outOfRange('size', '>= 0 && <= 2147483647', size);
  const make = (): Buffer => {
    const bytes = Buffer.alloc(size);
    fill(bytes);
    return bytes;
  };
  return answered(make, done);
};

const randomFillSync = (target: ArrayBufferView | ArrayBuffer, offset = 0, size?: number): unknown => {
  const bytes = toBytes(target, undefined, 'buf');
  fill(bytes.subarray(offset, size === undefined ? undefined : offset + size));
  return target;
};

const randomInt = (...given: unknown[]): unknown => {
  const done = typeof given.at(-1) === 'function' ? given.pop() : undefined;
  const [low, high] = (given.length < 2 ? [0, given[0]] : given) as [number, number];
  if (!Number.isSafeInteger(low)) throw wrongType('min', 'a safe integer', low);
  if (!Number.isSafeInteger(high)) throw wrongType('max', 'a safe integer', high);
  if (high <= low) throw outOfRange('max', `greater than the value of "min" (${low})`, high);
  const range = high - low;
  if (range > 2 ** 48 - 1) throw outOfRange('max - min', '<= 281474976710655', range);
  const limit = 2 ** 48 - (2 ** 48 % range);
  return answered(() => {
    for (;;) {
      const number = (randomBytes(6) as Buffer).readUIntBE(0, 6);
      if (number < limit) return low + (number % range);
    }
  }, done);
};

const timingSafeEqual = (a: unknown, b: unknown): boolean => {
  const [left, right] = [toBytes(a, undefined, 'buf1'), toBytes(b, undefined, 'buf2')];
  if (left.length !== right.length)
    throw coded(RangeError, 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', 'Input buffers must have the same byte length');
  let difference = 0;
  for (let at = 0; at < left.length; at += 1) difference |= (left[at] as number) ^ (right[at] as number);
  return difference === 0;
};

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);

const pbkdf2Sync = (password: unknown, salt: unknown, iterations: number, length: number, digest: unknown): Buffer =>
  bufferOf(
    pbkdf2(hashNamed(digest), toBytes(password, 'utf8'), toBytes(salt, 'utf8'), { c: iterations, dkLen: length }),
  );

interface ScryptOptions {
  readonly N?: number;
  readonly r?: number;
  readonly p?: number;
  readonly cost?: number;
  readonly blockSize?: number;
  readonly parallelization?: number;
}

const scryptSync = (password: unknown, salt: unknown, length: number, options: ScryptOptions = {}): Buffer => {
  const [N, r, p] = [
    options.N ?? options.cost ?? 16_384,
    options.r ?? options.blockSize ?? 8,
    options.p ?? options.parallelization ?? 1,
  ];
  return bufferOf(scrypt(toBytes(password, 'utf8'), toBytes(salt, 'utf8'), { N, r, p, dkLen: length }));
};

const hkdfSync = (digest: unknown, key: unknown, salt: unknown, info: unknown, length: number): ArrayBuffer =>
  new Uint8Array(hkdf(hashNamed(digest), toBytes(key, 'utf8'), toBytes(salt, 'utf8'), toBytes(info, 'utf8'), length))
    .buffer;

const missing = (name: string, instead: string) => (): never => {
  throw notInTool(`crypto.${name}`, instead);
};

const SIGN = 'use crypto.subtle.sign and verify, which are asynchronous';
const CIPHER = 'use crypto.subtle.encrypt and decrypt, which are asynchronous';
const KEYS = 'use crypto.subtle.importKey and generateKey';

export default {
  Certificate: missing('Certificate', KEYS),
  constants: {},
  createCipheriv: missing('createCipheriv', CIPHER),
  createDecipheriv: missing('createDecipheriv', CIPHER),
  createDiffieHellman: missing('createDiffieHellman', KEYS),
  createECDH: missing('createECDH', KEYS),
  createHash,
  createHmac,
  createPrivateKey: missing('createPrivateKey', KEYS),
  createPublicKey: missing('createPublicKey', KEYS),
  createSecretKey: missing('createSecretKey', KEYS),
  createSign: missing('createSign', SIGN),
  createVerify: missing('createVerify', SIGN),
  generateKeyPair: missing('generateKeyPair', KEYS),
  generateKeyPairSync: missing('generateKeyPairSync', KEYS),
  getCiphers: () => [],
  getCurves: () => [],
  getHashes: hashNames,
  getRandomValues: (view: Uint8Array<ArrayBuffer>) => own.getRandomValues(view),
  hash,
  hkdf: (digest: unknown, key: unknown, salt: unknown, info: unknown, length: number, done: Done) =>
    answered(() => hkdfSync(digest, key, salt, info, length), done),
  hkdfSync,
  pbkdf2: (password: unknown, salt: unknown, iterations: number, length: number, digest: unknown, done: Done) =>
    answered(() => pbkdf2Sync(password, salt, iterations, length, digest), done),
  pbkdf2Sync,
  privateDecrypt: missing('privateDecrypt', CIPHER),
  publicEncrypt: missing('publicEncrypt', CIPHER),
  randomBytes,
  randomFill(target: ArrayBufferView, ...rest: unknown[]): void {
    const done = rest.pop();
    answered(() => randomFillSync(target, ...(rest as number[])), done);
  },
  randomFillSync,
  randomInt,
  randomUUID: () => own.randomUUID(),
  scrypt(password: unknown, salt: unknown, length: number, ...rest: unknown[]): void {
    const done = rest.pop();
    answered(() => scryptSync(password, salt, length, rest[0] as ScryptOptions | undefined), done);
  },
  scryptSync,
  sign: missing('sign', SIGN),
  subtle: own.subtle,
  timingSafeEqual,
  verify: missing('verify', SIGN),
  webcrypto: own,
};
