// crypto: random bytes, hashes and keys of the Web Cryptography standard. Runs inside the isolate, as a group of web APIs. It
// contains HMAC only: the other algorithms are groups of their own, for plugins whose text names them.

import type { WebGroup } from '../scripts/parts.ts';
import type { Algorithm, CryptoTools } from './crypto/algorithm.ts';
import { hashOf } from './crypto/hashes.ts';
import { makeHmac } from './crypto/hmac.ts';
import { makeKeyType } from './crypto/key.ts';
import { makeRandomBytes } from './crypto/random.ts';
import { makeSubtle } from './crypto/subtle.ts';
import { asInterface, CONSTRUCTOR_TOKEN, type ExceptionType, needArguments } from './standard/interface.ts';
import { lend } from './standard/internals.ts';

/** Bytes that getRandomValues fills at most, as in the standard. */
const MOST_BYTES = 65_536;
/** Makes the group. Needs `DOMException`. */
export const install: WebGroup = ({ cryptoSeed }, made) => {
  const DOMException = made.DOMException as ExceptionType;
  const randomBytes = makeRandomBytes(cryptoSeed);
  const algorithms = new Map<string, Algorithm>();
  const { CryptoKey, makeKey, keyOf } = makeKeyType();
  const tools: CryptoTools = {
    fail: (name, message) => new DOMException(message, name),
    randomBytes,
    hashOf: (algorithm) => hashOf(algorithm, DOMException),
    keyOf,
    offer: (algorithm) => void algorithms.set(algorithm.name.toUpperCase(), algorithm),
  };
  tools.offer(makeHmac(tools));
  lend(made, 'crypto', tools);
  const { SubtleCrypto, subtle } = makeSubtle(tools, algorithms, makeKey);

  class Crypto {
    readonly #subtle = subtle;

    constructor() {
      if (arguments[0] !== CONSTRUCTOR_TOKEN) throw new TypeError('Illegal constructor: there is one crypto.');
    }

    get subtle(): typeof subtle {
      return this.#subtle;
    }

    /** Throws TypeError, as `randomUUID` does, if it is called on anything but a Crypto. */
    getRandomValues<Values extends ArrayBufferView>(values: Values): Values {
      void this.#subtle;
      needArguments(arguments.length, 1, 'getRandomValues');
      if (!ArrayBuffer.isView(values)) throw new TypeError('getRandomValues takes a typed array.');
      if (!isOfIntegers(values))
        throw new DOMException('getRandomValues fills arrays of integers only.', 'TypeMismatchError');
      if (values.byteLength > MOST_BYTES)
        throw new DOMException(`getRandomValues fills at most ${MOST_BYTES} bytes.`, 'QuotaExceededError');
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength).set(randomBytes(values.byteLength));
      return values;
    }

    randomUUID(): string {
      void this.#subtle;
      const bytes = randomBytes(16);
      bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
      const digits = bytes.toHex();
      return [8, 12, 16, 20, 32].map((end, index) => digits.slice([0, 8, 12, 16, 20][index], end)).join('-');
    }
  }

  const crypto = new (Crypto as unknown as new (token: symbol) => Crypto)(CONSTRUCTOR_TOKEN);
  asInterface(Crypto);
  return { globals: { crypto, Crypto, SubtleCrypto, CryptoKey }, samples: () => [crypto.subtle] };
};

const isOfIntegers = (values: ArrayBufferView): boolean =>
  [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, BigInt64Array]
    .concat(BigUint64Array as never)
    .some((type) => values instanceof type);
