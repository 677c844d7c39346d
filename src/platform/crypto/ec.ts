// ECDSA and ECDH on P-256, P-384 and P-521, over @noble/curves. Runs inside the isolate.
//
// The library keeps tables of points between calls unless it is told not to. Without them a signature takes some milliseconds
// more than the second with them, and less than the first, which builds them: calls share nothing, and most sign once.

import type { ECDSA } from '@noble/curves/abstract/weierstrass.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import type { Algorithm, Bytes, CryptoTools, Given, Material, Wanted } from './algorithm.ts';
import { bytesOf } from './bytes.ts';
import { type Act, AGREEING, agreement, orRefuse, type Pair, refusal, SIGNING, typeOf } from './curve-keys.ts';
import { bitString, element, FIRST_OPTIONAL, readDer, SECOND_OPTIONAL, TAGS, version, wholeBits } from './der.ts';
import { type Kind, readPkcs8, readSpki, writePkcs8, writeSpki } from './envelope.ts';
import { base64url, readJwk } from './jwk.ts';

interface Curve extends Kind {
  readonly library: ECDSA;
  /** In the names of JSON Web Algorithms. */
  readonly jwsName: string;
  /** Its object identifier, as DER in hexadecimal digits. */
  readonly oid: string;
}

/** 1.2.840.10045.2.1: a key on an elliptic curve. */
const EC_PUBLIC_KEY = '06072a8648ce3d0201';

const curve = (called: string, library: ECDSA, jwsName: string, oid: string): Curve => {
  library.Point.BASE.precompute(1);
  return { called, library, jwsName, oid, identifier: EC_PUBLIC_KEY + oid };
};

const makeCurves = (): readonly Curve[] => [
  curve('P-256', p256, 'ES256', '06082a8648ce3d030107'),
  curve('P-384', p384, 'ES384', '06052b81040022'),
  curve('P-521', p521, 'ES512', '06052b81040023'),
];

type Formats = Readonly<Record<string, (data: unknown, curve: Curve, wanted: Wanted, use: string) => Pair>>;

const makeFormats = (fail: CryptoTools['fail']): Formats => {
  const refuse = refusal(fail);
  const publicPair = (bytes: Bytes, { library }: Curve): Pair => {
    const point = orRefuse(() => library.Point.fromBytes(bytes), fail, 'it is no point of the curve');
    return { point: point.toBytes(false).slice() };
  };
  /** `point` where the key says which one belongs to it. */
  const privatePair = (secret: Bytes, point: Bytes | undefined, { library }: Curve): Pair => {
    if (secret.length !== library.lengths.secretKey) throw refuse('its private part has another length');
    const own = orRefuse(() => library.getPublicKey(secret, false), fail, 'its private part is out of range').slice();
    if (point && publicPair(point, { library } as Curve).point.toHex() !== own.toHex())
      throw refuse('its two parts do not belong together');
    return { point: own, secret };
  };
  return {
    raw: (data, on) => publicPair(bytesOf(data), on),
    spki: (data, on) => publicPair(readSpki(bytesOf(data), on, refuse), on),
    pkcs8: (data, on) => {
      const outer = readDer(readPkcs8(bytesOf(data), on, refuse), refuse);
      const inner = readDer(outer.take(TAGS.sequence), refuse);
      outer.end();
      if (inner.take(TAGS.integer).toHex() !== '01') throw refuse('its version is not known');
      const secret = inner.take(TAGS.octets);
      const named = inner.takeOptional(FIRST_OPTIONAL);
      if (named && named.toHex() !== on.oid) throw refuse('it names two curves');
      const bits = inner.takeOptional(SECOND_OPTIONAL);
      inner.end();
      if (!bits) return privatePair(secret, undefined, on);
      const reader = readDer(bits, refuse);
      return privatePair(secret, wholeBits(reader.take(TAGS.bits), refuse), on);
    },
    jwk: (data, on, wanted, use) => {
      const algs = use === 'sig' ? { algs: [on.jwsName] } : {};
      const jwk = readJwk(data, { kty: 'EC', use, ...algs }, wanted, fail);
      if (jwk.text('crv') !== on.called) throw jwk.refuse(`its crv is not ${on.called}`);
      const [x, y] = [jwk.bytes('x'), jwk.bytes('y')];
      if (x.length !== on.library.Point.Fp.BYTES || y.length !== x.length)
        throw jwk.refuse('its x or y is too short or long');
      const point = Uint8Array.of(4, ...x, ...y);
      return jwk.text('d') === undefined ? publicPair(point, on) : privatePair(jwk.bytes('d'), point, on);
    },
  };
};

const exportsOf = ({ point, secret }: Pair, on: Curve): Material['exports'] => {
  const half = (point.length - 1) / 2;
  const [x, y] = [base64url(point.subarray(1, 1 + half)), base64url(point.subarray(1 + half))];
  const jwk = { kty: 'EC', crv: on.called, x, y };
  if (!secret) return { raw: () => point, spki: () => writeSpki(point, on), jwk: () => jwk };
  const key = (): Bytes =>
    element(TAGS.sequence, version(1), element(TAGS.octets, secret), element(SECOND_OPTIONAL, bitString(point)));
  return { pkcs8: () => writePkcs8(key(), on), jwk: () => ({ ...jwk, d: base64url(secret) }) };
};

/** What a pair can do. */
type MakeAct = (pair: Pair, on: Curve) => Act;

const signing =
  ({ hashOf }: CryptoTools): MakeAct =>
  ({ point, secret }, { library }) => {
    const digest = (given: Given, data: Bytes): Uint8Array => {
      if (given.hash === undefined) throw new TypeError('ECDSA needs a hash.');
      return hashOf(given.hash).digest(data);
    };
    const options = { prehash: false, lowS: false };
    if (secret) return { sign: (given, data) => library.sign(digest(given, data), secret, options) };
    const verify = (given: Given, signature: Bytes, data: Bytes): boolean =>
      signature.length === library.lengths.signature && library.verify(signature, digest(given, data), point, options);
    return { verify };
  };

const agreeing =
  (tools: CryptoTools): MakeAct =>
  ({ secret }, { called: curve, library }) => {
    if (!secret) return {};
    const agree = (point: Bytes): Uint8Array => library.getSharedSecret(secret, point, true).slice(1);
    return { derive: agreement({ algorithmName: 'ECDH', curve, agree }, tools) };
  };

const makeAlgorithm = (
  name: string,
  curves: readonly Curve[],
  tools: CryptoTools,
  [usages, use, act]: readonly [Algorithm['usages'], string, MakeAct],
): Algorithm => {
  const { fail, randomBytes } = tools;
  const formats = makeFormats(fail);
  const curveOf = (given: Given): Curve => {
    if (given.namedCurve === undefined) throw new TypeError(`A key for ${name} needs a namedCurve.`);
    const found = curves.find(({ called }) => called === `${given.namedCurve as string}`);
    if (!found) throw fail('NotSupportedError', 'The curves are P-256, P-384 and P-521.');
    return found;
  };
  const material = (pair: Pair, on: Curve): Material => {
    const shown = { name, namedCurve: on.called };
    const agreed = pair.secret ? {} : { point: { curve: on.called, bytes: pair.point } };
    return { type: typeOf(pair), shown, ...agreed, ...act(pair, on), exports: exportsOf(pair, on) };
  };
  return {
    name,
    usages,
    generate: (given) => {
      const on = curveOf(given);
      const { utils, lengths, getPublicKey } = on.library;
      const secret = utils.randomSecretKey(randomBytes(lengths.seed as number)).slice();
      const point = getPublicKey(secret, false).slice();
      return [material({ point }, on), material({ point, secret }, on)];
    },
    importKey: (format, data, given, wanted) => {
      const on = curveOf(given);
      const read = Object.hasOwn(formats, format) ? formats[format] : undefined;
      if (!read) throw fail('NotSupportedError', `Keys for ${name} do not come as ${format}.`);
      return material(read(data, on, wanted, use), on);
    },
  };
};

/** ECDSA and ECDH; their members throw what the standard says. */
export const makeEc = (tools: CryptoTools): readonly Algorithm[] => {
  const curves = makeCurves();
  return [
    makeAlgorithm('ECDSA', curves, tools, [SIGNING, 'sig', signing(tools)]),
    makeAlgorithm('ECDH', curves, tools, [AGREEING, 'enc', agreeing(tools)]),
  ];
};
