// Reads JSON Web Keys, and checks what they declare before a key is made of them. Runs inside the isolate.

import type { Bytes } from '../standard/bytes.ts';
import { dictionaryOf } from '../standard/interface.ts';
import type { CryptoTools, Wanted } from './algorithm.ts';

export interface Expected {
  readonly kty: string;
  /** `sig` or `enc`: the value of `use`, if the key has one. */
  readonly use: string;
  /** The values that its `alg` may have, if it has one. If absent, any. */
  readonly algs?: readonly string[];
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer);

/** Throws TypeError if `value` is not an object, and DataError if it declares something else than `expected`. */
export const readJwk = (value: unknown, expected: Expected, wanted: Wanted, fail: CryptoTools['fail']) => {
  if (!isObject(value)) throw new TypeError('A JSON Web Key is an object.');
  const jwk = dictionaryOf(value, 'A JSON Web Key');
  const refuse = (what: string): Error => fail('DataError', `The JSON Web Key does not fit: ${what}.`);
  /** A string member, or undefined if it is missing. Throws DataError if it is not a string. */
  const text = (member: string): string | undefined => {
    const found = jwk[member];
    if (found !== undefined && typeof found !== 'string') throw refuse(`its ${member} is not a string`);
    return found;
  };
  const { algs } = expected;
  const [alg, use, operations] = [text('alg'), text('use'), jwk.key_ops];
  if (text('kty') !== expected.kty) throw refuse(`its kty is not ${expected.kty}`);
  if (alg !== undefined && algs && !algs.includes(alg)) throw refuse(`its alg is not ${algs.join(' or ')}`);
  if (use !== undefined && wanted.usages.length > 0 && use !== expected.use)
    throw refuse(`its use is not ${expected.use}`);
  if (operations !== undefined) {
    const allowed = [...(operations as Iterable<unknown>)];
    if (!wanted.usages.every((usage) => allowed.includes(usage)))
      throw refuse('its key_ops lack a usage that is asked for');
  }
  if (jwk.ext === false && wanted.extractable) throw refuse('it may not be extracted');
  /** The bytes of a member. Throws DataError if it is missing or not base64url. */
  const bytes = (member: string): Bytes => {
    const found = text(member);
    if (found === undefined) throw refuse(`it has no ${member}`);
    try {
      return Uint8Array.fromBase64(found, { alphabet: 'base64url' });
    } catch {
      throw refuse(`its ${member} is not base64url`);
    }
  };
  return { text, bytes, refuse };
};

export const base64url = (bytes: Uint8Array): string => bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
