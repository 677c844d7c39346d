// The API keys that hold now, found by what a caller sends. Front process.

import { timingSafeEqual } from 'node:crypto';
import { keyFormOf, keyHashOf } from './api-key.ts';
import { hasExpired, type KeyRecord } from './key-record.ts';

/** `unread`: nobody knows, because the keys cannot be read. */
export type KeyRefusal = 'admin' | 'damaged' | 'expired' | 'unknown' | 'unread';

/** Revoked keys that are remembered, so that the log can name them. */
const MOST_REVOKED = 1_000;
const MINUTE_MS = 60_000;

interface Entry {
  readonly record: KeyRecord;
  readonly hash: Buffer;
}

/** Finds keys in time that does not depend on their number. It has no timers. */
export class Keyring {
  #entries: ReadonlyMap<string, Entry> = new Map();
  /** Hash → a key that is not among the keys any more. The oldest first. */
  readonly #revoked = new Map<string, KeyRecord>();
  readonly #ids = new Set<string>();
  /** Id of a key → when it was last used, since {@link takeUses} was called last. Only ids of keys that hold. */
  #uses = new Map<string, string>();
  /** Counts the sets of keys that were in force. */
  #generation = 0;
  #isRead = false;
  #minute = 0;
  #minuteText = '';

  /** Without `keys`, no key holds and none is wrong, until they are replaced. */
  constructor(keys: readonly KeyRecord[] | 'unread' = []) {
    if (keys !== 'unread') this.replace(keys);
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  replace(keys: readonly KeyRecord[]): void {
    this.#isRead = true;
    this.#generation += 1;
    const before = this.#entries;
    this.#entries = new Map(keys.map((record) => [record.hash, { record, hash: Buffer.from(record.hash) }]));
    this.#ids.clear();
    for (const { id } of keys) this.#ids.add(id);
    this.#noteRevoked(before);
  }

  /** True if a key with this id is among the keys. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** A key has let its caller in. */
  noteUse({ id }: KeyRecord, nowMs: number = Date.now()): void {
    // To the minute, because more is not kept, and so that most calls make no text.
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#minuteText = new Date(minute * MINUTE_MS).toISOString();
    }
    this.#uses.set(id, this.#minuteText);
  }

  /** The uses since this was called last. */
  takeUses(): ReadonlyMap<string, string> {
    const uses = this.#uses;
    this.#uses = new Map();
    return new Map([...uses].filter(([id]) => this.has(id)));
  }

  /** Uses that could not be kept. */
  giveBack(uses: ReadonlyMap<string, string>): void {
    this.#uses = new Map([...uses, ...this.#uses]);
  }

  /** No key holds until there are keys again: one of those from before may have been revoked. */
  close(): void {
    this.#generation += 1;
    this.#isRead = false;
  }

  /** For the log: the record of a key that has expired, or was revoked while this server ran. Undefined for any other text. */
  formerOf(text: string): KeyRecord | undefined {
    if (keyFormOf(text) !== 'key') return undefined;
    const hash = keyHashOf(text);
    return this.#entries.get(hash)?.record ?? this.#revoked.get(hash);
  }

  /** What is known of a key holds as long as this number stays the same, and the key has not expired. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * The record of a key. A guess is hashed before anything is compared, so the time that this takes tells nothing about any key: whoever
   * chooses a text does not choose its hash.
   */
  find(text: string, nowMs: number = Date.now()): KeyRecord | KeyRefusal {
    const form = keyFormOf(text);
    if (form !== 'key') return form === 'other' ? 'unknown' : form;
    if (!this.#isRead) return 'unread';
    const hash = keyHashOf(text);
    const found = this.#entries.get(hash);
    if (found === undefined || !timingSafeEqual(found.hash, Buffer.from(hash))) return 'unknown';
    return hasExpired(found.record, nowMs) ? 'expired' : found.record;
  }

  #noteRevoked(before: ReadonlyMap<string, Entry>): void {
    for (const [hash, { record }] of before) if (!this.#entries.has(hash)) this.#revoked.set(hash, record);
    for (const hash of this.#revoked.keys()) {
      if (this.#revoked.size <= MOST_REVOKED) return;
      this.#revoked.delete(hash);
    }
  }
}

interface Last {
  readonly text: string;
  readonly record: KeyRecord;
  readonly generation: number;
}

/** Finds keys as the keyring does. A key that its connection has just sent needs no hash; a revoked one is refused with the next request. */
export class LastKeys {
  readonly #keys: Keyring;
  readonly #last = new WeakMap<object, Last>();

  constructor(keys: Keyring) {
    this.#keys = keys;
  }

  find(connection: object, text: string, nowMs: number = Date.now()): KeyRecord | KeyRefusal {
    const { generation } = this.#keys;
    const last = this.#last.get(connection);
    if (last !== undefined && last.generation === generation && isSame(last.text, text))
      return hasExpired(last.record, nowMs) ? 'expired' : last.record;
    const found = this.#keys.find(text, nowMs);
    if (typeof found !== 'string') this.#last.set(connection, { text, record: found, generation });
    return found;
  }
}

/** Takes as long for any two texts of one length. A proxy may send the requests of several callers over one connection. */
const isSame = (one: string, other: string): boolean => {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
};
