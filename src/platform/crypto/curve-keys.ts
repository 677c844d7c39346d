// Keys on curves: what both families, EC and OKP, have in common. Runs inside the isolate.

import type { Algorithm, Bytes, CryptoTools, KeyType, Material } from './algorithm.ts';
import { firstBits } from './given.ts';

/** What keys of an algorithm can be used for. */
export const SIGNING: Algorithm['usages'] = { public: ['verify'], private: ['sign'] };
export const AGREEING: Algorithm['usages'] = { public: [], private: ['deriveKey', 'deriveBits'] };

export type Act = Pick<Material, 'sign' | 'verify' | 'derive'>;

/** A pair of keys on a curve, or its public half alone. */
export interface Pair {
  readonly point: Bytes;
  readonly secret?: Bytes;
}

/** What makes DataErrors of what an envelope or a JSON Web Key says wrong. */
export const refusal =
  (fail: CryptoTools['fail']) =>
  (what: string): Error =>
    fail('DataError', `The key cannot be read: ${what}.`);

/** Runs what a library does with bytes from outside; its errors become DataErrors. */
export const orRefuse = <T>(read: () => T, fail: CryptoTools['fail'], what: string): T => {
  try {
    return read();
  } catch {
    throw refusal(fail)(what);
  }
};

/** Which keys agree: of one algorithm, on one curve. */
export interface Agreement {
  readonly algorithmName: string;
  readonly curve: string;
  /** Throws where the two give no secret. */
  readonly agree: (point: Bytes) => Uint8Array;
}

/** What a private key derives with the public key that it is given. */
export const agreement =
  ({ algorithmName, curve, agree }: Agreement, { fail, keyOf }: CryptoTools): NonNullable<Act['derive']> =>
  (given, bits) => {
    const { algorithm, material } = keyOf(given.public);
    if (algorithm.name !== algorithmName || material.point?.curve !== curve)
      throw fail('InvalidAccessError', `The other key must be a public one for ${algorithmName} on ${curve}.`);
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

/** The type of the key that one half of a pair makes. */
export const typeOf = ({ secret }: Pair): KeyType => (secret ? 'private' : 'public');
