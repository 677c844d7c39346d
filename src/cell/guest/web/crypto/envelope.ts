// SubjectPublicKeyInfo and PKCS #8: the formats in which public and private keys are imported and exported. Runs inside the isolate.

import type { Bytes } from '../standard/bytes.ts';
import { bitString, element, FIRST_OPTIONAL, type Refuse, readSequence, TAGS, version, wholeBits } from './der.ts';

export interface KeyKind {
  /** The content of the envelope's AlgorithmIdentifier, in hexadecimal digits. */
  readonly identifier: string;
  readonly name: string;
}

/** Optional members at the end of a PKCS #8 structure. They are skipped. */
const ATTRIBUTES = FIRST_OPTIONAL;
const PUBLIC_KEY = 0x81;

const needKind = (identifier: Bytes, { identifier: expected, name }: KeyKind, refuse: Refuse): void => {
  if (identifier.toHex() !== expected) throw refuse(`it does not hold a key for ${name}`);
};

/** The public key in a SubjectPublicKeyInfo. Throws if the key is not of `kind`. */
export const readSpki = (bytes: Bytes, kind: KeyKind, refuse: Refuse): Bytes => {
  const inner = readSequence(bytes, refuse);
  needKind(inner.take(TAGS.sequence), kind, refuse);
  const key = wholeBits(inner.take(TAGS.bits), refuse);
  inner.end();
  return key;
};

export const writeSpki = (key: Uint8Array, { identifier }: KeyKind): Bytes =>
  element(TAGS.sequence, element(TAGS.sequence, Uint8Array.fromHex(identifier)), bitString(key));

/** The private key in a PKCS #8 structure. Throws if the key is not of `kind`. */
export const readPkcs8 = (bytes: Bytes, kind: KeyKind, refuse: Refuse): Bytes => {
  const inner = readSequence(bytes, refuse);
  const number = inner.take(TAGS.integer).toHex();
  if (number !== '00' && number !== '01') throw refuse('its version is not known');
  needKind(inner.take(TAGS.sequence), kind, refuse);
  const key = inner.take(TAGS.octets);
  inner.takeOptional(ATTRIBUTES);
  inner.takeOptional(PUBLIC_KEY);
  inner.end();
  return key;
};

export const writePkcs8 = (key: Uint8Array, { identifier }: KeyKind): Bytes =>
  element(TAGS.sequence, version(0), element(TAGS.sequence, Uint8Array.fromHex(identifier)), element(TAGS.octets, key));
