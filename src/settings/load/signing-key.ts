// Looks whether the text of a secret is a key for the algorithms that the host is to sign with. No fault has a part of the text in it. Front process
// and command line. Decision 0069.

import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Fault } from '../problem.ts';

type KeyKind = 'text' | 'RSA' | 'P-256';

/** The kind of key that an algorithm takes: the text of the secret itself, or a private key in PEM. */
export const keyKindOf = (algorithm: string): KeyKind => {
  if (algorithm.startsWith('HS')) return 'text';
  return algorithm === 'RS256' ? 'RSA' : 'P-256';
};

/** Shorter keys can be broken. A longer one takes tens of milliseconds of CPU for each signature. */
const RSA_BITS = { min: 2_048, max: 4_096 };
const KEY_LENGTH = 8_192;
const PEM_FIX = 'give it an unencrypted private key in PEM, from -----BEGIN to END-----, with its line breaks';

/** Why a text is no key for `algorithm`, which is not one of HMAC. */
const pemFault = (text: string, algorithm: string): Fault | undefined => {
  if (text.length > KEY_LENGTH) return { wrong: `the value is longer than ${KEY_LENGTH} characters`, fix: PEM_FIX };
  if (!text.includes('-----BEGIN'))
    return { wrong: `the value is no key in PEM, which ${algorithm} needs`, fix: PEM_FIX };
  if (/-----BEGIN (?:RSA |EC )?PUBLIC KEY|-----BEGIN CERTIFICATE/.test(text))
    return { wrong: 'the value holds no private key', fix: PEM_FIX };
  if (text.includes('ENCRYPTED')) return { wrong: 'the private key is encrypted', fix: PEM_FIX };
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch {
    return { wrong: 'the private key cannot be read', fix: PEM_FIX };
  }
  return kindFault(key, algorithm);
};

const kindFault = (
  { asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject,
  algorithm: string,
): Fault | undefined => {
  const misfit = (needed: string): Fault => ({
    wrong: `the private key is one of ${type ?? 'another kind'}, and ${algorithm} needs ${needed}`,
    fix: 'give it a key that fits, or correct "algorithms"',
  });
  if (keyKindOf(algorithm) === 'P-256')
    return type === 'ec' && details?.namedCurve === 'prime256v1' ? undefined : misfit('an EC key on the curve P-256');
  if (type !== 'rsa') return misfit('an RSA key');
  const bits = details?.modulusLength ?? 0;
  if (bits >= RSA_BITS.min && bits <= RSA_BITS.max) return undefined;
  const fix = `use a key of ${RSA_BITS.min} to ${RSA_BITS.max} bits`;
  return { wrong: `the RSA key has ${bits} bits`, fix };
};

/** Why a text cannot be the key for these algorithms, which take one kind of key. `textFault` looks at a text that is a key as it is. */
export const signingKeyFault = (
  text: string,
  algorithms: readonly string[],
  textFault: (text: string) => Fault | undefined,
): Fault | undefined => {
  const [algorithm = ''] = algorithms;
  if (keyKindOf(algorithm) !== 'text') return pemFault(text, algorithm);
  // One who knows the public key could make such signatures.
  if (text.includes('-----BEGIN'))
    return {
      wrong: `the value is a key in PEM, and ${algorithm} takes a text that nobody else knows`,
      fix: 'give it that text, or correct "algorithms"',
    };
  return textFault(text);
};
