// ECDSA and ECDH on P-256, P-384 and P-521, built on @noble/curves. Runs inside the isolate.
//
// `precompute(1)` keeps the library from building tables of points, which would outlive a call. Without tables, every signature
// takes some milliseconds more than a later signature with them, and less than the first one, which builds them. Most calls sign once.

import type { ECDSA } from '@noble/curves/abstract/weierstrass.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { type Bytes, bytesOf } from '../standard/bytes.ts';
import type { Algorithm, CryptoTools, Material, Params, Wanted } from './algorithm.ts';
import { type Act, AGREEING, agreement, dataErrors, orDataError, type Pair, SIGNING, typeOf } from './curve-keys.ts';
import {
  bitString,
  element,
  FIRST_OPTIONAL,
  readDer,
  readSequence,
  SECOND_OPTIONAL,
  TAGS,
  version,
  wholeBits,
} from './der.ts';
import { type KeyKind, readPkcs8, readSpki, writePkcs8, writeSpki } from './envelope.ts';
import { base64url, readJwk } from './jwk.ts';

interface Curve extends KeyKind {
  readonly library: ECDSA;
  /** Its name in JSON Web Algorithms. */
  readonly jwsName: string;
  /** Its object identifier, as DER in hexadecimal digits. */
  readonly oid: string;
}

/** 1.2.840.10045.2.1: a key on an elliptic curve. */
const EC_PUBLIC_KEY = '06072a8648ce3d0201';

const makeCurve = (name: string, library: ECDSA, jwsName: string, oid: string): Curve => {
  library.Point.BASE.precompute(1);
  return { name, library, jwsName, oid, identifier: EC_PUBLIC_KEY + oid };
};

const makeCurves = (): readonly Curve[] => [
  makeCurve('P-256', p256, 'ES256', '06082a8648ce3d030107'),
  makeCurve('P-384', p384, 'ES384', '06052b81040022'),
  makeCurve('P-521', p521, 'ES512', '06052b81040023'),
];

type Formats = Readonly<Record<string, (data: unknown, curve: Curve, wanted: Wanted, use: string) => Pair>>;

const makeFormats = (fail: CryptoTools['fail']): Formats => {
  const refuse = dataErrors(fail);
  const publicPair = (bytes: Bytes, { library }: Curve): Pair => {
    const point = orDataError(() => library.Point.fromBytes(bytes), fail, 'it is not a point of the curve');
    return { point: point.toBytes(false).slice() };
  };
  /** `point`: the public half, if the key contains it. Throws if the two halves do not belong together. */
  const privatePair = (secret: Bytes, point: Bytes | undefined, { library }: Curve): Pair => {
    if (secret.length !== library.lengths.secretKey) throw refuse('its private part has another length');
    const own = orDataError(
      () => library.getPublicKey(secret, false),
      fail,
      'its private part is out of range',
    ).slice();
    if (point && publicPair(point, { library } as Curve).point.toHex() !== own.toHex())
      throw refuse('its two parts do not belong together');
    return { point: own, secret };
  };
  return {
    raw: (data, curve) => publicPair(bytesOf(data), curve),
    spki: (data, curve) => publicPair(readSpki(bytesOf(data), curve, refuse), curve),
    pkcs8: (data, curve) => {
      const inner = readSequence(readPkcs8(bytesOf(data), curve, refuse), refuse);
      if (inner.take(TAGS.integer).toHex() !== '01') throw refuse('its version is not known');
      const secret = inner.take(TAGS.octets);
      const named = inner.takeOptional(FIRST_OPTIONAL);
      if (named && named.toHex() !== curve.oid) throw refuse('it names two curves');
      const bits = inner.takeOptional(SECOND_OPTIONAL);
      inner.end();
      if (!bits) return privatePair(secret, undefined, curve);
      const reader = readDer(bits, refuse);
      return privatePair(secret, wholeBits(reader.take(TAGS.bits), refuse), curve);
    },
    jwk: (data, curve, wanted, use) => {
      const algs = use === 'sig' ? { algs: [curve.jwsName] } : {};
      const jwk = readJwk(data, { kty: 'EC', use, ...algs }, wanted, fail);
      if (jwk.text('crv') !== curve.name) throw jwk.refuse(`its crv is not ${curve.name}`);
      const [x, y] = [jwk.bytes('x'), jwk.bytes('y')];
      if (x.length !== curve.library.Point.Fp.BYTES || y.length !== x.length)
        throw jwk.refuse('its x or y is too short or long');
      const point = Uint8Array.of(4, ...x, ...y);
      return jwk.text('d') === undefined ? publicPair(point, curve) : privatePair(jwk.bytes('d'), point, curve);
    },
  };
};

const exportsOf = ({ point, secret }: Pair, curve: Curve): Material['exports'] => {
  const half = (point.length - 1) / 2;
  const [x, y] = [base64url(point.subarray(1, 1 + half)), base64url(point.subarray(1 + half))];
  const jwk = { kty: 'EC', crv: curve.name, x, y };
  if (!secret) return { raw: () => point, spki: () => writeSpki(point, curve), jwk: () => jwk };
  const key = (): Bytes =>
    element(TAGS.sequence, version(1), element(TAGS.octets, secret), element(SECOND_OPTIONAL, bitString(point)));
  return { pkcs8: () => writePkcs8(key(), curve), jwk: () => ({ ...jwk, d: base64url(secret) }) };
};

type MakeAct = (pair: Pair, curve: Curve) => Act;

const signing =
  ({ hashOf }: CryptoTools): MakeAct =>
  ({ point, secret }, { library }) => {
    const digest = (params: Params, data: Bytes): Uint8Array => {
      if (params.hash === undefined) throw new TypeError('ECDSA needs a hash.');
      return hashOf(params.hash).digest(data);
    };
    const options = { prehash: false, lowS: false };
    if (secret) return { sign: (params, data) => library.sign(digest(params, data), secret, options) };
    const verify = (params: Params, signature: Bytes, data: Bytes): boolean =>
      signature.length === library.lengths.signature && library.verify(signature, digest(params, data), point, options);
    return { verify };
  };

const agreeing =
  (tools: CryptoTools): MakeAct =>
  ({ secret }, { name: curve, library }) => {
    if (!secret) return {};
    const agree = (point: Bytes): Uint8Array => library.getSharedSecret(secret, point, true).slice(1);
    return { derive: agreement(tools, 'ECDH', curve, agree) };
  };

const makeAlgorithm = (
  name: string,
  curves: readonly Curve[],
  tools: CryptoTools,
  [usages, use, act]: readonly [Algorithm['usages'], string, MakeAct],
): Algorithm => {
  const { fail, randomBytes } = tools;
  const formats = makeFormats(fail);
  const curveOf = (params: Params): Curve => {
    if (params.namedCurve === undefined) throw new TypeError(`A key for ${name} needs a namedCurve.`);
    const found = curves.find((each) => each.name === `${params.namedCurve as string}`);
    if (!found) throw fail('NotSupportedError', 'The curves are P-256, P-384 and P-521.');
    return found;
  };
  const material = (pair: Pair, curve: Curve): Material => {
    const shown = { name, namedCurve: curve.name };
    const agreed = pair.secret ? {} : { point: { curve: curve.name, bytes: pair.point } };
    return { type: typeOf(pair), shown, ...agreed, ...act(pair, curve), exports: exportsOf(pair, curve) };
  };
  return {
    name,
    usages,
    generate: (params) => {
      const curve = curveOf(params);
      const { utils, lengths, getPublicKey } = curve.library;
      const secret = utils.randomSecretKey(randomBytes(lengths.seed as number)).slice();
      const point = getPublicKey(secret, false).slice();
      return [material({ point }, curve), material({ point, secret }, curve)];
    },
    importKey: (format, data, params, wanted) => {
      const curve = curveOf(params);
      const read = Object.hasOwn(formats, format) ? formats[format] : undefined;
      if (!read) throw fail('NotSupportedError', `A key for ${name} cannot be imported as ${format}.`);
      return material(read(data, curve, wanted, use), curve);
    },
  };
};

export const makeEc = (tools: CryptoTools): readonly Algorithm[] => {
  const curves = makeCurves();
  return [
    makeAlgorithm('ECDSA', curves, tools, [SIGNING, 'sig', signing(tools)]),
    makeAlgorithm('ECDH', curves, tools, [AGREEING, 'enc', agreeing(tools)]),
  ];
};
