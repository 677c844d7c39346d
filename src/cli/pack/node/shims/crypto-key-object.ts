// `KeyObject` of `crypto`. Runs inside the isolate, as part of the packed entry.

import { Buffer } from './buffer.ts';
import { toBytes } from './bytes.ts';
import { coded } from './errors.ts';

export type Jwk = Readonly<Record<string, string>>;

/** How a key is written: the options of `export`. */
export interface Form {
  readonly format?: string;
  readonly type?: string;
  readonly cipher?: string;
}

/** What is known of a key of a pair. */
export interface PairKey {
  readonly type: 'public' | 'private';
  readonly kind: 'rsa' | 'ec' | 'ed25519';
  readonly jwk: Jwk;
  readonly details: object;
  write(form: Form): unknown;
}

/** A key: bytes, or one of a pair. */
export class KeyObject {
  readonly #key: Uint8Array | PairKey;

  constructor(key: Uint8Array | PairKey) {
    this.#key = key;
    if (!(key instanceof Uint8Array))
      Object.assign(this, { asymmetricKeyType: key.kind, asymmetricKeyDetails: key.details });
  }

  get type(): string {
    return this.#key instanceof Uint8Array ? 'secret' : this.#key.type;
  }

  get symmetricKeySize(): number | undefined {
    return this.#key instanceof Uint8Array ? this.#key.length : undefined;
  }

  export(form: Form = {}): unknown {
    const key = this.#key;
    if (!(key instanceof Uint8Array)) return key.write(form);
    return form.format === 'jwk' ? { kty: 'oct', k: Buffer.from(key).toString('base64url') } : Buffer.from(key);
  }

  equals(other: KeyObject): boolean {
    const written = (one: KeyObject): string =>
      JSON.stringify(one.export({ format: 'jwk' }), ['kty', 'crv', 'n', 'e', 'x', 'y', 'd', 'k']);
    return this.type === other.type && written(this) === written(other);
  }

  /** What it is made of, for this module's own use. */
  static partsOf(object: KeyObject): Uint8Array | PairKey {
    return object.#key;
  }
}

/** The bytes of a secret key; undefined for what is no `KeyObject`. */
export const secretBytes = (key: unknown): Uint8Array | undefined => {
  if (!(key instanceof KeyObject)) return undefined;
  const parts = KeyObject.partsOf(key);
  if (parts instanceof Uint8Array) return parts;
  throw coded(
    TypeError,
    'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE',
    `Invalid key object type ${parts.type}, expected secret.`,
  );
};

export const createSecretKey = (key: unknown, encoding?: unknown): KeyObject =>
  new KeyObject(new Uint8Array(toBytes(key, encoding ?? 'utf8', 'key')));
