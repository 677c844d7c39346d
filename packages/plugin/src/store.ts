// The types of `context.store`. Types only.

/** An entry without its value. */
export interface StoreEntry {
  readonly key: string;
  /** Opaque. Changes whenever the key is set, and never repeats, even after the entry was deleted. */
  readonly version: string;
  /** When the entry expires, in milliseconds since 1970; absent if it does not. */
  readonly expiresAt?: number;
}

/** An entry with its value. */
export interface StoredValue<Value = unknown> extends StoreEntry {
  readonly value: Value;
}

/** Options of `store.set`. */
export interface StoreSetOptions {
  /** How long the entry lives, in milliseconds. Default: for ever. */
  readonly ttlMs?: number | undefined;
  /** Writes only if the entry has this version, or, for null, only if there is no entry. Rejects with ConflictError otherwise. */
  readonly ifVersion?: string | null | undefined;
}

/** Options of `store.delete`. */
export interface StoreDeleteOptions {
  /** Deletes only if the entry has this version. Rejects with ConflictError otherwise. */
  readonly ifVersion?: string | undefined;
}

/** Options of `store.list`. */
export interface StoreListOptions {
  /** Lists only keys that begin with this text. */
  readonly prefix?: string | undefined;
  /** Lists only keys that follow this one: pass the `next` of the page before. */
  readonly after?: string | undefined;
  /** Most entries of the page, at most 1,000. Default: 100. */
  readonly limit?: number | undefined;
}

/** One page of `store.list`. */
export interface StorePage {
  /** Sorted by the UTF-8 bytes of their keys. Fewer than asked for if their keys have more than 65,536 bytes together. */
  readonly entries: readonly StoreEntry[];
  /** The `after` of the next page; absent on the last one. */
  readonly next?: string;
}

/**
 * Keeps entries between calls, for plugins that ask for `store` in plugin.json and whose operator grants it. A key has 1 to 512 bytes in UTF-8 and no
 * control characters; a value is any JSON value. Each method makes one request to the host (`keys` one for each page), which counts against `hostCalls`.
 *
 * Limits: `storeValueBytes` for a value, `storeKeys` and `storeBytes` for all that the plugin keeps.
 * Rejects with errors of these names: NotAllowedError (not asked for or not granted), TypeError, QuotaExceededError, ConflictError (the entry has not
 * the version `ifVersion`) and UnavailableError (the server's store does not serve now).
 */
export interface ToolStore {
  /** Resolves with the value, or undefined if there is none. */
  get<Value = unknown>(key: string): Promise<Value | undefined>;
  /** Resolves with the value and its version, or undefined if there is none. */
  entry<Value = unknown>(key: string): Promise<StoredValue<Value> | undefined>;
  /** Writes a value. Replaces the old value and its time to live. */
  set(key: string, value: unknown, options?: StoreSetOptions): Promise<StoreEntry>;
  /** Deletes an entry. Resolves with true if there was one. */
  delete(key: string, options?: StoreDeleteOptions): Promise<boolean>;
  /** Resolves with one page of entries, without their values. */
  list(options?: StoreListOptions): Promise<StorePage>;
  /** All keys, or those that begin with `prefix`, sorted. Requests a page of up to 1,000 keys whenever it needs one. */
  keys(prefix?: string): AsyncIterableIterator<string>;
}
