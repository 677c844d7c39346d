// JSON Web Keys: what has to fit before a member of one is believed. Runs inside the isolate.

import { dictionaryOf } from '../standard/interface.ts';
import type { Bytes, CryptoTools, Wanted } from './algorithm.ts';

/** What a JSON Web Key must say of itself. */
export interface Expected {
  readonly kty: string;
  /** `sig` or `enc`, where it says what it is for. */
  readonly use: string;
  /** What its alg may be, where it has one; any where absent. */
  readonly algs?: readonly string[];
}

export interface Jwk {
  /** A member that is a text, or undefined. Throws DataError where it is something else. */
  readonly text: (member: string) => string | undefined;
  /** The bytes of a member. Throws DataError where it is missing or no base64url. */
  readonly bytes: (member: string) => Bytes;
  readonly refuse: (what: string) => Error;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer);

/** Throws TypeError where it is no object, and DataError where it does not fit. */
export const readJwk = (value: unknown, expected: Expected, wanted: Wanted, fail: CryptoTools['fail']): Jwk => {
  if (!isObject(value)) throw new TypeError('A JSON Web Key is an object.');
  const jwk = dictionaryOf(value, 'A JSON Web Key');
  const refuse = (what: string): Error => fail('DataError', `The JSON Web Key does not fit: ${what}.`);
  const text = (member: string): string | undefined => {
    const found = jwk[member];
    if (found !== undefined && typeof found !== 'string') throw refuse(`its ${member} is no text`);
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

/** Bytes as a JSON Web Key has them. */
export const base64url = (bytes: Uint8Array): string => bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
