// The hash functions of the Web Cryptography standard, and what it writes of them. Runs inside the isolate.

import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { dictionaryOf, type ExceptionType } from '../standard/interface.ts';

export interface Hash {
  readonly name: string;
  /** Bits of a block: the length of a key that is generated without one. */
  readonly blockBits: number;
  /** The name of HMAC with it in a JSON Web Key. */
  readonly jwkName: string;
  readonly digest: (data: Uint8Array) => Uint8Array;
  readonly hmac: (key: Uint8Array, data: Uint8Array) => Uint8Array;
}

const HASHES: readonly Hash[] = [
  { name: 'SHA-1', blockBits: 512, jwkName: 'HS1', digest: sha1, hmac: (key, data) => hmac(sha1, key, data) },
  { name: 'SHA-256', blockBits: 512, jwkName: 'HS256', digest: sha256, hmac: (key, data) => hmac(sha256, key, data) },
  { name: 'SHA-384', blockBits: 1024, jwkName: 'HS384', digest: sha384, hmac: (key, data) => hmac(sha384, key, data) },
  { name: 'SHA-512', blockBits: 1024, jwkName: 'HS512', digest: sha512, hmac: (key, data) => hmac(sha512, key, data) },
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
  const hash = HASHES.find((each) => each.name === name);
  if (!hash)
    throw new DOMException(`There is no hash ${name}: SHA-1, SHA-256, SHA-384 and SHA-512.`, 'NotSupportedError');
  return hash;
};
