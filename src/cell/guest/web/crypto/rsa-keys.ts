// Reads and writes RSA keys as SubjectPublicKeyInfo, PKCS #8 and JSON Web Keys. Runs inside the isolate.

import { type Bytes, bytesOf } from '../standard/bytes.ts';
import type { CryptoTools, Material, Wanted } from './algorithm.ts';
import { dataErrors } from './curve-keys.ts';
import { type DerReader, element, readSequence, TAGS, version } from './der.ts';
import { type KeyKind, readPkcs8, readSpki, writePkcs8, writeSpki } from './envelope.ts';
import { base64url, readJwk } from './jwk.ts';

const PARTS = ['d', 'p', 'q', 'dp', 'dq', 'qi'] as const;

/** The parts of a private key in addition to those of the public one. `dp`, `dq` and `qi` are for the Chinese remainder theorem. */
export type RsaPrivate = Readonly<Record<(typeof PARTS)[number], bigint>>;

export interface RsaKey {
  readonly n: bigint;
  readonly e: bigint;
  readonly secret?: RsaPrivate;
}

/** 1.2.840.113549.1.1.1, with no parameters. */
export const RSA: KeyKind = { name: 'RSA', identifier: '06092a864886f70d0101010500' };
/** Most bits of a modulus and of a public exponent: they bound the time of one operation. */
const MOST_BITS = 8192;
const MOST_EXPONENT_BITS = 64;
const LEAST_BITS = 512;

/** The number that the bytes represent; 0 for no bytes. */
export const numberOf = (bytes: Uint8Array): bigint => (bytes.length === 0 ? 0n : BigInt(`0x${bytes.toHex()}`));
const digitsOf = (number: bigint): string => {
  const digits = number.toString(16);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
};
const bytesOfNumber = (number: bigint): Bytes => Uint8Array.fromHex(digitsOf(number));
/** A DER integer. A first byte of 0 keeps it from being read as negative. */
const integer = (number: bigint): Bytes => {
  const digits = digitsOf(number);
  return element(TAGS.integer, Uint8Array.fromHex(digits >= '8' ? `00${digits}` : digits));
};

const checkPublic = ({ n, e }: RsaKey, refuse: (what: string) => Error): void => {
  const bits = n.toString(2).length;
  if (bits < LEAST_BITS || bits > MOST_BITS)
    throw refuse(`its modulus has ${bits} bits, not ${LEAST_BITS} to ${MOST_BITS}`);
  if (n % 2n === 0n) throw refuse('its modulus is even');
  if (e < 3n || e % 2n === 0n || e.toString(2).length > MOST_EXPONENT_BITS) throw refuse('its exponent is wrong');
};

/** Refuses parts that do not fit: a wrong signature would reveal the primes. Does not check that p and q are primes: signing does. */
const checkPrivate = ({ n, e }: RsaKey, parts: RsaPrivate, refuse: (what: string) => Error): void => {
  const { d, p, q, dp, dq, qi } = parts;
  const fits =
    p > 1n &&
    q > 1n &&
    p < n &&
    q < n &&
    p * q === n &&
    d > 1n &&
    d < n &&
    dp === d % (p - 1n) &&
    dq === d % (q - 1n) &&
    qi < p;
  if (!fits || (e * dp) % (p - 1n) !== 1n || (e * dq) % (q - 1n) !== 1n || (qi * q) % p !== 1n)
    throw refuse('its parts do not belong together');
};

type Formats = Readonly<Record<string, (data: unknown, wanted: Wanted, jwsName: string) => RsaKey>>;

/** Readers of keys, by format. They throw DataError for anything but a key. */
export const makeRsaFormats = (fail: CryptoTools['fail']): Formats => {
  const refuse = dataErrors(fail);
  /** An integer. Throws if it is negative, or has more bytes than it needs. */
  const takeInteger = (reader: DerReader): bigint => {
    const content = reader.take(TAGS.integer);
    const [first = 0x80, second = 0x80] = content;
    if (first >= 0x80 || (first === 0 && content.length > 1 && second < 0x80)) throw refuse('a number in it is wrong');
    return numberOf(content);
  };
  const checked = (key: RsaKey): RsaKey => {
    checkPublic(key, refuse);
    if (key.secret) checkPrivate(key, key.secret, refuse);
    return key;
  };
  return {
    spki: (data) => {
      const inner = readSequence(readSpki(bytesOf(data), RSA, refuse), refuse);
      const [n, e] = [takeInteger(inner), takeInteger(inner)];
      inner.end();
      return checked({ n, e });
    },
    pkcs8: (data) => {
      const inner = readSequence(readPkcs8(bytesOf(data), RSA, refuse), refuse);
      if (takeInteger(inner) !== 0n) throw refuse('it has more than two primes');
      const [n, e] = [takeInteger(inner), takeInteger(inner)];
      const secret = Object.fromEntries(PARTS.map((part) => [part, takeInteger(inner)])) as unknown as RsaPrivate;
      inner.end();
      return checked({ n, e, secret });
    },
    jwk: (data, wanted, jwsName) => {
      const jwk = readJwk(data, { kty: 'RSA', use: 'sig', algs: [jwsName] }, wanted, fail);
      const [n, e] = [numberOf(jwk.bytes('n')), numberOf(jwk.bytes('e'))];
      if (jwk.text('d') === undefined) return checked({ n, e });
      const secret = Object.fromEntries(
        PARTS.map((part) => [part, numberOf(jwk.bytes(part))]),
      ) as unknown as RsaPrivate;
      return checked({ n, e, secret });
    },
  };
};

export const rsaExports = ({ n, e, secret }: RsaKey, alg: string): Material['exports'] => {
  const text = (number: bigint): string => base64url(bytesOfNumber(number));
  const jwk = { kty: 'RSA', alg, n: text(n), e: text(e) };
  const sequence = (...numbers: readonly bigint[]): Bytes => element(TAGS.sequence, ...numbers.map(integer));
  if (!secret) return { spki: () => writeSpki(sequence(n, e), RSA), jwk: () => jwk };
  const numbers = PARTS.map((part) => secret[part]);
  return {
    pkcs8: () => writePkcs8(element(TAGS.sequence, version(0), ...[n, e, ...numbers].map(integer)), RSA),
    jwk: () => ({ ...jwk, ...Object.fromEntries(PARTS.map((part) => [part, text(secret[part])])) }),
  };
};
