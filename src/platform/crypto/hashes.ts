// The hash functions of the Web Cryptography standard, and what it writes of them. Runs inside the isolate.

import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import type { CHash } from '@noble/hashes/utils.js';
import { dictionaryOf, type ExceptionType } from '../standard/interface.ts';

export interface Hash {
  readonly name: string;
  /** Bits of a block: the length of a key that is generated without one. */
  readonly blockBits: number;
  /** Its number in the names of JSON Web Algorithms: HS256, RS256, PS256. */
  readonly jwkNumber: string;
  readonly digest: CHash;
  readonly hmac: (key: Uint8Array, data: Uint8Array) => Uint8Array;
}

const hash = (name: string, blockBits: number, jwkNumber: string, digest: CHash): Hash => ({
  name,
  blockBits,
  jwkNumber,
  digest,
  hmac: (key, data) => hmac(digest, key, data),
});

const HASHES: readonly Hash[] = [
  hash('SHA-1', 512, '1', sha1),
  hash('SHA-256', 512, '256', sha256),
  hash('SHA-384', 1024, '384', sha384),
  hash('SHA-512', 1024, '512', sha512),
];

/** Name, in capitals, and the object that gave it: algorithms are named by a text or by an object with a name. */
export const namedAlgorithm = (
  algorithm: unknown,
): readonly [name: string, given: Readonly<Record<string, unknown>>] => {
  if (typeof algorithm !== 'object' || algorithm === null) return [`${algorithm as string}`.toUpperCase(), {}];
  const given = dictionaryOf(algorithm, 'The algorithm');
  if (given.name === undefined) throw new TypeError('The algorithm has no name.');
  return [`${given.name as string}`.toUpperCase(), given];
};

/** Throws NotSupportedError for a hash that is not offered. */
export const hashOf = (algorithm: unknown, DOMException: ExceptionType): Hash => {
  const [name] = namedAlgorithm(algorithm);
  const found = HASHES.find((each) => each.name === name);
  if (!found)
    throw new DOMException(`There is no hash ${name}: SHA-1, SHA-256, SHA-384 and SHA-512.`, 'NotSupportedError');
  return found;
};
