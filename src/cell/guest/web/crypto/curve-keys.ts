// Keys on curves: the parts that both families, EC and OKP, share. Runs inside the isolate.

import { type Bytes, firstBits } from '../standard/bytes.ts';
import type { Algorithm, CryptoTools, KeyType, Material } from './algorithm.ts';

/** The usages that keys of a signature algorithm and of a key agreement may have. */
export const SIGNING: Algorithm['usages'] = { public: ['verify'], private: ['sign'] };
export const AGREEING: Algorithm['usages'] = { public: [], private: ['deriveKey', 'deriveBits'] };

export type Act = Pick<Material, 'sign' | 'verify' | 'derive'>;

/** A pair of keys on a curve, or its public half alone. */
export interface Pair {
  readonly point: Bytes;
  readonly secret?: Bytes;
}

/** Makes a DataError for an envelope or a JSON Web Key with wrong content. */
export const dataErrors =
  (fail: CryptoTools['fail']) =>
  (what: string): Error =>
    fail('DataError', `The key cannot be read: ${what}.`);

/** Runs a library's function on bytes of the plugin. Throws a DataError for whatever the library throws. */
export const orDataError = <T>(read: () => T, fail: CryptoTools['fail'], what: string): T => {
  try {
    return read();
  } catch {
    throw dataErrors(fail)(what);
  }
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

export const typeOf = ({ secret }: Pair): KeyType => (secret ? 'private' : 'public');
