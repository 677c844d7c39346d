// The hash functions of the Web Cryptography standard, and their numbers in it. Runs inside the isolate.

import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import type { CHash } from '@noble/hashes/utils.js';
import { dictionaryOf, type ExceptionType } from '../standard/interface.ts';

export interface Hash {
  readonly name: string;
  /** Bits of a block. An HMAC key that is generated without a length has as many. */
  readonly blockBits: number;
  /** Its number in the names of JSON Web Algorithms: HS256, RS256, PS256. */
  readonly jwkNumber: string;
  readonly digest: CHash;
}

const hash = (name: string, blockBits: number, jwkNumber: string, digest: CHash): Hash => ({
  name,
  blockBits,
  jwkNumber,
  digest,
});

const HASHES: readonly Hash[] = [
  hash('SHA-1', 512, '1', sha1),
  hash('SHA-256', 512, '256', sha256),
  hash('SHA-384', 1024, '384', sha384),
  hash('SHA-512', 1024, '512', sha512),
];

/** An algorithm's name in capitals, and its parameters. A plugin passes a string, or an object with a name. */
export const namedAlgorithm = (
  algorithm: unknown,
): readonly [name: string, params: Readonly<Record<string, unknown>>] => {
  if (typeof algorithm !== 'object' || algorithm === null) return [`${algorithm as string}`.toUpperCase(), {}];
  const params = dictionaryOf(algorithm, 'The algorithm');
  if (params.name === undefined) throw new TypeError('The algorithm has no name.');
  return [`${params.name as string}`.toUpperCase(), params];
};

/** Throws NotSupportedError for a hash that is not offered. */
export const hashOf = (algorithm: unknown, DOMException: ExceptionType): Hash => {
  const [name] = namedAlgorithm(algorithm);
  const found = HASHES.find((each) => each.name === name);
  if (!found)
    throw new DOMException(
      `There is no hash ${name}. There are SHA-1, SHA-256, SHA-384 and SHA-512.`,
      'NotSupportedError',
    );
  return found;
};
