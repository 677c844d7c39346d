// The keys of the admin API: who has one, and what it may do. Front process; the process of `toolcell admin`.

import { hash, timingSafeEqual } from 'node:crypto';
import { keyFormOf } from './api-key.ts';

/** `read` lists and shows, `operate` also changes. */
export type AdminRole = 'read' | 'operate';

/** A key of the admin API without its secret. */
export interface AdminKey {
  readonly name: string;
  /** `sha256:<64 hex>` of the key. */
  readonly hash: string;
  readonly role: AdminRole;
}

export interface AdminKeySettings {
  readonly adminKeys: Readonly<Record<string, { readonly hash?: string; readonly role?: AdminRole }>>;
}

const HASH_PREFIX = 'sha256:';

/** The keys of a configuration. An entry without a role may only read. */
export const adminKeysOf = ({ adminKeys }: AdminKeySettings): readonly AdminKey[] =>
  Object.entries(adminKeys).flatMap(([name, { hash: keyHash, role = 'read' }]) =>
    keyHash === undefined ? [] : [{ name, hash: keyHash, role }],
  );

/** True if a key with this role may do what needs the other one. */
export const mayDo = (role: AdminRole, needed: AdminRole): boolean => role === 'operate' || needed === 'read';

interface Entry {
  readonly key: AdminKey;
  readonly digest: Buffer;
}

/** The keys in force. It has no timers. */
export class AdminKeys {
  #entries: readonly Entry[] = [];

  constructor(keys: readonly AdminKey[]) {
    this.replace(keys);
  }

  replace(keys: readonly AdminKey[]): void {
    this.#entries = keys.map((key) => ({ key, digest: Buffer.from(key.hash.slice(HASH_PREFIX.length), 'hex') }));
  }

  /**
   * The key that a text is; undefined if it is none. An API key is none, whatever its hash: agents and operators never share a key. Every
   * comparison takes the same time, and all keys are compared.
   */
  find(text: string): AdminKey | undefined {
    const digest = hash('sha256', text, 'buffer');
    let found: AdminKey | undefined;
    for (const entry of this.#entries) if (timingSafeEqual(entry.digest, digest)) found = entry.key;
    const form = keyFormOf(text);
    return form === 'key' || form === 'damaged' ? undefined : found;
  }
}
