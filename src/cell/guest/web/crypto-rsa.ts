// RSASSA-PKCS1-v1_5 and RSA-PSS (RFC 8017) for crypto.subtle, built on the modular arithmetic of @noble/curves. Runs inside the
// isolate, as a group of web APIs that makes no global. It generates no keys: the search for two primes takes longer than most calls may.

import { invert, pow } from '@noble/curves/abstract/modular.js';
import type { Algorithm, CryptoTools, Material, Params } from './crypto/algorithm.ts';
import type { Hash } from './crypto/hashes.ts';
import { groupOf, needNumber } from './crypto/params.ts';
import { encodePkcs1, encodePss, verifyPss } from './crypto/rsa-encoding.ts';
import { makeRsaFormats, numberOf, type RsaKey, type RsaPrivate, rsaExports } from './crypto/rsa-keys.ts';
import { type Bytes, timingSafeEqual } from './standard/bytes.ts';

const bytesOf = (number: bigint, length: number): Bytes =>
  Uint8Array.fromHex(number.toString(16).padStart(2 * length, '0'));

/** Blinds the message against timing attacks, and verifies the result: one wrong half of the computation would reveal the primes. */
const signNumber = (message: bigint, { n, e }: RsaKey, secret: RsaPrivate, tools: CryptoTools): bigint => {
  const { p, q, dp, dq, qi } = secret;
  const random = (numberOf(tools.randomBytes(Math.ceil(n.toString(16).length / 2))) % (n - 2n)) + 2n;
  const blinded = (message * pow(random, e, n)) % n;
  const [ofP, ofQ] = [pow(blinded % p, dp, p), pow(blinded % q, dq, q)];
  const half = (qi * (ofP - ofQ)) % p;
  const signed = ((ofQ + (half < 0n ? half + p : half) * q) * invert(random, n)) % n;
  if (pow(signed, e, n) !== message) throw tools.fail('OperationError', 'The parts of the key do not belong together.');
  return signed;
};

interface Scheme {
  readonly name: string;
  /** Its name in JSON Web Algorithms, which the hash's number follows. */
  readonly jwsPrefix: string;
  /** The encoding of the data, which is what RSA signs. `bits`: those of the modulus. */
  readonly encode: (hash: Hash, data: Bytes, bits: number, params: Params) => Bytes;
  readonly isEncoded: (hash: Hash, data: Bytes, encoded: Bytes, bits: number, params: Params) => boolean;
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
      const sign = (params: Params, data: Bytes): Bytes =>
        bytesOf(signNumber(numberOf(scheme.encode(hash, data, bits, params)), key, secret, tools), length);
      return { type: 'private', shown, exports, sign };
    }
    const verify = (params: Params, signature: Bytes, data: Bytes): boolean => {
      const number = numberOf(signature);
      if (signature.length !== length || number >= n) return false;
      return scheme.isEncoded(hash, data, bytesOf(pow(number, e, n), length), bits, params);
    };
    return { type: 'public', shown, exports, verify };
  };
  return {
    name: scheme.name,
    usages: { public: ['verify'], private: ['sign'] },
    importKey: (format, data, params, wanted) => {
      if (params.hash === undefined) throw new TypeError(`A key for ${scheme.name} needs a hash.`);
      const hash = hashOf(params.hash);
      const read = Object.hasOwn(formats, format) ? formats[format] : undefined;
      if (!read)
        throw fail(
          'NotSupportedError',
          `A key for ${scheme.name} is imported as spki, pkcs8 or jwk, not as ${format}.`,
        );
      return material(read(data, wanted, scheme.jwsPrefix + hash.jwkNumber), hash);
    },
  };
};

/** RSASSA-PKCS1-v1_5 and RSA-PSS. Their functions throw the standard's exceptions. */
const makeRsa = (tools: CryptoTools): readonly Algorithm[] => {
  const { fail, randomBytes } = tools;
  const tooShort = (): Error => fail('OperationError', 'The modulus is too short for this hash.');
  const pkcs1: Scheme = {
    name: 'RSASSA-PKCS1-v1_5',
    jwsPrefix: 'RS',
    encode: (hash, data, bits) => encodePkcs1(hash, data, Math.ceil(bits / 8), tooShort),
    isEncoded: (hash, data, encoded) => timingSafeEqual(encoded, encodePkcs1(hash, data, encoded.length, tooShort)),
  };
  const pss: Scheme = {
    name: 'RSA-PSS',
    jwsPrefix: 'PS',
    encode: (hash, data, bits, params) =>
      encodePss(hash, hash.digest(data), randomBytes(needNumber(params, 'saltLength')), bits - 1, tooShort),
    isEncoded: (hash, data, encoded, bits, params) =>
      verifyPss(hash, hash.digest(data), encoded, bits - 1, needNumber(params, 'saltLength')),
  };
  return [makeAlgorithm(pkcs1, tools), makeAlgorithm(pss, tools)];
};

export const install = groupOf(makeRsa);
