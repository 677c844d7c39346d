// RSASSA-PKCS1-v1_5 and RSA-PSS with keys that are brought along (RFC 8017), over the modular arithmetic of @noble/curves. Runs
// inside the isolate. No keys are made here: to look for two primes takes longer than most calls have.

import { invert, pow } from '@noble/curves/abstract/modular.js';
import type { Algorithm, Bytes, CryptoTools, Given, Material } from './algorithm.ts';
import { areEqual } from './equal.ts';
import { needNumber } from './given.ts';
import type { Hash } from './hashes.ts';
import { encodePkcs1, encodePss, verifyPss } from './rsa-encoding.ts';
import { makeRsaFormats, type RsaKey, type RsaPrivate, rsaExports } from './rsa-keys.ts';

const numberOf = (bytes: Uint8Array): bigint => (bytes.length === 0 ? 0n : BigInt(`0x${bytes.toHex()}`));
const bytesOf = (number: bigint, length: number): Bytes =>
  Uint8Array.fromHex(number.toString(16).padStart(2 * length, '0'));

/** Hides from the clock what is computed with, and looks whether the result is one: half a wrong one would give the primes away. */
const signNumber = (message: bigint, { n, e }: RsaKey, secret: RsaPrivate, tools: CryptoTools): bigint => {
  const { p, q, dp, dq, qi } = secret;
  const random = (numberOf(tools.randomBytes(Math.ceil(n.toString(16).length / 2))) % (n - 2n)) + 2n;
  const blinded = (message * pow(random, e, n)) % n;
  const [ofP, ofQ] = [pow(blinded % p, dp, p), pow(blinded % q, dq, q)];
  const half = (qi * (ofP - ofQ)) % p;
  const signed = ((ofQ + (half < 0n ? half + p : half) * q) * invert(random, n)) % n;
  if (pow(signed, e, n) !== message) throw tools.fail('OperationError', 'The key does not fit itself.');
  return signed;
};

interface Scheme {
  readonly name: string;
  /** In the names of JSON Web Algorithms, before the hash's number. */
  readonly jwsPrefix: string;
  /** What is signed in the place of the data; `bits` are the modulus's. */
  readonly encode: (hash: Hash, data: Bytes, bits: number, given: Given) => Bytes;
  readonly isEncoded: (hash: Hash, data: Bytes, encoded: Bytes, bits: number, given: Given) => boolean;
}

const bitsOf = (number: bigint): number => number.toString(2).length;

const makeAlgorithm = (scheme: Scheme, tools: CryptoTools): Algorithm => {
  const { fail, hashOf } = tools;
  const formats = makeRsaFormats(fail);
  const material = (key: RsaKey, hash: Hash): Material => {
    const { n, e, secret } = key;
    const bits = bitsOf(n);
    const length = Math.ceil(bits / 8);
    const publicExponent = bytesOf(e, Math.ceil(bitsOf(e) / 8));
    const shown = { name: scheme.name, modulusLength: bits, publicExponent, hash: { name: hash.name } };
    const exports = rsaExports(key, scheme.jwsPrefix + hash.jwkNumber);
    if (secret) {
      const sign = (given: Given, data: Bytes): Bytes =>
        bytesOf(signNumber(numberOf(scheme.encode(hash, data, bits, given)), key, secret, tools), length);
      return { type: 'private', shown, exports, sign };
    }
    const verify = (given: Given, signature: Bytes, data: Bytes): boolean => {
      const number = numberOf(signature);
      if (signature.length !== length || number >= n) return false;
      return scheme.isEncoded(hash, data, bytesOf(pow(number, e, n), length), bits, given);
    };
    return { type: 'public', shown, exports, verify };
  };
  return {
    name: scheme.name,
    usages: { public: ['verify'], private: ['sign'] },
    importKey: (format, data, given, wanted) => {
      if (given.hash === undefined) throw new TypeError(`A key for ${scheme.name} needs a hash.`);
      const hash = hashOf(given.hash);
      const read = Object.hasOwn(formats, format) ? formats[format] : undefined;
      if (!read)
        throw fail('NotSupportedError', `Keys for ${scheme.name} come as spki, pkcs8 or jwk, not as ${format}.`);
      return material(read(data, wanted, scheme.jwsPrefix + hash.jwkNumber), hash);
    },
  };
};

/** RSASSA-PKCS1-v1_5 and RSA-PSS; their members throw what the standard says. */
export const makeRsa = (tools: CryptoTools): readonly Algorithm[] => {
  const { fail, randomBytes } = tools;
  const tooShort = (): Error => fail('OperationError', 'The modulus is too short for this hash.');
  const pkcs1: Scheme = {
    name: 'RSASSA-PKCS1-v1_5',
    jwsPrefix: 'RS',
    encode: (hash, data, bits) => encodePkcs1(hash, data, Math.ceil(bits / 8), tooShort),
    isEncoded: (hash, data, encoded) => areEqual(encoded, encodePkcs1(hash, data, encoded.length, tooShort)),
  };
  const pss: Scheme = {
    name: 'RSA-PSS',
    jwsPrefix: 'PS',
    encode: (hash, data, bits, given) =>
      encodePss(hash, hash.digest(data), randomBytes(needNumber(given, 'saltLength')), bits - 1, tooShort),
    isEncoded: (hash, data, encoded, bits, given) =>
      verifyPss(hash, hash.digest(data), encoded, bits - 1, needNumber(given, 'saltLength')),
  };
  return [makeAlgorithm(pkcs1, tools), makeAlgorithm(pss, tools)];
};
