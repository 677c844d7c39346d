// Keys of RSA, of the curves P-256, P-384 and P-521, and of Ed25519: those of a tool's Web Crypto, without its promises. Runs inside the isolate, as part of
// the packed entry.

import type { Algorithm, CryptoTools, Material } from '../../../../cell/guest/web/crypto/algorithm.ts';
import { hashOf } from '../../../../cell/guest/web/crypto/hashes.ts';
import { lend } from '../../../../cell/guest/web/standard/internals.ts';
import { Buffer } from './buffer.ts';
import { type Form, type Jwk, KeyObject, type PairKey } from './crypto-key-object.ts';
import { type Envelope, readDerKey, readPem, unreadable, writeKey } from './crypto-key-texts.ts';
import { coded, notInTool, wrongType } from './errors.ts';

class Refused extends Error {}

const algorithms = new Map<string, Algorithm>();
const tools: CryptoTools = {
  fail: (_name, message) => new Refused(message),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  hashOf: (algorithm) => hashOf(algorithm, Refused as never),
  keyOf: () => {
    throw new Refused('There is no CryptoKey here.');
  },
  offer: (algorithm) => void algorithms.set(algorithm.name, algorithm),
};
const made = {};
lend(made, 'crypto', tools);

/** The algorithms of a kind, evaluated when a key of that kind is first looked for: those of curves take milliseconds. */
const algorithmNamed = (name: string): Algorithm => {
  if (!algorithms.has(name)) {
    const { install } = name.startsWith('RSA')
      ? (require('../../../../cell/guest/web/crypto-rsa.ts') as typeof import('../../../../cell/guest/web/crypto-rsa.ts'))
      : (require('../../../../cell/guest/web/crypto-curves.ts') as typeof import('../../../../cell/guest/web/crypto-curves.ts'));
    install({} as never, made);
  }
  return algorithms.get(name) as Algorithm;
};

const EVERYTHING = { extractable: true, usages: [] };

const CURVES: Readonly<Record<string, string>> = { 'P-256': 'prime256v1', 'P-384': 'secp384r1', 'P-521': 'secp521r1' };
/** Other names that Node takes. */
const CURVE_NAMES: Readonly<Record<string, string>> = {
  'P-256': 'P-256',
  'P-384': 'P-384',
  'P-521': 'P-521',
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
};

const KINDS: readonly (readonly [PairKey['kind'], string, object])[] = [
  ['rsa', 'RSASSA-PKCS1-v1_5', { hash: 'SHA-256' }],
  ...Object.keys(CURVES).map((namedCurve) => ['ec', 'ECDSA', { namedCurve }] as const),
  ['ed25519', 'Ed25519', {}],
];

/** A key for one algorithm, with its parameters. */
export const materialOf = ({ jwk }: PairKey, name: string, params: object): Material =>
  algorithmNamed(name).importKey('jwk', jwk, params as never, EVERYTHING);

const detailsOf = ({ crv, n, e }: Jwk): object => {
  if (crv !== undefined) return Object.hasOwn(CURVES, crv) ? { namedCurve: CURVES[crv] } : {};
  const number = (text = ''): bigint => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`);
  return { modulusLength: number(n).toString(2).length, publicExponent: number(e) };
};

const pairKey = (kind: PairKey['kind'], material: Material): PairKey => {
  const { alg: _, ...jwk } = (material.exports.jwk as () => Jwk)();
  const type = material.type as PairKey['type'];
  const write = (form: Form): unknown => {
    if (form.format === 'jwk') return jwk;
    const format = type === 'private' ? 'pkcs8' : 'spki';
    const bytes = new Uint8Array((material.exports[format] as () => Uint8Array)());
    return writeKey({ format, bytes }, form, kind === 'rsa');
  };
  return { type, kind, jwk: jwk as Jwk, details: detailsOf(jwk as Jwk), write };
};

const readAny = (format: string, data: unknown): PairKey => {
  for (const [kind, name, params] of KINDS)
    try {
      return pairKey(kind, algorithmNamed(name).importKey(format, data, params as never, EVERYTHING));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  throw unreadable();
};

const readEnvelope = ({ format, bytes }: Envelope): PairKey => readAny(format, bytes);

/** What Node takes for a key. */
export interface KeyInput {
  readonly key?: unknown;
  readonly format?: string;
  readonly type?: string;
  readonly passphrase?: unknown;
}

const textOf = (value: string | Uint8Array): string =>
  typeof value === 'string' ? value : Buffer.from(value).toString('latin1');

/** Reads the key in any form that Node takes. */
export const readKey = (given: unknown, role: 'private' | 'public'): PairKey => {
  if (given instanceof KeyObject) {
    const parts = KeyObject.partsOf(given);
    if (!(parts instanceof Uint8Array)) return parts;
    throw coded(
      TypeError,
      'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE',
      `Invalid key object type secret, expected ${role === 'private' ? 'private' : 'private or public'}.`,
    );
  }
  if (typeof given === 'string') return readEnvelope(readPem(given));
  if (given instanceof ArrayBuffer) return readEnvelope(readPem(textOf(new Uint8Array(given))));
  if (given instanceof Uint8Array) return readEnvelope(readPem(textOf(given)));
  if (typeof given !== 'object' || given === null || !('key' in given))
    throw wrongType(
      'key',
      'of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey',
      given,
    );
  const { key, format, type = '' } = given as KeyInput;
  if (format === 'jwk') return readAny('jwk', key);
  if (format !== 'der') return readKey(key, role);
  return readEnvelope(readDerKey(key as Uint8Array, type === 'pkcs1' ? `pkcs1 ${role}` : type));
};

const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi'];

/** The public half. */
export const publicOf = (key: PairKey): PairKey =>
  key.type === 'public'
    ? key
    : readAny('jwk', Object.fromEntries(Object.entries(key.jwk).filter(([name]) => !PRIVATE_MEMBERS.includes(name))));

export const createPrivateKey = (given: unknown): KeyObject => {
  const key = readKey(given, 'private');
  if (key.type === 'private') return new KeyObject(key);
  throw given instanceof KeyObject
    ? coded(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', 'Invalid key object type public, expected private.')
    : unreadable();
};

export const createPublicKey = (given: unknown): KeyObject => new KeyObject(publicOf(readKey(given, 'public')));

interface PairOptions {
  readonly namedCurve?: string;
  readonly publicKeyEncoding?: Form;
  readonly privateKeyEncoding?: Form;
}

export const generateKeyPairSync = (type: string, options: PairOptions = {}): object => {
  const { namedCurve = '', publicKeyEncoding, privateKeyEncoding } = options;
  const curve = Object.hasOwn(CURVE_NAMES, namedCurve) ? CURVE_NAMES[namedCurve] : undefined;
  if (type !== 'ed25519' && !(type === 'ec' && curve !== undefined))
    throw notInTool(
      `crypto.generateKeyPair for ${type} ${namedCurve}`.trim(),
      'use ed25519, or ec with P-256, P-384 or P-521',
    );
  const name = type === 'ec' ? 'ECDSA' : 'Ed25519';
  const pair = algorithmNamed(name).generate?.({ namedCurve: curve }) as readonly [Material, Material];
  const [publicKey, privateKey] = pair.map((one) => pairKey(type, one)) as [PairKey, PairKey];
  return {
    publicKey: publicKeyEncoding ? publicKey.write(publicKeyEncoding) : new KeyObject(publicKey),
    privateKey: privateKeyEncoding ? privateKey.write(privateKeyEncoding) : new KeyObject(privateKey),
  };
};
