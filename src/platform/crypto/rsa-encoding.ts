// What RSA signs in the place of a message: EMSA-PKCS1-v1_5 and EMSA-PSS of RFC 8017, sections 9.1 and 9.2. Runs inside the
// isolate.

import type { Bytes } from './algorithm.ts';
import { areEqual } from './equal.ts';
import type { Hash } from './hashes.ts';

/** DigestInfo before the digest, as DER in hexadecimal digits: RFC 8017, 9.2, note 1. */
const DIGEST_INFO: Readonly<Record<string, string>> = {
  'SHA-1': '3021300906052b0e03021a05000414',
  'SHA-256': '3031300d060960864801650304020105000420',
  'SHA-384': '3041300d060960864801650304020205000430',
  'SHA-512': '3051300d060960864801650304020305000440',
};

const concat = (...parts: readonly Uint8Array[]): Bytes =>
  Uint8Array.fromHex(parts.map((part) => part.toHex()).join(''));

/** Throws what `tooShort` makes where the modulus has no room for it. */
export const encodePkcs1 = (hash: Hash, data: Bytes, length: number, tooShort: () => Error): Bytes => {
  const info = concat(Uint8Array.fromHex(DIGEST_INFO[hash.name] as string), hash.digest(data));
  if (length < info.length + 11) throw tooShort();
  const padding = new Uint8Array(length - info.length - 3).fill(0xff);
  return concat(Uint8Array.of(0, 1), padding, Uint8Array.of(0), info);
};

/** MGF1. */
const mask = (hash: Hash, seed: Uint8Array, length: number): Bytes => {
  const parts: Uint8Array[] = [];
  for (let count = 0; count * hash.digest.outputLen < length; count += 1) {
    const counter = new Uint8Array(4);
    new DataView(counter.buffer).setUint32(0, count);
    parts.push(hash.digest(concat(seed, counter)));
  }
  return concat(...parts).slice(0, length);
};

const xor = (one: Uint8Array, other: Uint8Array): Bytes =>
  new Uint8Array(one.length).map((_, index) => (one[index] as number) ^ (other[index] as number));

/** Bits of the first byte that the modulus has no room for. */
const clearFirst = (bytes: Bytes, bits: number): Bytes => {
  bytes[0] = (bytes[0] as number) & (0xff >> (8 * bytes.length - bits));
  return bytes;
};

/** The digest under a salt. */
const salted = (hash: Hash, digest: Uint8Array, salt: Uint8Array): Uint8Array =>
  hash.digest(concat(new Uint8Array(8), digest, salt));

const TRAILER = 0xbc;

/** `bits` is one less than the modulus has. Throws what `tooShort` makes where there is no room. */
export const encodePss = (hash: Hash, digest: Uint8Array, salt: Bytes, bits: number, tooShort: () => Error): Bytes => {
  const length = Math.ceil(bits / 8);
  const padding = length - digest.length - salt.length - 2;
  if (padding < 0) throw tooShort();
  const under = salted(hash, digest, salt);
  const block = concat(new Uint8Array(padding), Uint8Array.of(1), salt);
  const masked = xor(block, mask(hash, under, block.length));
  return clearFirst(concat(masked, under, Uint8Array.of(TRAILER)), bits);
};

/** `encoded` is as long as the modulus, `bits` one less than it has. */
export const verifyPss = (hash: Hash, digest: Uint8Array, encoded: Bytes, bits: number, saltBytes: number): boolean => {
  const length = Math.ceil(bits / 8);
  const block = length - digest.length - 1;
  const padding = block - saltBytes - 1;
  // Where the modulus has a byte more, it is 0.
  if (padding < 0 || encoded.subarray(0, encoded.length - length).some((byte) => byte !== 0)) return false;
  const message = encoded.slice(encoded.length - length);
  const [masked, under] = [message.slice(0, block), message.slice(block, -1)];
  if (message.at(-1) !== TRAILER || clearFirst(masked.slice(), bits - 8 * (length - block))[0] !== masked[0])
    return false;
  const opened = clearFirst(xor(masked, mask(hash, under, block)), bits - 8 * (length - block));
  if (opened.subarray(0, padding).some((byte) => byte !== 0) || opened[padding] !== 1) return false;
  return areEqual(under, salted(hash, digest, opened.subarray(padding + 1)));
};
