// Creates, rotates and revokes API keys: changes of the list of keys, as data. Command line.

import { randomBytes } from 'node:crypto';
import { keyHashOf, makeKey } from './api-key.ts';
import { hasExpired, type KeyRecord } from './key-record.ts';

/** A new key. `key` is its text, which is kept nowhere. */
export interface IssuedKey {
  readonly key: string;
  readonly record: KeyRecord;
}

export type KeyOwner = Pick<KeyRecord, 'client' | 'org' | 'scopes'>;

export class NoSuchKey extends Error {
  override name = 'NoSuchKey';
}

/** A key cannot be rotated again: another one has taken its place, which has its lifetime. */
export class AlreadyRotated extends Error {
  override name = 'AlreadyRotated';
  readonly old: KeyRecord;
  /** The key that took its place; undefined if that one was revoked. */
  readonly next: KeyRecord | undefined;

  constructor(old: KeyRecord, next: KeyRecord | undefined) {
    super(`Key ${old.id} was rotated.`);
    this.old = old;
    this.next = next;
  }
}

export interface KeyChange<Result> {
  readonly keys: readonly KeyRecord[];
  readonly result: Result;
}

const newId = (keys: readonly KeyRecord[]): string => {
  for (;;) {
    const id = randomBytes(4).toString('hex');
    if (keys.every((known) => known.id !== id)) return id;
  }
};

const timeAt = (ms: number): string => new Date(ms).toISOString();

/** Keys that expired longer ago than this are dropped when the file is next changed, so that it does not grow for ever. */
const KEPT_EXPIRED_MS = 30 * 86_400_000;

const tidied = (keys: readonly KeyRecord[], nowMs: number): readonly KeyRecord[] =>
  keys.filter((record) => !hasExpired(record, nowMs - KEPT_EXPIRED_MS));

/** Adds a key. `expiresInMs`: undefined for a key that holds until it is revoked. */
export const createKey = (
  keys: readonly KeyRecord[],
  owner: KeyOwner,
  expiresInMs: number | undefined,
  nowMs: number = Date.now(),
): KeyChange<IssuedKey> => {
  const key = makeKey();
  const { client, org, scopes } = owner;
  const record: KeyRecord = {
    id: newId(keys),
    hash: keyHashOf(key),
    client,
    ...(org !== undefined && { org }),
    scopes,
    createdAt: timeAt(nowMs),
    ...(expiresInMs !== undefined && { expiresAt: timeAt(nowMs + expiresInMs) }),
  };
  return { keys: [...tidied(keys, nowMs), record], result: { key, record } };
};

/**
 * Adds a key with the owner of another one, and lets that one hold for `graceMs` more at most. The new key holds for as long as the old one was
 * meant to. Throws {@link NoSuchKey}, and {@link AlreadyRotated}: a key in its grace does not tell any more for how long it was meant to hold.
 */
export const rotateKey = (
  keys: readonly KeyRecord[],
  id: string,
  graceMs: number,
  nowMs: number = Date.now(),
): KeyChange<IssuedKey & { readonly old: KeyRecord }> => {
  const old = keyOf(keys, id);
  if (old.replacedBy !== undefined)
    throw new AlreadyRotated(
      old,
      keys.find((record) => record.id === old.replacedBy),
    );
  const lifeMs =
    old.expiresAt === undefined ? undefined : Math.max(0, Date.parse(old.expiresAt) - Date.parse(old.createdAt));
  const created = createKey(keys, old, lifeMs, nowMs);
  const endMs = Math.min(nowMs + graceMs, old.expiresAt === undefined ? Infinity : Date.parse(old.expiresAt));
  const replaced: KeyRecord = { ...old, expiresAt: timeAt(endMs), replacedBy: created.result.record.id };
  return {
    keys: created.keys.map((record) => (record.id === id ? replaced : record)),
    result: { ...created.result, old: replaced },
  };
};

export const revokeKey = (keys: readonly KeyRecord[], id: string): KeyChange<KeyRecord> => {
  const result = keyOf(keys, id);
  return { keys: keys.filter((record) => record !== result), result };
};

/** Takes all keys of a client away, also those in their grace. Throws {@link NoSuchKey}. */
export const revokeKeysOf = (keys: readonly KeyRecord[], client: string): KeyChange<readonly KeyRecord[]> => {
  const result = keys.filter((record) => record.client === client);
  if (result.length === 0) throw new NoSuchKey(`No key is of the client ${JSON.stringify(client)}.`);
  return { keys: keys.filter((record) => record.client !== client), result };
};

const keyOf = (keys: readonly KeyRecord[], id: string): KeyRecord => {
  const found = keys.find((record) => record.id === id);
  if (found) return found;
  throw new NoSuchKey(`No key has the id ${JSON.stringify(id)}.`);
};
