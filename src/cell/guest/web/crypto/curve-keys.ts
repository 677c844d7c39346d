// Keys on curves: the formats and rules that both families, EC and OKP, share. Runs inside the isolate.

import { type Bytes, bytesOf, firstBits } from '../standard/bytes.ts';
import type { Algorithm, CryptoTools, Material, Params, Wanted } from './algorithm.ts';
import type { Refuse } from './der.ts';
import { type KeyKind, readPkcs8, readSpki, writePkcs8, writeSpki } from './envelope.ts';
import { base64url, readJwk } from './jwk.ts';

/** The usages that keys of a signature algorithm and of a key agreement may have. */
export const SIGNING: Algorithm['usages'] = { public: ['verify'], private: ['sign'] };
export const AGREEING: Algorithm['usages'] = { public: [], private: ['deriveKey', 'deriveBits'] };

export type Act = Pick<Material, 'sign' | 'verify' | 'derive'>;

/** A pair of keys on a curve, or its public half alone. */
export interface Pair {
  readonly point: Bytes;
  readonly secret?: Bytes;
}

/** A curve, and how its keys are written. `pointFrom` and `publicOf` may throw anything for bytes that are no key. */
export interface Curve extends KeyKind {
  readonly kty: string;
  /** The names that the `alg` of a JSON Web Key for signatures may have. */
  readonly algs: readonly string[];
  /** The `alg` of an exported JSON Web Key; absent if it has none. */
  readonly exportedAlg?: string;
  /** Members of a JSON Web Key that together are the point after its first bytes, the `head`. */
  readonly coordinates: readonly string[];
  readonly head: readonly number[];
  readonly coordinateBytes: number;
  readonly secretBytes: number;
  /** A point in the form in which it is kept. */
  readonly pointFrom: (bytes: Bytes) => Uint8Array;
  readonly publicOf: (secret: Bytes) => Uint8Array;
  readonly newSecret: (randomBytes: CryptoTools['randomBytes']) => Uint8Array;
  /** The private key inside a PKCS #8 structure, which may also have the point. */
  readonly readSecret: (key: Bytes, refuse: Refuse) => { readonly secret: Bytes; readonly point?: Bytes | undefined };
  readonly writeSecret: (secret: Bytes, point: Bytes) => Bytes;
}

/** Makes a DataError for an envelope or a JSON Web Key with wrong content. */
export const dataErrors =
  (fail: CryptoTools['fail']): Refuse =>
  (what) =>
    fail('DataError', `The key cannot be read: ${what}.`);

type Formats = Readonly<Record<string, (data: unknown, curve: Curve, wanted: Wanted, use: string) => Pair>>;

const makeFormats = (fail: CryptoTools['fail']): Formats => {
  const refuse = dataErrors(fail);
  /** Runs a library's function on bytes of the plugin. Throws a DataError for whatever the library throws. */
  const orRefuse = (read: () => Uint8Array, what: string): Bytes => {
    try {
      return read().slice() as Bytes;
    } catch {
      throw refuse(what);
    }
  };
  const publicPair = (bytes: Bytes, { pointFrom }: Curve): Pair => ({
    point: orRefuse(() => pointFrom(bytes), 'it is not a point of the curve'),
  });
  /** `point`: the public half, if the key contains it. Throws if the two halves do not belong together. */
  const privatePair = (secret: Bytes, point: Bytes | undefined, curve: Curve): Pair => {
    if (secret.length !== curve.secretBytes) throw refuse('its private part has another length');
    const own = orRefuse(() => curve.publicOf(secret), 'its private part is out of range');
    if (point && publicPair(point, curve).point.toHex() !== own.toHex())
      throw refuse('its two parts do not belong together');
    return { point: own, secret };
  };
  return {
    raw: (data, curve) => publicPair(bytesOf(data), curve),
    spki: (data, curve) => publicPair(readSpki(bytesOf(data), curve, refuse), curve),
    pkcs8: (data, curve) => {
      const { secret, point } = curve.readSecret(readPkcs8(bytesOf(data), curve, refuse), refuse);
      return privatePair(secret, point, curve);
    },
    jwk: (data, curve, wanted, use) => {
      const { name, kty, algs, coordinates, head, coordinateBytes } = curve;
      const jwk = readJwk(data, { kty, use, ...(use === 'sig' ? { algs } : {}) }, wanted, fail);
      if (jwk.text('crv') !== name) throw jwk.refuse(`its crv is not ${name}`);
      const parts = coordinates.map((member) => jwk.bytes(member));
      if (parts.some(({ length }) => length !== coordinateBytes))
        throw jwk.refuse(`its ${coordinates.join(' or ')} is too short or long`);
      const point = Uint8Array.of(...head, ...parts.flatMap((part) => [...part]));
      return jwk.text('d') === undefined ? publicPair(point, curve) : privatePair(jwk.bytes('d'), point, curve);
    },
  };
};

const exportsOf = ({ point, secret }: Pair, curve: Curve): Material['exports'] => {
  const { name, kty, coordinates, head, coordinateBytes, exportedAlg } = curve;
  const partAt = (index: number): Bytes => {
    const start = head.length + index * coordinateBytes;
    return point.subarray(start, start + coordinateBytes);
  };
  const members = Object.fromEntries(coordinates.map((member, index) => [member, base64url(partAt(index))]));
  const jwk = { kty, crv: name, ...members, ...(exportedAlg === undefined ? {} : { alg: exportedAlg }) };
  if (!secret) return { raw: () => point, spki: () => writeSpki(point, curve), jwk: () => jwk };
  return {
    pkcs8: () => writePkcs8(curve.writeSecret(secret, point), curve),
    jwk: () => ({ ...jwk, d: base64url(secret) }),
  };
};

/** An algorithm, the curves of its keys, and what such keys do. */
interface CurveAlgorithm<Kind extends Curve> {
  readonly name: string;
  readonly usages: Algorithm['usages'];
  /** `sig` or `enc`. */
  readonly use: string;
  readonly curveOf: (params: Params) => Kind;
  /** The member `algorithm` of a key on this curve. */
  readonly shownOf: (curve: Kind) => Material['shown'];
  readonly act: (pair: Pair, curve: Kind) => Act;
}

export const makeCurveAlgorithm = <Kind extends Curve>(
  { name, usages, use, curveOf, shownOf, act }: CurveAlgorithm<Kind>,
  { fail, randomBytes }: CryptoTools,
): Algorithm => {
  const formats = makeFormats(fail);
  const material = (pair: Pair, curve: Kind): Material => {
    const agreed = pair.secret ? {} : { point: { curve: curve.name, bytes: pair.point } };
    const type = pair.secret ? 'private' : 'public';
    return { type, shown: shownOf(curve), ...agreed, ...act(pair, curve), exports: exportsOf(pair, curve) };
  };
  return {
    name,
    usages,
    generate: (params) => {
      const curve = curveOf(params);
      const secret = curve.newSecret(randomBytes).slice() as Bytes;
      const point = curve.publicOf(secret).slice() as Bytes;
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

/** The operation `derive` of a private key, whose parameter `public` is the other side's public key. `agree` throws if the two keys give no secret. */
export const agreement =
  (
    { fail, keyOf }: CryptoTools,
    algorithmName: string,
    curve: string,
    agree: (point: Bytes) => Uint8Array,
  ): NonNullable<Act['derive']> =>
  (params, bits) => {
    const { algorithm, material } = keyOf(params.public);
    if (algorithm.name !== algorithmName || material.point?.curve !== curve)
      throw fail('InvalidAccessError', `The other key must be a public key for ${algorithmName} on ${curve}.`);
    let secret: Uint8Array;
    try {
      secret = agree(material.point.bytes);
    } catch {
      throw fail('OperationError', 'The two keys give no shared secret.');
    }
    if (bits === null) return secret;
    if (bits > 8 * secret.length)
      throw fail('OperationError', `These keys give ${8 * secret.length} bits, not ${bits}.`);
    return firstBits(secret, bits);
  };
