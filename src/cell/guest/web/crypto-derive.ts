// PBKDF2 and HKDF for crypto.subtle, built on @noble/hashes. Runs inside the isolate, as a group of web APIs that makes no global.

import { hkdf } from '@noble/hashes/hkdf.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import type { Algorithm, CryptoTools, Params } from './crypto/algorithm.ts';
import { groupOf, needBytes, needNumber } from './crypto/params.ts';
import { type Bytes, bytesOf } from './standard/bytes.ts';

type Derive = (secret: Bytes, params: Params, bytes: number) => Uint8Array;

const makeDerivation = (name: string, { fail }: CryptoTools, derive: Derive): Algorithm => ({
  name,
  usages: { secret: ['deriveKey', 'deriveBits'] },
  mayExport: false,
  keyBits: () => null,
  importKey: (format, data) => {
    if (format !== 'raw') throw fail('NotSupportedError', `A key for ${name} is imported as raw, not as ${format}.`);
    const secret = bytesOf(data);
    return {
      type: 'secret',
      shown: { name },
      exports: {},
      derive: (params, bits) => {
        if (bits === null || bits % 8 !== 0)
          throw fail('OperationError', `${name} needs a length in bits, a multiple of 8.`);
        return bits === 0 ? new Uint8Array() : derive(secret, params, bits / 8);
      },
    };
  },
});

const makeDerivations = (tools: CryptoTools): readonly Algorithm[] => {
  const { fail, hashOf } = tools;
  return [
    makeDerivation('PBKDF2', tools, (secret, params, bytes) => {
      const [salt, rounds, hash] = [needBytes(params, 'salt'), needNumber(params, 'iterations'), hashOf(params.hash)];
      if (rounds === 0) throw fail('OperationError', 'PBKDF2 needs at least one iteration.');
      return pbkdf2(hash.digest, secret, salt, { c: rounds, dkLen: bytes });
    }),
    makeDerivation('HKDF', tools, (secret, params, bytes) => {
      const [salt, info, hash] = [needBytes(params, 'salt'), needBytes(params, 'info'), hashOf(params.hash)];
      if (bytes > 255 * hash.digest.outputLen)
        throw fail('OperationError', `HKDF gives at most 255 times the length of ${hash.name}.`);
      return hkdf(hash.digest, secret, salt, info, bytes);
    }),
  ];
};

export const install = groupOf(makeDerivations);
