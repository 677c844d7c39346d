// `crypto` of Node: hashes and derived keys of @noble/hashes, random bytes of the sandbox, and Web Crypto. Runs inside the isolate, as part of the packed entry.

import { ciphers, signatures } from 'toolcell:parts';
import { hkdf } from '@noble/hashes/hkdf.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { scrypt } from '@noble/hashes/scrypt.js';
import { Buffer } from './buffer.ts';
import { toBytes } from './bytes.ts';
import { createHash, createHmac, hash, hashNamed, hashNames } from './crypto-hashes.ts';
import { createSecretKey, KeyObject } from './crypto-key-object.ts';
import { coded, notInTool, outOfRange, wrongType } from './errors.ts';

type Done = (error: unknown, value?: unknown) => void;

// By its bare name: on the global object of the bundle, which inherits it, an engine may refuse to give it.
const own = crypto;
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

const RSA_SECRETS = 'a tool has AES (createCipheriv) and signatures (createSign), and no encryption with RSA';
const AGREEMENT = 'use crypto.subtle.deriveBits with ECDH or X25519';

/** A function of a part that the bundle has if its source names the function. */
const ofPart =
  (part: () => object | undefined, name: string) =>
  (...values: unknown[]): unknown => {
    const found = part() as Readonly<Record<string, (...values: unknown[]) => unknown>> | undefined;
    if (!found) throw notInTool(`crypto.${name}`, `write "${name}" in the source: only what it names is packed`);
    return (found[name] as (...values: unknown[]) => unknown)(...values);
  };

const later =
  (run: (...values: unknown[]) => unknown) =>
  (...values: unknown[]): unknown => {
    const done = typeof values.at(-1) === 'function' ? values.pop() : undefined;
    return answered(() => run(...values), done);
  };

const generateKeyPairSync = ofPart(signatures, 'generateKeyPairSync');
const generateKeyPair = (...values: unknown[]): void => {
  const done = values.pop() as (error: unknown, publicKey?: unknown, privateKey?: unknown) => void;
  answered(
    () => generateKeyPairSync(...values),
    (error: unknown, pair: { readonly publicKey: unknown; readonly privateKey: unknown }) =>
      error === null ? done(null, pair.publicKey, pair.privateKey) : done(error),
  );
};

const constants = {
  RSA_PKCS1_PADDING: 1,
  RSA_NO_PADDING: 3,
  RSA_PKCS1_OAEP_PADDING: 4,
  RSA_PKCS1_PSS_PADDING: 6,
  RSA_PSS_SALTLEN_DIGEST: -1,
  RSA_PSS_SALTLEN_MAX_SIGN: -2,
  RSA_PSS_SALTLEN_AUTO: -2,
};

export default {
  Certificate: missing('Certificate', 'a tool has no SPKAC'),
  KeyObject,
  X509Certificate: missing('X509Certificate', 'createPublicKey reads the key of a certificate'),
  constants,
  createCipheriv: ofPart(ciphers, 'createCipheriv'),
  createDecipheriv: ofPart(ciphers, 'createDecipheriv'),
  createDiffieHellman: missing('createDiffieHellman', AGREEMENT),
  createECDH: missing('createECDH', AGREEMENT),
  createHash,
  createHmac,
  createPrivateKey: ofPart(signatures, 'createPrivateKey'),
  createPublicKey: ofPart(signatures, 'createPublicKey'),
  createSecretKey,
  createSign: ofPart(signatures, 'createSign'),
  createVerify: ofPart(signatures, 'createVerify'),
  diffieHellman: missing('diffieHellman', AGREEMENT),
  generateKeyPair,
  generateKeyPairSync,
  getCiphers: () => (ciphers() as { readonly ciphers: () => string[] } | undefined)?.ciphers() ?? [],
  getCurves: () => ['prime256v1', 'secp384r1', 'secp521r1'],
  getHashes: hashNames,
  getRandomValues: (view: Uint8Array<ArrayBuffer>) => own.getRandomValues(view),
  hash,
  hkdf: (digest: unknown, key: unknown, salt: unknown, info: unknown, length: number, done: Done) =>
    answered(() => hkdfSync(digest, key, salt, info, length), done),
  hkdfSync,
  pbkdf2: (password: unknown, salt: unknown, iterations: number, length: number, digest: unknown, done: Done) =>
    answered(() => pbkdf2Sync(password, salt, iterations, length, digest), done),
  pbkdf2Sync,
  privateDecrypt: missing('privateDecrypt', RSA_SECRETS),
  privateEncrypt: missing('privateEncrypt', RSA_SECRETS),
  publicDecrypt: missing('publicDecrypt', RSA_SECRETS),
  publicEncrypt: missing('publicEncrypt', RSA_SECRETS),
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
  sign: later(ofPart(signatures, 'sign')),
  subtle: own.subtle,
  timingSafeEqual,
  verify: later(ofPart(signatures, 'verify')),
  webcrypto: own,
};
