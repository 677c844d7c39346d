// HMAC: the keys that hashes sign with. Runs inside the isolate.

import type { Algorithm, Bytes, CryptoTools, Given, Material } from './algorithm.ts';
import { bytesOf } from './bytes.ts';
import { areEqual } from './equal.ts';
import { numberOf } from './given.ts';
import type { Hash } from './hashes.ts';
import { base64url, readJwk } from './jwk.ts';

const material = (hash: Hash, bytes: Bytes, bits: number): Material => ({
  type: 'secret',
  shown: { name: 'HMAC', hash: { name: hash.name }, length: bits } as Material['shown'],
  sign: (_given, data) => hash.hmac(bytes, data),
  verify: (_given, signature, data) => areEqual(hash.hmac(bytes, data), signature),
  exports: { raw: () => bytes, jwk: () => ({ kty: 'oct', k: base64url(bytes), alg: `HS${hash.jwkNumber}` }) },
});

/** The algorithm; its members throw what the standard says. */
export const makeHmac = ({ fail, hashOf, randomBytes }: CryptoTools): Algorithm => {
  const hashFor = (given: Given): Hash => {
    if (given.hash === undefined) throw new TypeError('A key for HMAC needs a hash.');
    return hashOf(given.hash);
  };
  return {
    name: 'HMAC',
    usages: { secret: ['sign', 'verify'] },
    check: (given) => void hashFor(given),
    keyBits: (given) => {
      const bits = numberOf(given, 'length') ?? hashFor(given).blockBits;
      if (bits === 0) throw fail('OperationError', 'A key cannot be empty.');
      return bits;
    },
    generate: (given) => {
      const hash = hashFor(given);
      const bits = numberOf(given, 'length') ?? hash.blockBits;
      if (bits === 0) throw fail('OperationError', 'A key cannot be empty.');
      return material(hash, randomBytes(Math.ceil(bits / 8)), bits);
    },
    importKey: (format, data, given, wanted) => {
      const hash = hashFor(given);
      if (format !== 'raw' && format !== 'jwk')
        throw fail('NotSupportedError', `Keys for HMAC come as raw or jwk, not as ${format}.`);
      const algs = [`HS${hash.jwkNumber}`];
      const bytes =
        format === 'raw' ? bytesOf(data) : readJwk(data, { kty: 'oct', use: 'sig', algs }, wanted, fail).bytes('k');
      const bits = numberOf(given, 'length') ?? 8 * bytes.length;
      if (bytes.length === 0) throw fail('DataError', 'A key cannot be empty.');
      if (bits > 8 * bytes.length || bits <= 8 * (bytes.length - 1))
        throw fail('DataError', 'The length does not fit the key.');
      return material(hash, bytes, bits);
    },
  };
};
