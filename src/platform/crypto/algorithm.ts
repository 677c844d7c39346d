// What an algorithm of crypto.subtle is to the rest: how its keys come and go, and what a key can do. Types only.

import type { Hash } from './hashes.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Members of an algorithm, as the plugin gave them. */
export type Given = Readonly<Record<string, unknown>>;

export type KeyType = 'secret' | 'public' | 'private';

/** What a key can do. What is absent, it cannot; bytes that are handed in are the key's to keep. */
export interface Material {
  readonly type: KeyType;
  /** Shown as the key's `algorithm`, which every key has for itself. */
  readonly shown: { readonly name: string };
  readonly sign?: (given: Given, data: Bytes) => Uint8Array;
  readonly verify?: (given: Given, signature: Bytes, data: Bytes) => boolean;
  readonly encrypt?: (given: Given, data: Bytes) => Uint8Array;
  readonly decrypt?: (given: Given, data: Bytes) => Uint8Array;
  /** `bits` is null for all there are. */
  readonly derive?: (given: Given, bits: number | null) => Uint8Array;
  /** What the other side of a key agreement needs of a public key. */
  readonly point?: { readonly curve: string; readonly bytes: Bytes };
  /** By format; a JSON Web Key without its key_ops and ext. */
  readonly exports: Readonly<Record<string, () => Uint8Array | Readonly<Record<string, string>>>>;
}

/** How a key is wanted. */
export interface Wanted {
  readonly extractable: boolean;
  readonly usages: readonly string[];
}

export interface Algorithm {
  readonly name: string;
  /** What a key can be used for, by its type. */
  readonly usages: Readonly<Partial<Record<KeyType, readonly string[]>>>;
  /** False where keys never leave. */
  readonly mayLeave?: boolean;
  /** Looks at what is asked for as a whole, before it is looked at what the key is for. */
  readonly check?: (given: Given) => void;
  /** One secret key, or the public and the private one. */
  readonly generate?: (given: Given) => Material | readonly [Material, Material];
  readonly importKey: (format: string, data: unknown, given: Given, wanted: Wanted) => Material;
  /** Bits of a key that is derived; null for as many as there are. */
  readonly keyBits?: (given: Given) => number | null;
}

export interface KeyState extends Wanted {
  readonly algorithm: Algorithm;
  readonly material: Material;
}

/** What the group `crypto` lends those that add algorithms. */
export interface CryptoTools {
  /** An exception of the platform. */
  readonly fail: (name: string, message: string) => Error;
  readonly randomBytes: (bytes: number) => Bytes;
  /** Throws NotSupportedError for a hash that is not offered. */
  readonly hashOf: (algorithm: unknown) => Hash;
  /** Throws TypeError for what is no key. */
  readonly keyOf: (value: unknown) => KeyState;
  readonly offer: (algorithm: Algorithm) => void;
}
