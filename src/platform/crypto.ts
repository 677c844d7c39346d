// crypto: random bytes, hashes and keys, as the Web Cryptography standard has them. Runs inside the isolate, as a group of the
// platform. Only HMAC is always with it: other algorithms are groups of their own, for plugins whose text names them.

import type { PlatformGroup } from '../guest/parts.ts';
import type { Algorithm, CryptoTools } from './crypto/algorithm.ts';
import { hashOf } from './crypto/hashes.ts';
import { makeHmac } from './crypto/hmac.ts';
import { makeKeyType } from './crypto/key.ts';
import { makeRandomBytes } from './crypto/random.ts';
import { makeSubtle } from './crypto/subtle.ts';
import { asInterface, type ExceptionType, needArguments } from './standard/interface.ts';
import { lend } from './standard/internals.ts';

/** Bytes that can be asked for at a time, as in the standard. */
const MOST_BYTES = 65_536;
const KEY = Symbol('platform');

/** Makes the group; needs `DOMException`. */
export const install: PlatformGroup = ({ cryptoSeed }, made) => {
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
  let need: (value: Crypto) => void = () => {};

  class Crypto {
    static {
      need = (value) => void value.#subtle;
    }

    readonly #subtle = subtle;

    constructor() {
      if (arguments[0] !== KEY) throw new TypeError('Illegal constructor: there is one crypto.');
    }

    get subtle(): typeof subtle {
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
  asInterface(Crypto);
  return { globals: { crypto, Crypto, SubtleCrypto, CryptoKey }, samples: () => [crypto.subtle] };
};

const isOfIntegers = (values: ArrayBufferView): boolean =>
  [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, BigInt64Array]
    .concat(BigUint64Array as never)
    .some((type) => values instanceof type);
