// Keys for RSA: SubjectPublicKeyInfo, PKCS #8 and JSON Web Keys. Runs inside the isolate.

import type { Bytes, CryptoTools, Material, Wanted } from './algorithm.ts';
import { bytesOf } from './bytes.ts';
import { refusal } from './curve-keys.ts';
import { element, type Reader, readDer, TAGS, version } from './der.ts';
import { type Kind, readPkcs8, readSpki, writePkcs8, writeSpki } from './envelope.ts';
import { base64url, readJwk } from './jwk.ts';

/** The parts of a private key beside the public one's; `dp`, `dq` and `qi` are for the Chinese remainder theorem. */
export interface RsaPrivate {
  readonly d: bigint;
  readonly p: bigint;
  readonly q: bigint;
  readonly dp: bigint;
  readonly dq: bigint;
  readonly qi: bigint;
}

export interface RsaKey {
  readonly n: bigint;
  readonly e: bigint;
  readonly secret?: RsaPrivate;
}

/** 1.2.840.113549.1.1.1, with no parameters. */
const RSA: Kind = { called: 'RSA', identifier: '06092a864886f70d0101010500' };
/** Bits of the longest modulus, and of the longest public exponent beside it. */
const MOST_BITS = 8192;
const MOST_EXPONENT_BITS = 64;
const LEAST_BITS = 512;
const PARTS = ['d', 'p', 'q', 'dp', 'dq', 'qi'] as const;

const numberOf = (bytes: Bytes): bigint => (bytes.length === 0 ? 0n : BigInt(`0x${bytes.toHex()}`));
const digitsOf = (number: bigint): string => {
  const digits = number.toString(16);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
};
const bytesOfNumber = (number: bigint): Bytes => Uint8Array.fromHex(digitsOf(number));
/** With a byte 0 before what would count as negative. */
const integer = (number: bigint): Bytes => {
  const digits = digitsOf(number);
  return element(TAGS.integer, Uint8Array.fromHex(digits >= '8' ? `00${digits}` : digits));
};

type Parts = Readonly<Record<(typeof PARTS)[number], bigint>>;

const checkPublic = (n: bigint, e: bigint, refuse: (what: string) => Error): void => {
  const bits = n.toString(2).length;
  if (bits < LEAST_BITS || bits > MOST_BITS)
    throw refuse(`its modulus has ${bits} bits, not ${LEAST_BITS} to ${MOST_BITS}`);
  if (n % 2n === 0n) throw refuse('its modulus is even');
  if (e < 3n || e % 2n === 0n || e.toString(2).length > MOST_EXPONENT_BITS) throw refuse('its exponent is wrong');
};

/** What would sign wrongly, and tell the primes by it, is refused; what is no prime shows when it signs. */
const checkPrivate = (n: bigint, e: bigint, parts: Parts, refuse: (what: string) => Error): void => {
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

/** Reads keys; throws DataError for what is none. */
export const makeRsaFormats = (fail: CryptoTools['fail']): Formats => {
  const refuse = refusal(fail);
  /** A number that is not negative, in no more bytes than it needs. */
  const takeInteger = (reader: Reader): bigint => {
    const content = reader.take(TAGS.integer);
    const [first = 0x80, second = 0x80] = content;
    if (first >= 0x80 || (first === 0 && content.length > 1 && second < 0x80)) throw refuse('a number in it is wrong');
    return numberOf(content);
  };
  const publicKey = (n: bigint, e: bigint): RsaKey => {
    checkPublic(n, e, refuse);
    return { n, e };
  };
  const privateKey = (n: bigint, e: bigint, parts: Parts): RsaKey => {
    checkPublic(n, e, refuse);
    checkPrivate(n, e, parts, refuse);
    return { n, e, secret: parts };
  };
  const sequenceIn = (bytes: Bytes): Reader => {
    const outer = readDer(bytes, refuse);
    const inner = readDer(outer.take(TAGS.sequence), refuse);
    outer.end();
    return inner;
  };
  return {
    spki: (data) => {
      const inner = sequenceIn(readSpki(bytesOf(data), RSA, refuse));
      const [n, e] = [takeInteger(inner), takeInteger(inner)];
      inner.end();
      return publicKey(n, e);
    },
    pkcs8: (data) => {
      const inner = sequenceIn(readPkcs8(bytesOf(data), RSA, refuse));
      if (takeInteger(inner) !== 0n) throw refuse('it has more than two primes');
      const [n, e] = [takeInteger(inner), takeInteger(inner)];
      const parts = Object.fromEntries(PARTS.map((part) => [part, takeInteger(inner)])) as unknown as Parts;
      inner.end();
      return privateKey(n, e, parts);
    },
    jwk: (data, wanted, jwsName) => {
      const jwk = readJwk(data, { kty: 'RSA', use: 'sig', algs: [jwsName] }, wanted, fail);
      const [n, e] = [numberOf(jwk.bytes('n')), numberOf(jwk.bytes('e'))];
      if (jwk.text('d') === undefined) return publicKey(n, e);
      const parts = Object.fromEntries(PARTS.map((part) => [part, numberOf(jwk.bytes(part))])) as unknown as Parts;
      return privateKey(n, e, parts);
    },
  };
};

/** How a key leaves. */
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
