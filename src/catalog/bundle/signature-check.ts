// Checks a signature in minisign's format: Ed25519 over the file or its BLAKE2b-512, and over the trusted comment.
// Any process. Source: https://jedisct1.github.io/minisign/

import { createHash, createPublicKey, verify } from 'node:crypto';
import { isUnprintable } from '../model/refusal.ts';

/** A `good` signature comes with the whole key as one line, because two keys may have the same number. A `bad` one is a reason to refuse the file. An `unknown` one was made with a key that is not trusted. */
export type SignatureVerdict =
  | { readonly state: 'good'; readonly keyId: string; readonly publicKey: string; readonly trustedComment: string }
  | { readonly state: 'unknown'; readonly keyId: string }
  | { readonly state: 'bad'; readonly reason: string; readonly hint: string };

export interface PublicKey {
  /** 16 capital hex digits, as minisign shows it. */
  readonly keyId: string;
  /** The key's number as written in keys and signatures, 8 bytes. */
  readonly number: Buffer;
  readonly raw: Buffer;
}

export interface SignedBytes {
  readonly bytes: Uint8Array;
  readonly signatureText: string;
  /** Keys as minisign shows them, or the texts of `.pub` files. An unreadable one verifies nothing. */
  readonly publicKeys: readonly string[];
}

/** Bytes of a `.minisig`; a comment is a line of at most 8 kB, and the rest is 300 bytes. */
export const SIGNATURE_BYTES = 20_000;

const ALGORITHMS = { legacy: 'Ed', hashed: 'ED' };
const PARTS = { algorithm: 2, number: 8, key: 32, signature: 64 };
const COMMENT = 'trusted comment: ';
const SIGN_AGAIN = 'sign it again: toolcell sign FILE, or minisign -Sm FILE';

/** DER prefix that Node needs before the 32 bytes of an Ed25519 public key (RFC 8410). */
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex');

/** The key's number as minisign shows it: little-endian, as capital hex digits. */
export const keyIdOf = (number: Uint8Array): string => Buffer.from(number).reverse().toString('hex').toUpperCase();

/** The bytes of canonical base64; undefined if it is not canonical, or not exactly `sizeBytes` long. */
export const decodeExactly = (text: string, sizeBytes: number): Buffer | undefined => {
  const decoded = Buffer.from(text, 'base64');
  return decoded.length === sizeBytes && decoded.toString('base64') === text ? decoded : undefined;
};

/** The lines of a text in minisign's format, without line ends. One line end after the last line is ignored. */
export const linesOf = (text: string): readonly string[] =>
  text
    .replace(/\r?\n$/, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''));

/** True for a comment of one printable line. minisign's own comments have tabs. */
export const isComment = (text: string): boolean => !isUnprintable(text.replaceAll('\t', ' '));

/** A public key from its line of base64 or the text of its file; undefined if it is none. */
export const readPublicKey = (text: string): PublicKey | undefined => {
  const lines = linesOf(text.trim());
  const { algorithm, number, key } = PARTS;
  const bytes = decodeExactly(lines.at(-1) ?? '', algorithm + number + key);
  if (!bytes || lines.length > 2 || bytes.toString('latin1', 0, algorithm) !== ALGORITHMS.legacy) return undefined;
  const keyNumber = bytes.subarray(algorithm, algorithm + number);
  return { keyId: keyIdOf(keyNumber), number: keyNumber, raw: bytes.subarray(algorithm + number) };
};

/** A public key as in `plugins.trustedKeys`, as canonical base64. */
const publicLine = ({ number, raw }: PublicKey): string =>
  Buffer.concat([Buffer.from(ALGORITHMS.legacy), number, raw]).toString('base64');

/** True if `signedBy`, as {@link verifySignature} names a key, is one of these keys. */
export const isAmongKeys = (signedBy: string, publicKeys: readonly string[]): boolean =>
  publicKeys.some((text) => {
    const key = readPublicKey(text);
    return key !== undefined && publicLine(key) === signedBy;
  });

interface Signature {
  readonly isHashed: boolean;
  readonly number: Buffer;
  readonly signature: Buffer;
  readonly trustedComment: string;
  readonly globalSignature: Buffer;
}

const readSignature = (text: string): Signature | undefined => {
  const [untrusted = '', first = '', comment = '', last = '', ...more] = linesOf(text);
  const { algorithm, number, signature } = PARTS;
  const bytes = decodeExactly(first, algorithm + number + signature);
  const globalSignature = decodeExactly(last, signature);
  const name = bytes?.toString('latin1', 0, algorithm);
  const isForm = untrusted.startsWith('untrusted comment:') && comment.startsWith(COMMENT) && more.length === 0;
  if (!isForm || !bytes || !globalSignature || !Object.values(ALGORITHMS).includes(name ?? '')) return undefined;
  return {
    isHashed: name === ALGORITHMS.hashed,
    number: bytes.subarray(algorithm, algorithm + number),
    signature: bytes.subarray(algorithm + number),
    trustedComment: comment.slice(COMMENT.length),
    globalSignature,
  };
};

const isSignedBy = (bytes: Uint8Array, signature: Uint8Array, { raw }: PublicKey): boolean => {
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_DER, raw]), format: 'der', type: 'spki' });
  return verify(null, bytes, key, signature);
};

const bad = (reason: string, hint: string): SignatureVerdict => ({ state: 'bad', reason, hint });

/** Checks a signature against trusted keys. Accepts both of minisign's ways to sign. Never throws because of its input. */
export const verifySignature = ({ bytes, signatureText, publicKeys }: SignedBytes): SignatureVerdict => {
  if (signatureText.length > SIGNATURE_BYTES) return bad('the signature file is too long', SIGN_AGAIN);
  const read = readSignature(signatureText);
  if (!read) return bad("the signature is not in minisign's format", SIGN_AGAIN);
  const { isHashed, number, signature, trustedComment, globalSignature } = read;
  const keyId = keyIdOf(number);
  const keys = publicKeys.flatMap((text) => readPublicKey(text) ?? []).filter((key) => key.number.equals(number));
  if (keys.length === 0) return { state: 'unknown', keyId };
  const signed = isHashed ? createHash('blake2b512').update(bytes).digest() : bytes;
  const key = keys.find((one) => isSignedBy(signed, signature, one));
  if (!key)
    return bad(`the signature by key ${keyId} does not match the file`, `the file was changed, or ${SIGN_AGAIN}`);
  if (!isSignedBy(Buffer.concat([signature, Buffer.from(trustedComment)]), globalSignature, key)) {
    return bad('the trusted comment was changed after it was signed', SIGN_AGAIN);
  }
  if (!isComment(trustedComment)) return bad('the trusted comment has characters that cannot be shown', SIGN_AGAIN);
  return { state: 'good', keyId, publicKey: publicLine(key), trustedComment };
};
