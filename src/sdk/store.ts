// What a plugin author sees of the store: `context.store`. Types only.

/** What an entry is, beside its value. */
export interface StoreEntry {
  readonly key: string;
  /** Opaque; another one whenever the key is set, and none ever again. */
  readonly version: string;
  /** When it goes, in milliseconds since 1970; absent for one that stays. */
  readonly expiresAt?: number;
}

/** An entry with its value. */
export interface StoredValue<Value = unknown> extends StoreEntry {
  readonly value: Value;
}

export interface StoreSetOptions {
  /** How long the entry lives, in milliseconds; for ever where absent. */
  readonly ttlMs?: number | undefined;
  /** The version that must be there for the value to be written; null where nothing may be. */
  readonly ifVersion?: string | null | undefined;
}

export interface StoreDeleteOptions {
  /** The version that must be there for the entry to be deleted. */
  readonly ifVersion?: string | undefined;
}

export interface StoreListOptions {
  readonly prefix?: string | undefined;
  /** List only keys behind this one: the `next` of the page before. */
  readonly after?: string | undefined;
  /** Entries of a page: 100 where absent, at most 1,000. */
  readonly limit?: number | undefined;
}

export interface StorePage {
  /** By the UTF-8 bytes of their keys. */
  readonly entries: readonly StoreEntry[];
  /** Where the next page begins; absent on the last one. */
  readonly next?: string;
}

/**
 * Entries that outlive a call, for plugins that ask for `store` in plugin.json and whose operator grants it. Keys are texts of 1 to 512 bytes in
 * UTF-8 without control characters, values are what JSON holds. Each method asks the host once, which counts against `hostCalls`.
 *
 * Limits: `storeValueBytes` for a value, `storeKeys` and `storeBytes` for all that the plugin keeps.
 * Rejects with errors of the names NotAllowedError, TypeError, QuotaExceededError, ConflictError (`ifVersion` does not fit) and
 * UnavailableError (nobody can say when it serves again).
 */
export interface ToolStore {
  /** The value, or undefined where there is none. */
  get<Value = unknown>(key: string): Promise<Value | undefined>;
  /** The value with its version, or undefined where there is none. */
  entry<Value = unknown>(key: string): Promise<StoredValue<Value> | undefined>;
  /** Writes a value, in the place of what was there and of its time to live. */
  set(key: string, value: unknown, options?: StoreSetOptions): Promise<StoreEntry>;
  /** True where something was there. */
  delete(key: string, options?: StoreDeleteOptions): Promise<boolean>;
  /** One page of entries, without their values. */
  list(options?: StoreListOptions): Promise<StorePage>;
  /** All keys, or those that begin so, in order; asks for a page when it gets there. */
  keys(prefix?: string): AsyncIterableIterator<string>;
}
