// The forms in which keys are written: PEM, and the envelopes of DER. Runs inside the isolate, as part of the packed entry.

import { element, FIRST_OPTIONAL, readSequence, TAGS } from '../../../../cell/guest/web/crypto/der.ts';
import { readPkcs8, readSpki, writePkcs8, writeSpki } from '../../../../cell/guest/web/crypto/envelope.ts';
import { RSA } from '../../../../cell/guest/web/crypto/rsa-keys.ts';
import { Buffer } from './buffer.ts';
import { coded, notInTool } from './errors.ts';

/** DER of the two forms that the readers of keys know. */
export interface Envelope {
  readonly format: 'pkcs8' | 'spki';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type Bytes = Uint8Array<ArrayBuffer>;

export const unreadable = (): Error =>
  coded(Error, 'ERR_OSSL_UNSUPPORTED', 'error:1E08010C:DECODER routines::unsupported');

/** An elliptic curve's key in PKCS #8: its curve stands outside. */
const ofSec1 = (bytes: Bytes): Bytes => {
  const inner = readSequence(bytes, unreadable);
  inner.take(TAGS.integer);
  inner.take(TAGS.octets);
  const curve = inner.takeOptional(FIRST_OPTIONAL);
  if (!curve) throw unreadable();
  return writePkcs8(bytes, { name: 'EC', identifier: `06072a8648ce3d0201${curve.toHex()}` });
};

/** The public key in a certificate, RFC 5280, 4.1. */
const ofCertificate = (bytes: Bytes): Bytes => {
  const certificate = readSequence(bytes, unreadable);
  const signed = readSequence(element(TAGS.sequence, certificate.take(TAGS.sequence)), unreadable);
  signed.takeOptional(FIRST_OPTIONAL);
  signed.take(TAGS.integer);
  for (let skipped = 0; skipped < 4; skipped += 1) signed.take(TAGS.sequence);
  return element(TAGS.sequence, signed.take(TAGS.sequence));
};

const READERS: Readonly<Record<string, (bytes: Bytes) => Envelope>> = {
  'PRIVATE KEY': (bytes) => ({ format: 'pkcs8', bytes }),
  'RSA PRIVATE KEY': (bytes) => ({ format: 'pkcs8', bytes: writePkcs8(bytes, RSA) }),
  'EC PRIVATE KEY': (bytes) => ({ format: 'pkcs8', bytes: ofSec1(bytes) }),
  'PUBLIC KEY': (bytes) => ({ format: 'spki', bytes }),
  'RSA PUBLIC KEY': (bytes) => ({ format: 'spki', bytes: writeSpki(bytes, RSA) }),
  CERTIFICATE: (bytes) => ({ format: 'spki', bytes: ofCertificate(bytes) }),
};

const PEM = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/;

/** A key in PEM. Throws as OpenSSL does if there is none. */
export const readPem = (text: string): Envelope => {
  const [, label = '', body = ''] = PEM.exec(text) ?? [];
  if (label === 'ENCRYPTED PRIVATE KEY' || body.includes('ENCRYPTED'))
    throw notInTool('a key with a passphrase', 'store it without one, as a secret');
  const read = Object.hasOwn(READERS, label) ? READERS[label] : undefined;
  if (!read) throw unreadable();
  return read(new Uint8Array(Buffer.from(body, 'base64')));
};

/** A key in DER, of the form that `type` names. */
export const readDerKey = (bytes: Uint8Array, type: string): Envelope => {
  const label = {
    pkcs8: 'PRIVATE KEY',
    spki: 'PUBLIC KEY',
    sec1: 'EC PRIVATE KEY',
    'pkcs1 private': 'RSA PRIVATE KEY',
    'pkcs1 public': 'RSA PUBLIC KEY',
  }[type];
  if (label === undefined) throw unreadable();
  return (READERS[label] as (bytes: Bytes) => Envelope)(new Uint8Array(bytes));
};

const pem = (label: string, bytes: Uint8Array): string => {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
};

/** A key as PEM or DER. `isRsa`: it can be written in the older form of RSA keys, too. */
export const writeKey = (
  { format, bytes }: Envelope,
  wanted: { readonly format?: string; readonly type?: string; readonly cipher?: string },
  isRsa: boolean,
): Buffer | string => {
  if (wanted.cipher !== undefined) throw notInTool('writing a key with a passphrase', 'write it without one');
  const { type = format } = wanted;
  const isPkcs1 = type === 'pkcs1' && isRsa;
  if (type !== format && !isPkcs1) throw notInTool(`writing this key as ${type}`, `use ${format}`);
  const read = format === 'pkcs8' ? readPkcs8 : readSpki;
  const written = isPkcs1 ? read(bytes, RSA, unreadable) : bytes;
  const label = `${isPkcs1 ? 'RSA ' : ''}${format === 'pkcs8' ? 'PRIVATE' : 'PUBLIC'} KEY`;
  return wanted.format === 'der' ? Buffer.from(written) : pem(label, written);
};
