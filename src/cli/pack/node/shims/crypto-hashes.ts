// The hashes of `crypto`: @noble/hashes. Runs inside the isolate, as part of the packed entry.

import { hmac } from '@noble/hashes/hmac.js';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js';
import { Buffer } from './buffer.ts';
import { toBytes } from './bytes.ts';
import { secretBytes } from './crypto-key-object.ts';
import { coded, wrongType } from './errors.ts';
import Stream from './stream.ts';

const HASHES = {
  md5,
  ripemd160,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
  'sha512-224': sha512_224,
  'sha512-256': sha512_256,
  'sha3-224': sha3_224,
  'sha3-256': sha3_256,
  'sha3-384': sha3_384,
  'sha3-512': sha3_512,
};

type Hash = (typeof HASHES)[keyof typeof HASHES];

/** What @noble/hashes computes with. */
interface State {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
  clone(): State;
}

export const hashNames = (): string[] => Object.keys(HASHES);

/** A hash by Node's name: `sha256`, `SHA-256`, `RSA-SHA256`. */
export const hashNamed = (name: unknown): Hash => {
  if (typeof name !== 'string') throw wrongType('algorithm', 'of type string', name);
  const lower = name.toLowerCase().replace(/^rsa-/, '');
  const key = (Object.hasOwn(HASHES, lower) ? lower : lower.replace(/^(sha|md|ripemd)-?/, '$1')) as keyof typeof HASHES;
  if (Object.hasOwn(HASHES, key)) return HASHES[key];
  throw coded(Error, 'ERR_OSSL_EVP_UNSUPPORTED', `Digest method not supported: ${name} is not in a tool`);
};

/** Bytes as a buffer, or as text in an encoding. */
export const given = (bytes: Uint8Array, encoding: unknown): Buffer | string => {
  const made = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  return encoding === undefined || encoding === null || encoding === 'buffer'
    ? made
    : made.toString(encoding as BufferEncoding);
};

class Digest extends Stream.Transform {
  #state: State;
  #isFinal = false;

  constructor(state: State) {
    super();
    this.#state = state;
  }

  update(data: unknown, encoding?: unknown): this {
    if (this.#isFinal) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
    this.#state.update(toBytes(data, encoding));
    return this;
  }

  digest(encoding?: unknown): Buffer | string {
    if (this.#isFinal) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
    this.#isFinal = true;
    return given(this.#state.digest(), encoding);
  }

  copy(): Digest {
    if (this.#isFinal) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
    return new Digest(this.#state.clone());
  }

  override _transform(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.#state.update(chunk);
    done();
  }

  override _flush(done: () => void): void {
    this.push(this.digest());
    done();
  }
}

export const createHash = (name: unknown): Digest => new Digest(hashNamed(name).create() as unknown as State);

export const createHmac = (name: unknown, key: unknown): Digest =>
  new Digest(hmac.create(hashNamed(name), secretBytes(key) ?? toBytes(key, 'utf8', 'key')) as unknown as State);

export const hash = (name: unknown, data: unknown, encoding: unknown = 'hex'): Buffer | string =>
  given(hashNamed(name)(toBytes(data, 'utf8', 'input')), encoding);
