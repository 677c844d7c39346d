// `createSign` and `createVerify` of `crypto`, and the keys that they take. In a bundle whose source names one of them. Runs inside the isolate, as part of the
// packed entry.

import { element, readSequence, TAGS } from '../../../../cell/guest/web/crypto/der.ts';
import { Buffer } from './buffer.ts';
import { toBytes } from './bytes.ts';
import { given } from './crypto-hashes.ts';
import type { PairKey } from './crypto-key-object.ts';
import { type KeyInput, materialOf, publicOf, readKey } from './crypto-pairs.ts';
import { coded, notInTool, wrongType } from './errors.ts';
import Stream from './stream.ts';

export { createPrivateKey, createPublicKey, generateKeyPairSync } from './crypto-pairs.ts';

interface SignOptions extends KeyInput {
  readonly padding?: number;
  readonly saltLength?: number;
  readonly dsaEncoding?: string;
}

const PSS_PADDING = 6;
const SALT_AS_DIGEST = -1;
const HASH_BYTES: Readonly<Record<string, number>> = { 'SHA-1': 20, 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };

/** The standard's name of a hash that Node names `RSA-SHA256`, `sha256` or `SHA-256`. */
const hashNamed = (name: unknown): string => {
  if (typeof name !== 'string') throw wrongType('algorithm', 'of type string', name);
  const number = /^(?:rsa-|ecdsa-with-)?sha-?(1|256|384|512)$/i.exec(name)?.[1];
  if (number !== undefined) return `SHA-${number}`;
  throw notInTool(`a signature with ${name}`, 'use SHA1, SHA256, SHA384 or SHA512');
};

const trimmed = (bytes: Uint8Array): Uint8Array => {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  return (bytes[start] as number) > 0x7f ? Uint8Array.of(0, ...bytes.subarray(start)) : bytes.subarray(start);
};

/** r and s, as two numbers of DER. */
const derOf = (raw: Uint8Array): Uint8Array => {
  const half = raw.length / 2;
  const parts = [raw.subarray(0, half), raw.subarray(half)];
  return element(TAGS.sequence, ...parts.map((part) => element(TAGS.integer, trimmed(part))));
};

const rawOf = (der: Uint8Array, half: number): Uint8Array | undefined => {
  try {
    const refuse = (what: string): Error => new RangeError(what);
    const inner = readSequence(new Uint8Array(der), refuse);
    const raw = new Uint8Array(2 * half);
    for (const end of [half, 2 * half]) {
      const number = inner.take(TAGS.integer);
      const digits = number[0] === 0 ? number.subarray(1) : number;
      if (digits.length > half) return undefined;
      raw.set(digits, end - digits.length);
    }
    inner.end();
    return raw;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const halfOf = ({ jwk }: PairKey): number => ({ 'P-256': 32, 'P-384': 48, 'P-521': 66 })[jwk.crv ?? ''] ?? 0;

/** The most bytes of salt that fit, RFC 8017, 9.1.1. */
const mostSalt = ({ details }: PairKey, hash: string): number =>
  Math.ceil(((details as { modulusLength: number }).modulusLength - 1) / 8) - (HASH_BYTES[hash] as number) - 2;

const rsaScheme = ({ padding }: SignOptions): 'RSA-PSS' | 'RSASSA-PKCS1-v1_5' => {
  if (padding === PSS_PADDING) return 'RSA-PSS';
  if (padding === undefined || padding === 1) return 'RSASSA-PKCS1-v1_5';
  throw notInTool(`the padding ${padding} of a signature`, 'use RSA_PKCS1_PADDING or RSA_PKCS1_PSS_PADDING');
};

const optionsOf = (key: unknown): SignOptions =>
  typeof key === 'object' && key !== null && 'key' in key ? (key as SignOptions) : {};

type Bytes = Uint8Array<ArrayBuffer>;

const needHash = (hash: string | undefined): string => {
  if (hash === undefined) throw notInTool('a signature of this key without a hash', 'name one, such as SHA256');
  return hash;
};

const signed = (named: string | undefined, data: Bytes, given: unknown): Uint8Array => {
  const key = readKey(given, 'private');
  const options = optionsOf(given);
  if (key.type !== 'private')
    throw coded(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', 'Invalid key object type public, expected private.');
  if (key.kind === 'ed25519') return materialOf(key, 'Ed25519', {}).sign?.({}, data) as Uint8Array;
  const hash = needHash(named);
  if (key.kind === 'ec') {
    const raw = materialOf(key, 'ECDSA', { namedCurve: key.jwk.crv }).sign?.({ hash }, data) as Uint8Array;
    return options.dsaEncoding === 'ieee-p1363' ? raw : derOf(raw);
  }
  const scheme = rsaScheme(options);
  const { saltLength = -2 } = options;
  const salt = saltLength === SALT_AS_DIGEST ? HASH_BYTES[hash] : saltLength < 0 ? mostSalt(key, hash) : saltLength;
  return materialOf(key, scheme, { hash }).sign?.({ saltLength: salt }, data) as Uint8Array;
};

/** The lengths of salt to try: a signature does not tell its own. */
const saltsOf = (key: PairKey, hash: string, { saltLength = -2 }: SignOptions): readonly number[] => {
  const digest = HASH_BYTES[hash] as number;
  if (saltLength >= 0) return [saltLength];
  if (saltLength === SALT_AS_DIGEST) return [digest];
  const most = mostSalt(key, hash);
  return [...new Set([digest, most, ...Array(Math.max(most, 0)).keys()])];
};

const verified = (named: string | undefined, data: Bytes, given: unknown, signature: Bytes): boolean => {
  const key = publicOf(readKey(given, 'public'));
  const options = optionsOf(given);
  if (key.kind === 'ed25519') return materialOf(key, 'Ed25519', {}).verify?.({}, signature, data) === true;
  const hash = needHash(named);
  if (key.kind === 'ec') {
    const raw = options.dsaEncoding === 'ieee-p1363' ? signature : rawOf(signature, halfOf(key));
    const material = materialOf(key, 'ECDSA', { namedCurve: key.jwk.crv });
    return raw !== undefined && material.verify?.({ hash }, new Uint8Array(raw), data) === true;
  }
  const scheme = rsaScheme(options);
  const material = materialOf(key, scheme, { hash });
  const salts = scheme === 'RSA-PSS' ? saltsOf(key, hash, options) : [0];
  return salts.some((saltLength) => material.verify?.({ saltLength }, signature, data) === true);
};

/** What a signature is of. */
class Signed extends Stream.Writable {
  readonly #hash: string;
  readonly #chunks: Uint8Array[] = [];

  constructor(name: unknown) {
    super();
    this.#hash = hashNamed(name);
  }

  update(data: unknown, encoding?: unknown): this {
    this.#chunks.push(toBytes(data, encoding).slice());
    return this;
  }

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.update(chunk);
    done();
  }

  static parts(one: Signed): readonly [string, Bytes] {
    return [one.#hash, new Uint8Array(Buffer.concat(one.#chunks as Buffer[]))];
  }
}

export class Sign extends Signed {
  sign(key: unknown, encoding?: unknown): Buffer | string {
    const [hash, data] = Signed.parts(this);
    return given(signed(hash, data, key), encoding);
  }
}

export class Verify extends Signed {
  verify(key: unknown, signature: unknown, encoding?: unknown): boolean {
    const [hash, data] = Signed.parts(this);
    return verified(hash, data, key, new Uint8Array(toBytes(signature, encoding, 'signature')));
  }
}

export const createSign = (name: unknown): Sign => new Sign(name);
export const createVerify = (name: unknown): Verify => new Verify(name);

const hashOrNone = (name: unknown): string | undefined =>
  name === null || name === undefined ? undefined : hashNamed(name);

export const sign = (name: unknown, data: unknown, key: unknown): Buffer =>
  given(signed(hashOrNone(name), new Uint8Array(toBytes(data, 'utf8')), key), undefined) as Buffer;

export const verify = (name: unknown, data: unknown, key: unknown, signature: unknown): boolean =>
  verified(
    hashOrNone(name),
    new Uint8Array(toBytes(data, 'utf8')),
    key,
    new Uint8Array(toBytes(signature, 'utf8', 'signature')),
  );
