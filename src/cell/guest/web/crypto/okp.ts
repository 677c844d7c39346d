// Ed25519 and X25519, built on @noble/curves, without the library's tables of points (see ec.ts). Runs inside the isolate.

import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import type { Bytes } from '../standard/bytes.ts';
import type { Algorithm, CryptoTools } from './algorithm.ts';
import { type Act, AGREEING, agreement, type Curve, makeCurveAlgorithm, type Pair, SIGNING } from './curve-keys.ts';
import { element, readDer, TAGS } from './der.ts';

const KEY_BYTES = 32;

const makeCurve = (name: string, library: typeof ed25519 | typeof x25519, oid: string): Curve => ({
  ...{ name, identifier: oid, kty: 'OKP', algs: [] },
  ...{ coordinates: ['x'], head: [], coordinateBytes: KEY_BYTES, secretBytes: KEY_BYTES },
  pointFrom: (bytes) => {
    if (bytes.length !== KEY_BYTES) throw new TypeError(`A public key has ${KEY_BYTES} bytes.`);
    return bytes;
  },
  publicOf: (secret) => library.getPublicKey(secret),
  newSecret: (randomBytes) => randomBytes(KEY_BYTES),
  readSecret: (key, refuse) => {
    const inner = readDer(key, refuse);
    const secret = inner.take(TAGS.octets);
    inner.end();
    return { secret };
  },
  writeSecret: (secret) => element(TAGS.octets, secret),
});

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
  const onCurve = (curve: Curve) => ({
    name: curve.name,
    curveOf: () => curve,
    shownOf: () => ({ name: curve.name }),
  });
  // `Ed25519` is the current name of the algorithm in a JSON Web Key.
  const edwards = {
    ...makeCurve('Ed25519', ed25519, '06032b6570'),
    algs: ['EdDSA', 'Ed25519'],
    exportedAlg: 'Ed25519',
  };
  const montgomery = makeCurve('X25519', x25519, '06032b656e');
  return [
    makeCurveAlgorithm({ ...onCurve(edwards), usages: SIGNING, use: 'sig', act: signing }, tools),
    makeCurveAlgorithm({ ...onCurve(montgomery), usages: AGREEING, use: 'enc', act: agreeing }, tools),
  ];
};
