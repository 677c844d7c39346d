// HMAC, built on @noble/hashes. Runs inside the isolate.

import { hmac } from '@noble/hashes/hmac.js';
import { type Bytes, bytesOf, timingSafeEqual } from '../standard/bytes.ts';
import type { Algorithm, CryptoTools, Material, Params } from './algorithm.ts';
import type { Hash } from './hashes.ts';
import { base64url, readJwk } from './jwk.ts';
import { numberOf } from './params.ts';

const material = (hash: Hash, bytes: Bytes, bits: number): Material => ({
  type: 'secret',
  shown: { name: 'HMAC', hash: { name: hash.name }, length: bits } as Material['shown'],
  sign: (_params, data) => hmac(hash.digest, bytes, data),
  verify: (_params, signature, data) => timingSafeEqual(hmac(hash.digest, bytes, data), signature),
  exports: { raw: () => bytes, jwk: () => ({ kty: 'oct', k: base64url(bytes), alg: `HS${hash.jwkNumber}` }) },
});

export const makeHmac = ({ fail, hashOf, randomBytes }: CryptoTools): Algorithm => {
  const hashFor = (params: Params): Hash => {
    if (params.hash === undefined) throw new TypeError('A key for HMAC needs a hash.');
    return hashOf(params.hash);
  };
  const keyBits = (params: Params): number => {
    const bits = numberOf(params, 'length') ?? hashFor(params).blockBits;
    if (bits === 0) throw fail('OperationError', 'A key cannot be empty.');
    return bits;
  };
  return {
    name: 'HMAC',
    usages: { secret: ['sign', 'verify'] },
    check: (params) => void hashFor(params),
    keyBits,
    generate: (params) => {
      const bits = keyBits(params);
      return material(hashFor(params), randomBytes(Math.ceil(bits / 8)), bits);
    },
    importKey: (format, data, params, wanted) => {
      const hash = hashFor(params);
      if (format !== 'raw' && format !== 'jwk')
        throw fail('NotSupportedError', `A key for HMAC is imported as raw or jwk, not as ${format}.`);
      const algs = [`HS${hash.jwkNumber}`];
      const bytes =
        format === 'raw' ? bytesOf(data) : readJwk(data, { kty: 'oct', use: 'sig', algs }, wanted, fail).bytes('k');
      const bits = numberOf(params, 'length') ?? 8 * bytes.length;
      if (bytes.length === 0) throw fail('DataError', 'A key cannot be empty.');
      if (bits > 8 * bytes.length || bits <= 8 * (bytes.length - 1))
        throw fail('DataError', 'The length does not fit the key.');
      return material(hash, bytes, bits);
    },
  };
};
