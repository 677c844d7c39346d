// PBKDF2 and HKDF, over @noble/hashes. Runs inside the isolate.

import { hkdf } from '@noble/hashes/hkdf.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import type { Algorithm, Bytes, CryptoTools, Given } from './algorithm.ts';
import { bytesOf } from './bytes.ts';
import { needBytes, needNumber } from './given.ts';

type Derive = (secret: Bytes, given: Given, bytes: number) => Uint8Array;

const makeDerivation = (name: string, { fail }: CryptoTools, derive: Derive): Algorithm => ({
  name,
  usages: { secret: ['deriveKey', 'deriveBits'] },
  mayLeave: false,
  keyBits: () => null,
  importKey: (format, data) => {
    if (format !== 'raw') throw fail('NotSupportedError', `Keys for ${name} come as raw, not as ${format}.`);
    const secret = bytesOf(data);
    return {
      type: 'secret',
      shown: { name },
      exports: {},
      derive: (given, bits) => {
        if (bits === null || bits % 8 !== 0)
          throw fail('OperationError', `${name} needs a length in bits, a multiple of 8.`);
        return bits === 0 ? new Uint8Array() : derive(secret, given, bits / 8);
      },
    };
  },
});

/** The algorithms; their members throw what the standard says. */
export const makeDerivations = (tools: CryptoTools): readonly Algorithm[] => {
  const { fail, hashOf } = tools;
  return [
    makeDerivation('PBKDF2', tools, (secret, given, bytes) => {
      const [salt, rounds, hash] = [needBytes(given, 'salt'), needNumber(given, 'iterations'), hashOf(given.hash)];
      if (rounds === 0) throw fail('OperationError', 'PBKDF2 needs at least one iteration.');
      return pbkdf2(hash.digest, secret, salt, { c: rounds, dkLen: bytes });
    }),
    makeDerivation('HKDF', tools, (secret, given, bytes) => {
      const [salt, info, hash] = [needBytes(given, 'salt'), needBytes(given, 'info'), hashOf(given.hash)];
      if (bytes > 255 * hash.digest.outputLen)
        throw fail('OperationError', `HKDF gives at most 255 times the length of ${hash.name}.`);
      return hkdf(hash.digest, secret, salt, info, bytes);
    }),
  ];
};
