// Ed25519 and X25519, built on @noble/curves, without the library's tables of points (see ec.ts). Runs inside the isolate.

import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { type Bytes, bytesOf } from '../standard/bytes.ts';
import type { Algorithm, CryptoTools, Material } from './algorithm.ts';
import { type Act, AGREEING, agreement, dataErrors, orDataError, type Pair, SIGNING, typeOf } from './curve-keys.ts';
import { element, readDer, TAGS } from './der.ts';
import { type KeyKind, readPkcs8, readSpki, writePkcs8, writeSpki } from './envelope.ts';
import { base64url, readJwk } from './jwk.ts';

const KEY_BYTES = 32;

interface Family extends KeyKind {
  readonly usages: Algorithm['usages'];
  readonly use: string;
  /** The names that the `alg` of a JSON Web Key may have. Exports use the last one, the current name. */
  readonly algs?: readonly string[];
  readonly publicOf: (secret: Bytes) => Uint8Array;
  readonly act: (pair: Pair) => Act;
}

const exportsOf = ({ point, secret }: Pair, family: Family): Material['exports'] => {
  const alg = family.algs?.at(-1);
  const jwk = { kty: 'OKP', crv: family.name, x: base64url(point), ...(alg === undefined ? {} : { alg }) };
  if (!secret) return { raw: () => point, spki: () => writeSpki(point, family), jwk: () => jwk };
  return {
    pkcs8: () => writePkcs8(element(TAGS.octets, secret), family),
    jwk: () => ({ ...jwk, d: base64url(secret) }),
  };
};

const makeAlgorithm = (family: Family, { fail, randomBytes }: CryptoTools): Algorithm => {
  const { name, usages, use, publicOf, act } = family;
  const refuse = dataErrors(fail);
  const sized = (bytes: Bytes): Bytes => {
    if (bytes.length !== KEY_BYTES) throw refuse(`a key for ${name} has ${KEY_BYTES} bytes`);
    return bytes;
  };
  const privatePair = (secret: Bytes): Pair => ({
    secret: sized(secret),
    point: orDataError(() => publicOf(secret).slice(), fail, 'its private part is out of range'),
  });
  const material = (pair: Pair): Material => {
    const agreed = pair.secret ? {} : { point: { curve: name, bytes: pair.point } };
    return { type: typeOf(pair), shown: { name }, ...agreed, ...act(pair), exports: exportsOf(pair, family) };
  };
  const formats: Readonly<Record<string, (data: unknown, wanted: Parameters<typeof readJwk>[2]) => Pair>> = {
    raw: (data) => ({ point: sized(bytesOf(data)) }),
    spki: (data) => ({ point: sized(readSpki(bytesOf(data), family, refuse)) }),
    pkcs8: (data) => {
      const inner = readDer(readPkcs8(bytesOf(data), family, refuse), refuse);
      const secret = inner.take(TAGS.octets);
      inner.end();
      return privatePair(secret);
    },
    jwk: (data, wanted) => {
      const algs = family.algs ? { algs: family.algs } : {};
      const jwk = readJwk(data, { kty: 'OKP', use, ...algs }, wanted, fail);
      if (jwk.text('crv') !== name) throw jwk.refuse(`its crv is not ${name}`);
      const point = sized(jwk.bytes('x'));
      if (jwk.text('d') === undefined) return { point };
      const pair = privatePair(jwk.bytes('d'));
      if (pair.point.toHex() !== point.toHex()) throw jwk.refuse('its two parts do not belong together');
      return pair;
    },
  };
  return {
    name,
    usages,
    generate: () => {
      const pair = privatePair(randomBytes(KEY_BYTES));
      return [material({ point: pair.point }), material(pair)];
    },
    importKey: (format, data, _params, wanted) => {
      const read = Object.hasOwn(formats, format) ? formats[format] : undefined;
      if (!read) throw fail('NotSupportedError', `A key for ${name} cannot be imported as ${format}.`);
      return material(read(data, wanted));
    },
  };
};

/** False for an R of small order, with which a signature could fit many messages. The library itself refuses such public keys. */
const hasLargeR = (signature: Bytes): boolean => {
  try {
    return !ed25519.Point.fromBytes(signature.subarray(0, KEY_BYTES)).isSmallOrder();
  } catch {
    return false;
  }
};

export const makeOkp = (tools: CryptoTools): readonly Algorithm[] => {
  ed25519.Point.BASE.precompute(1);
  const signing = ({ point, secret }: Pair): Act =>
    secret
      ? { sign: (_params, data) => ed25519.sign(data, secret) }
      : {
          verify: (_params, signature, data) =>
            signature.length === 2 * KEY_BYTES &&
            hasLargeR(signature) &&
            ed25519.verify(signature, data, point, { zip215: false }),
        };
  const agreeing = ({ secret }: Pair): Act => {
    if (!secret) return {};
    const agree = (point: Bytes): Uint8Array => x25519.getSharedSecret(secret, point);
    return { derive: agreement(tools, 'X25519', 'X25519', agree) };
  };
  const edwards: Family = {
    name: 'Ed25519',
    identifier: '06032b6570',
    usages: SIGNING,
    use: 'sig',
    algs: ['EdDSA', 'Ed25519'],
    publicOf: (secret) => ed25519.getPublicKey(secret),
    act: signing,
  };
  const montgomery: Family = {
    name: 'X25519',
    identifier: '06032b656e',
    usages: AGREEING,
    use: 'enc',
    publicOf: (secret) => x25519.getPublicKey(secret),
    act: agreeing,
  };
  return [makeAlgorithm(edwards, tools), makeAlgorithm(montgomery, tools)];
};
