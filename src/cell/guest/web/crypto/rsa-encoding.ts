// The encodings of a message that RSA signs: EMSA-PKCS1-v1_5 and EMSA-PSS of RFC 8017, sections 9.2 and 9.1.

import { type Bytes, joined, timingSafeEqual } from '../standard/bytes.ts';
import type { Hash } from './hashes.ts';

/** DigestInfo before the digest, as DER in hexadecimal digits: RFC 8017, 9.2, note 1. */
const DIGEST_INFO: Readonly<Record<string, string>> = {
  'SHA-1': '3021300906052b0e03021a05000414',
  'SHA-256': '3031300d060960864801650304020105000420',
  'SHA-384': '3041300d060960864801650304020205000430',
  'SHA-512': '3051300d060960864801650304020305000440',
};

/** `length`: bytes of the modulus. Throws the error that `tooShort` makes if the encoding does not fit. */
export const encodePkcs1 = (hash: Hash, data: Bytes, length: number, tooShort: () => Error): Bytes => {
  const info = joined([Uint8Array.fromHex(DIGEST_INFO[hash.name] as string), hash.digest(data)]);
  if (length < info.length + 11) throw tooShort();
  const padding = new Uint8Array(length - info.length - 3).fill(0xff);
  return joined([Uint8Array.of(0, 1), padding, Uint8Array.of(0), info]);
};

/** MGF1, RFC 8017, appendix B.2.1. */
const mgf1 = (hash: Hash, seed: Uint8Array, length: number): Bytes => {
  const parts: Uint8Array[] = [];
  for (let count = 0; count * hash.digest.outputLen < length; count += 1) {
    const counter = new Uint8Array(4);
    new DataView(counter.buffer).setUint32(0, count);
    parts.push(hash.digest(joined([seed, counter])));
  }
  return joined(parts).slice(0, length);
};

const xor = (one: Uint8Array, other: Uint8Array): Bytes =>
  new Uint8Array(one.length).map((_, index) => (one[index] as number) ^ (other[index] as number));

/** Sets the leading bits to 0 that exceed `bits`. Changes `bytes`. */
const clearFirst = (bytes: Bytes, bits: number): Bytes => {
  bytes[0] = (bytes[0] as number) & (0xff >> (8 * bytes.length - bits));
  return bytes;
};

/** H of EMSA-PSS: the hash of eight zero bytes, the digest and the salt. */
const salted = (hash: Hash, digest: Uint8Array, salt: Uint8Array): Uint8Array =>
  hash.digest(joined([new Uint8Array(8), digest, salt]));

const TRAILER = 0xbc;

/** `bits`: one less than the bits of the modulus. Throws the error that `tooShort` makes if the encoding does not fit. */
export const encodePss = (hash: Hash, digest: Uint8Array, salt: Bytes, bits: number, tooShort: () => Error): Bytes => {
  const length = Math.ceil(bits / 8);
  const padding = length - digest.length - salt.length - 2;
  if (padding < 0) throw tooShort();
  const h = salted(hash, digest, salt);
  const block = joined([new Uint8Array(padding), Uint8Array.of(1), salt]);
  const masked = xor(block, mgf1(hash, h, block.length));
  return clearFirst(joined([masked, h, Uint8Array.of(TRAILER)]), bits);
};

/** `encoded`: as many bytes as the modulus has. `bits`: one less than the bits of the modulus. */
export const verifyPss = (hash: Hash, digest: Uint8Array, encoded: Bytes, bits: number, saltBytes: number): boolean => {
  const length = Math.ceil(bits / 8);
  const block = length - digest.length - 1;
  const padding = block - saltBytes - 1;
  // If the modulus has one byte more than the encoding, the first byte must be 0.
  if (padding < 0 || encoded.subarray(0, encoded.length - length).some((byte) => byte !== 0)) return false;
  const message = encoded.slice(encoded.length - length);
  const [masked, h] = [message.slice(0, block), message.slice(block, -1)];
  if (message.at(-1) !== TRAILER || clearFirst(masked.slice(), bits - 8 * (length - block))[0] !== masked[0])
    return false;
  const opened = clearFirst(xor(masked, mgf1(hash, h, block)), bits - 8 * (length - block));
  if (opened.subarray(0, padding).some((byte) => byte !== 0) || opened[padding] !== 1) return false;
  return timingSafeEqual(h, salted(hash, digest, opened.subarray(padding + 1)));
};
