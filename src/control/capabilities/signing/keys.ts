// Makes signatures with the operator's keys, and keeps the keys as the system's cryptography has them. Control thread.

import { constants, createHmac, createPrivateKey, createSecretKey, type KeyObject, sign } from 'node:crypto';
import type { Secret } from '../../../shared/protocol/capabilities.ts';
import type { Signing } from './request.ts';

const HASHES = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512', RS256: 'sha256', ES256: 'sha256' } as const;

export class SigningKeys {
  /** A key is read once for as long as the configuration has it. */
  readonly #read = new WeakMap<Secret, KeyObject>();

  /** Signs with the value of `secret`, which fits the algorithm: it was checked when the configuration was read. */
  async sign(secret: Secret, { algorithm, bytes }: Omit<Signing, 'name'>): Promise<Buffer> {
    const key = this.#keyOf(secret);
    const hash = HASHES[algorithm];
    switch (algorithm) {
      case 'RS256':
        return signed(hash, bytes, { key, padding: constants.RSA_PKCS1_PADDING });
      case 'ES256':
        return signed(hash, bytes, { key, dsaEncoding: 'ieee-p1363' });
      default:
        return createHmac(hash, key).update(bytes).digest();
    }
  }

  #keyOf(secret: Secret): KeyObject {
    const known = this.#read.get(secret);
    if (known) return known;
    const value = 'value' in secret.from ? secret.from.value : '';
    const isText = secret.algorithms?.every((algorithm) => algorithm.startsWith('HS'));
    const key = isText ? createSecretKey(Buffer.from(value)) : createPrivateKey(value);
    this.#read.set(secret, key);
    return key;
  }
}

type AsymmetricKey = Parameters<typeof sign>[2];

/** On a thread of the pool, because an RSA key takes milliseconds. */
const signed = (hash: string, bytes: Buffer, key: AsymmetricKey): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    sign(hash, bytes, key, (error, signature) => (error ? reject(error) : resolve(signature)));
  });
