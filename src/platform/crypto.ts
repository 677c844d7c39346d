// crypto: random bytes, hashes and HMAC, as the Web Cryptography standard has them. Runs inside the isolate, as a group of the
// platform: the hashes are a library's, in JavaScript, so that the call pays for them and the host answers nothing.

import type { PlatformGroup } from '../guest/parts.ts';
import { bytesOf } from './crypto/bytes.ts';
import { hashOf } from './crypto/hashes.ts';
import { makeKeys } from './crypto/key.ts';
import { makeRandomBytes } from './crypto/random.ts';
import { asInterface, type ExceptionType, needArguments } from './standard/interface.ts';

/** Bytes that can be asked for at a time, as in the standard. */
const MOST_BYTES = 65_536;
const KEY = Symbol('platform');

/** True for the same bytes; takes as long wherever they differ. */
const areEqual = (one: Uint8Array, other: Uint8Array): boolean => {
  let difference = one.length ^ other.length;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
};

/** Makes the group; needs `DOMException`. */
export const install: PlatformGroup = ({ cryptoSeed }, made) => {
  const DOMException = made.DOMException as ExceptionType;
  const randomBytes = makeRandomBytes(cryptoSeed);
  const { CryptoKey, importKey, generateKey, exportKey, keyFor } = makeKeys(DOMException, randomBytes);
  let need: (value: Crypto) => void = () => {};

  class SubtleCrypto {
    constructor() {
      if (arguments[0] !== KEY) throw new TypeError('Illegal constructor: use crypto.subtle.');
    }

    async digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
      needArguments(arguments.length, 2, 'digest');
      return hashOf(algorithm, DOMException).digest(bytesOf(data)).slice().buffer as ArrayBuffer;
    }

    async sign(algorithm: unknown, key: unknown, data: unknown): Promise<ArrayBuffer> {
      needArguments(arguments.length, 3, 'sign');
      const { hash, bytes } = keyFor(algorithm, key, 'sign');
      return hash.hmac(bytes, bytesOf(data)).slice().buffer as ArrayBuffer;
    }

    async verify(algorithm: unknown, key: unknown, signature: unknown, data: unknown): Promise<boolean> {
      needArguments(arguments.length, 4, 'verify');
      const { hash, bytes } = keyFor(algorithm, key, 'verify');
      return areEqual(hash.hmac(bytes, bytesOf(data)), bytesOf(signature));
    }

    async importKey(format: string, data: unknown, algorithm: unknown, extractable: unknown, usages: unknown) {
      needArguments(arguments.length, 5, 'importKey');
      return importKey(`${format}`, data, algorithm, extractable, usages);
    }

    async exportKey(format: string, key: unknown): Promise<unknown> {
      needArguments(arguments.length, 2, 'exportKey');
      return exportKey(`${format}`, key);
    }

    async generateKey(algorithm: unknown, extractable: unknown, usages: unknown) {
      needArguments(arguments.length, 3, 'generateKey');
      return generateKey(algorithm, extractable, usages);
    }
  }

  class Crypto {
    static {
      need = (value) => void value.#subtle;
    }

    readonly #subtle = new (SubtleCrypto as unknown as new (key: symbol) => SubtleCrypto)(KEY);

    constructor() {
      if (arguments[0] !== KEY) throw new TypeError('Illegal constructor: there is one crypto.');
    }

    get subtle(): SubtleCrypto {
      return this.#subtle;
    }

    getRandomValues<Values extends ArrayBufferView>(values: Values): Values {
      need(this);
      needArguments(arguments.length, 1, 'getRandomValues');
      if (!ArrayBuffer.isView(values)) throw new TypeError('getRandomValues takes a typed array.');
      if (!isOfIntegers(values))
        throw new DOMException('getRandomValues fills arrays of whole numbers only.', 'TypeMismatchError');
      if (values.byteLength > MOST_BYTES)
        throw new DOMException(`At most ${MOST_BYTES} bytes can be had at a time.`, 'QuotaExceededError');
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength).set(randomBytes(values.byteLength));
      return values;
    }

    randomUUID(): string {
      need(this);
      const bytes = randomBytes(16);
      bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
      const digits = bytes.toHex();
      return [8, 12, 16, 20, 32].map((end, index) => digits.slice([0, 8, 12, 16, 20][index], end)).join('-');
    }
  }

  const crypto = new (Crypto as unknown as new (key: symbol) => Crypto)(KEY);
  for (const type of [Crypto, SubtleCrypto]) asInterface(type);
  return { globals: { crypto, Crypto, SubtleCrypto, CryptoKey }, samples: () => [crypto.subtle] };
};

const isOfIntegers = (values: ArrayBufferView): boolean =>
  [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, BigInt64Array]
    .concat(BigUint64Array as never)
    .some((type) => values instanceof type);
