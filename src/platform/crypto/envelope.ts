// SubjectPublicKeyInfo and PKCS #8: what public and private keys of all kinds come and go in. Runs inside the isolate.

import type { Bytes } from './algorithm.ts';
import { bitString, element, FIRST_OPTIONAL, type Refuse, readDer, TAGS, version, wholeBits } from './der.ts';

/** What kind of key an envelope holds: the content of its algorithm identifier, in hexadecimal digits. */
export interface Kind {
  readonly identifier: string;
  readonly called: string;
}

/** A tag that no member we read has; a structure may end with it. */
const ATTRIBUTES = FIRST_OPTIONAL;
const PUBLIC_KEY = 0x81;

const needKind = (identifier: Bytes, { identifier: expected, called }: Kind, refuse: Refuse): void => {
  if (identifier.toHex() !== expected) throw refuse(`it holds no key for ${called}`);
};

/** The public key in a SubjectPublicKeyInfo. */
export const readSpki = (bytes: Bytes, kind: Kind, refuse: Refuse): Bytes => {
  const outer = readDer(bytes, refuse);
  const inner = readDer(outer.take(TAGS.sequence), refuse);
  outer.end();
  needKind(inner.take(TAGS.sequence), kind, refuse);
  const key = wholeBits(inner.take(TAGS.bits), refuse);
  inner.end();
  return key;
};

export const writeSpki = (key: Uint8Array, { identifier }: Kind): Bytes =>
  element(TAGS.sequence, element(TAGS.sequence, Uint8Array.fromHex(identifier)), bitString(key));

/** The private key in a PKCS #8 structure. */
export const readPkcs8 = (bytes: Bytes, kind: Kind, refuse: Refuse): Bytes => {
  const outer = readDer(bytes, refuse);
  const inner = readDer(outer.take(TAGS.sequence), refuse);
  outer.end();
  const number = inner.take(TAGS.integer).toHex();
  if (number !== '00' && number !== '01') throw refuse('its version is not known');
  needKind(inner.take(TAGS.sequence), kind, refuse);
  const key = inner.take(TAGS.octets);
  inner.takeOptional(ATTRIBUTES);
  inner.takeOptional(PUBLIC_KEY);
  inner.end();
  return key;
};

export const writePkcs8 = (key: Uint8Array, { identifier }: Kind): Bytes =>
  element(TAGS.sequence, version(0), element(TAGS.sequence, Uint8Array.fromHex(identifier)), element(TAGS.octets, key));
