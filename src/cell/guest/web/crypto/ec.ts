// ECDSA and ECDH on P-256, P-384 and P-521, built on @noble/curves. Runs inside the isolate.
//
// `precompute(1)` keeps the library from building tables of points, which would outlive a call. Without tables, every signature
// takes some milliseconds more than a later signature with them, and less than the first one, which builds them. Most calls sign once.

import type { ECDSA } from '@noble/curves/abstract/weierstrass.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import type { Bytes } from '../standard/bytes.ts';
import type { Algorithm, CryptoTools, Params } from './algorithm.ts';
import { type Act, AGREEING, agreement, type Curve, makeCurveAlgorithm, type Pair, SIGNING } from './curve-keys.ts';
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

interface EcCurve extends Curve {
  readonly library: ECDSA;
}

/** 1.2.840.10045.2.1: a key on an elliptic curve. */
const EC_PUBLIC_KEY = '06072a8648ce3d0201';

/** `oid`: the object identifier of the curve, as DER in hexadecimal digits. */
const makeCurve = (name: string, library: ECDSA, jwsName: string, oid: string): EcCurve => {
  const { Point, lengths, utils, getPublicKey } = library;
  Point.BASE.precompute(1);
  return {
    ...{ name, library, identifier: EC_PUBLIC_KEY + oid, kty: 'EC', algs: [jwsName] },
    ...{ coordinates: ['x', 'y'], head: [4], coordinateBytes: Point.Fp.BYTES },
    secretBytes: lengths.secretKey as number,
    pointFrom: (bytes) => Point.fromBytes(bytes).toBytes(false),
    publicOf: (secret) => getPublicKey(secret, false),
    newSecret: (randomBytes) => utils.randomSecretKey(randomBytes(lengths.seed as number)),
    readSecret: (key, refuse) => {
      const inner = readSequence(key, refuse);
      if (inner.take(TAGS.integer).toHex() !== '01') throw refuse('its version is not known');
      const secret = inner.take(TAGS.octets);
      const named = inner.takeOptional(FIRST_OPTIONAL);
      if (named && named.toHex() !== oid) throw refuse('it names two curves');
      const bits = inner.takeOptional(SECOND_OPTIONAL);
      inner.end();
      return { secret, point: bits && wholeBits(readDer(bits, refuse).take(TAGS.bits), refuse) };
    },
    writeSecret: (secret, point) =>
      element(TAGS.sequence, version(1), element(TAGS.octets, secret), element(SECOND_OPTIONAL, bitString(point))),
  };
};

const signing =
  ({ hashOf }: CryptoTools) =>
  ({ point, secret }: Pair, { library }: EcCurve): Act => {
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
  (tools: CryptoTools) =>
  ({ secret }: Pair, { name: curve, library }: EcCurve): Act => {
    if (!secret) return {};
    const agree = (point: Bytes): Uint8Array => library.getSharedSecret(secret, point, true).slice(1);
    return { derive: agreement(tools, 'ECDH', curve, agree) };
  };

export const makeEc = (tools: CryptoTools): readonly Algorithm[] => {
  const curves = [
    makeCurve('P-256', p256, 'ES256', '06082a8648ce3d030107'),
    makeCurve('P-384', p384, 'ES384', '06052b81040022'),
    makeCurve('P-521', p521, 'ES512', '06052b81040023'),
  ];
  const onCurves = (name: string) => ({
    name,
    curveOf: (params: Params): EcCurve => {
      if (params.namedCurve === undefined) throw new TypeError(`A key for ${name} needs a namedCurve.`);
      const found = curves.find((each) => each.name === `${params.namedCurve as string}`);
      if (!found) throw tools.fail('NotSupportedError', 'The curves are P-256, P-384 and P-521.');
      return found;
    },
    shownOf: (curve: EcCurve) => ({ name, namedCurve: curve.name }),
  });
  return [
    makeCurveAlgorithm({ ...onCurves('ECDSA'), usages: SIGNING, use: 'sig', act: signing(tools) }, tools),
    makeCurveAlgorithm({ ...onCurves('ECDH'), usages: AGREEING, use: 'enc', act: agreeing(tools) }, tools),
  ];
};
