// The interface between crypto.subtle and its algorithms: how keys are generated, imported and exported, and what a key can do. Types only.

import type { Bytes } from '../standard/bytes.ts';
import type { Hash } from './hashes.ts';

/** The parameters of an algorithm: members of the object that the plugin passed, not yet converted. */
export type Params = Readonly<Record<string, unknown>>;

export type KeyType = 'secret' | 'public' | 'private';

/** The operations of a key: those that it cannot do are absent. It may keep the bytes that it gets, because nobody else has them. */
export interface Material {
  readonly type: KeyType;
  /** The key's member `algorithm`, an object of its own for every key. */
  readonly shown: { readonly name: string };
  readonly sign?: (params: Params, data: Bytes) => Uint8Array;
  readonly verify?: (params: Params, signature: Bytes, data: Bytes) => boolean;
  readonly encrypt?: (params: Params, data: Bytes) => Uint8Array;
  readonly decrypt?: (params: Params, data: Bytes) => Uint8Array;
  /** Derives `bits` bits, or all that there are if `bits` is null. */
  readonly derive?: (params: Params, bits: number | null) => Uint8Array;
  /** The public key's point, for the other side of a key agreement. */
  readonly point?: { readonly curve: string; readonly bytes: Bytes };
  /** Writers by format. They leave out `key_ops` and `ext` of a JSON Web Key. */
  readonly exports: Readonly<Record<string, () => Uint8Array | Readonly<Record<string, string>>>>;
}

export interface Wanted {
  readonly extractable: boolean;
  readonly usages: readonly string[];
}

export interface Algorithm {
  readonly name: string;
  /** The usages that a key may have, by its type. */
  readonly usages: Readonly<Partial<Record<KeyType, readonly string[]>>>;
  /** False if keys cannot be extractable. */
  readonly mayExport?: boolean;
  /** Checks the parameters of `generateKey` before the usages are checked. */
  readonly check?: (params: Params) => void;
  /** One secret key, or the public key and the private one. */
  readonly generate?: (params: Params) => Material | readonly [Material, Material];
  readonly importKey: (format: string, data: unknown, params: Params, wanted: Wanted) => Material;
  /** Length in bits of a derived key; null for all the bits there are. */
  readonly keyBits?: (params: Params) => number | null;
}

export interface KeyState extends Wanted {
  readonly algorithm: Algorithm;
  readonly material: Material;
}

export interface CryptoTools {
  readonly fail: (name: string, message: string) => Error;
  readonly randomBytes: (bytes: number) => Bytes;
  /** Throws NotSupportedError for a hash that is not offered. */
  readonly hashOf: (algorithm: unknown) => Hash;
  /** The state of a CryptoKey. Throws TypeError for any other value. */
  readonly keyOf: (value: unknown) => KeyState;
  readonly offer: (algorithm: Algorithm) => void;
}
