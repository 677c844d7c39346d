// The text of an API key: a prefix that scanners for leaked secrets find, 256 random bits, and a checksum. Front process and command line.

import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'toolcell_';
/** Begins a key of the admin API, which no door for agents takes. */
const ADMIN_PREFIX = `${PREFIX}admin_`;
const RANDOM_BYTES = 32;
/** Digits of base 62 that 256 bits need, and those that the checksum needs. */
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = new RegExp(`^${PREFIX}([0-9A-Za-z]{${SECRET_DIGITS}})([0-9A-Za-z]{${CHECKSUM_DIGITS}})$`);

/** Finds a key anywhere in a text, such as an address, even if its end is missing. */
export const KEY_IN_TEXT: RegExp = new RegExp(`${PREFIX}(?:admin_)?[0-9A-Za-z]{8,}`);

export const withoutKeys = (text: string): string =>
  text.includes(PREFIX) ? text.replaceAll(new RegExp(KEY_IN_TEXT, 'g'), `${PREFIX}…`) : text;

const base62 = (value: bigint, digits: number): string => {
  let text = '';
  for (let rest = value; text.length < digits; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text;
  return text;
};

/** Six digits of base 62, which have room for 32 bits. Every request with a key pays for this, so it does without big integers. */
const checksumOf = (secret: string, prefix = PREFIX): string => {
  let rest = crc32(prefix + secret);
  let text = '';
  for (let digits = 0; digits < CHECKSUM_DIGITS; digits += 1) {
    text = ALPHABET.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
};

/** Makes a new key. Nobody but its owner should ever see it: keep {@link keyHashOf} instead. */
export const makeKey = (prefix = PREFIX): string => {
  const secret = base62(BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`), SECRET_DIGITS);
  return prefix + secret + checksumOf(secret, prefix);
};

export const makeAdminKey = (): string => makeKey(ADMIN_PREFIX);

/** What a text is: a key, one of the admin API, something of the prefix of a key with a wrong character in it, or no key. */
export const keyFormOf = (text: string): 'key' | 'admin' | 'damaged' | 'other' => {
  if (!text.startsWith(PREFIX)) return 'other';
  if (text.startsWith(ADMIN_PREFIX)) return 'admin';
  const [, secret = '', checksum] = FORM.exec(text) ?? [];
  return checksum !== undefined && checksum === checksumOf(secret) ? 'key' : 'damaged';
};

/** `sha256:<64 hex>` of a key. A key has 256 random bits, so its hash needs no salt and no slow function. */
export const keyHashOf = (key: string): string => `sha256:${hash('sha256', key, 'hex')}`;
