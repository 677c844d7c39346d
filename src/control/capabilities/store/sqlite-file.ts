// One SQLite file that holds the entries of all namespaces. Runs on the store's own thread: every step here waits for the disk.
// Several threads and processes may use one file: a change is one transaction, and waits for those of others.

import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { noteKnown } from '../../../shared/lifetime/known-file.ts';
import type { StoreEntry, StoreOperation, StoreResult } from '../../../shared/protocol/capabilities.ts';
import { LIST_KEY_BYTES, type StoreReply, type StoreRequest } from './backend.ts';
import { LAYOUT, STATEMENTS, TABLES } from './sqlite-tables.ts';

/** How long a change waits for those of others, in milliseconds: less than a host request may take, so that its answer says what held it up. */
const BUSY_MS = 1_500;
/** Expired entries that a change removes from its own namespace, and from all of them, unless it needs their room. */
const PURGED_AT_A_TIME = 100;
const ALL = -1;

type Statements = Readonly<Record<keyof typeof STATEMENTS, StatementSync>>;
type Change = Extract<StoreOperation, { op: 'set' | 'delete' }>;

interface Held {
  readonly version: string;
  readonly bytes: number;
}

/** Key, version, and the time at which it expires. */
type ListedRow = readonly [string, string, number | null];

interface Row {
  readonly version: string;
  readonly expires_at: number | null;
  readonly value: string;
}

const entryOf = (key: string, version: string, expiresAt: number | null): StoreEntry => ({
  key,
  version,
  ...(expiresAt !== null && { expiresAt }),
});

const given = (what: StoreResult): StoreReply => ({ kind: 'given', text: JSON.stringify(what) });

/** The tables in a file; made if there are none. Throws SQLite's errors, and if the file has tables of another layout. */
const openFile = (file: string): DatabaseSync => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // For its owner alone. SQLite gives its other files the same rights.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    // A crash of the process loses nothing. A crash of the machine may lose the last changes, but never a part of one.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16777216;');
    database.exec('BEGIN IMMEDIATE');
    const layout = database.prepare('PRAGMA user_version').get()?.user_version;
    if (layout === 0) {
      database.exec(TABLES);
      void noteKnown(file);
    } else if (layout !== LAYOUT) throw new Error(`The file's tables have layout ${layout as number}, not ${LAYOUT}.`);
    database.exec('COMMIT');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

export class SqliteFile {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;

  /** Opens the file. Throws if it cannot be opened, or holds something else. */
  constructor(file: string) {
    this.#database = openFile(file);
    const prepared = Object.entries(STATEMENTS).map(([name, sql]) => [name, this.#database.prepare(sql)]);
    this.#statements = Object.fromEntries(prepared) as Statements;
    // A thousand rows as arrays take a quarter of the time of a thousand objects.
    this.#statements.list.setReturnArrays(true);
  }

  /** Carries out one host request, whole or not at all. `now` is in milliseconds since 1970. Throws SQLite's errors. */
  perform(request: StoreRequest, now: number): StoreReply {
    const { ask } = request;
    switch (ask.op) {
      case 'get':
        return given(this.#get(request.namespace, ask.key, now));
      case 'list':
        return given(this.#list(request.namespace, ask, now));
      default:
        return this.#change(request, ask, now);
    }
  }

  close(): void {
    this.#database.close();
  }

  #get(namespace: string, key: string, now: number): StoreResult {
    const row = this.#statements.read.get({ namespace, key: Buffer.from(key), now }) as Row | undefined;
    return row === undefined ? null : { ...entryOf(key, row.version, row.expires_at), value: row.value };
  }

  #list(namespace: string, ask: Extract<StoreOperation, { op: 'list' }>, now: number): StoreResult {
    const { prefix = '', after = '', limit = 100 } = ask;
    const from = Buffer.from(prefix);
    // No key contains this byte.
    const to = Buffer.concat([from, Buffer.of(0xff)]);
    const range = { namespace, from, to, after: Buffer.from(after), now, most: limit + 1 };
    const entries: StoreEntry[] = [];
    let keyBytes = 0;
    for (const [key, version, expiresAt] of this.#statements.list.all(range) as unknown as ListedRow[]) {
      keyBytes += Buffer.byteLength(key);
      if (entries.length === limit || keyBytes > LIST_KEY_BYTES)
        return { entries, next: entries.at(-1)?.key as string };
      entries.push(entryOf(key, version, expiresAt));
    }
    return { entries };
  }

  #change(request: StoreRequest, ask: Change, now: number): StoreReply {
    const { begin, commit, purgeAny } = this.#statements;
    begin.run();
    try {
      this.#purge(request, now, PURGED_AT_A_TIME);
      // Expired entries of other namespaces: bounded, so that no change pays for all that others left behind.
      purgeAny.run({ now, most: PURGED_AT_A_TIME });
      const reply = this.#changeInside(request, ask, now);
      commit.run();
      return reply;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #changeInside(request: StoreRequest, ask: Change, now: number): StoreReply {
    const { namespace } = request;
    const { look, remove } = this.#statements;
    const key = Buffer.from(ask.key);
    const old = look.get({ namespace, key, now }) as Held | undefined;
    if (ask.ifVersion !== undefined && ask.ifVersion !== (old?.version ?? null)) return { kind: 'conflict' };
    if (ask.op === 'set') return this.#set(request, ask, old, now);
    remove.run({ namespace, key });
    return given(old !== undefined);
  }

  #set(
    request: StoreRequest,
    ask: Extract<StoreOperation, { op: 'set' }>,
    old: Held | undefined,
    now: number,
  ): StoreReply {
    const { namespace, newVersion: version } = request;
    const { remove, open, add } = this.#statements;
    const key = Buffer.from(ask.key);
    const bytes = key.length + Buffer.byteLength(ask.value);
    const fault = (): StoreReply | undefined => quotaFault(request, this.#totals(namespace), old?.bytes, bytes);
    if (fault()) {
      this.#purge(request, now, ALL);
      const still = fault();
      if (still) return still;
    }
    const expiresAt = ask.ttlMs === undefined ? null : now + ask.ttlMs;
    // Removes an expired entry too.
    remove.run({ namespace, key });
    open.run({ namespace });
    add.run({ namespace, key, version, expiresAt, bytes, value: ask.value });
    return given(entryOf(ask.key, version, expiresAt));
  }

  #purge({ namespace }: StoreRequest, now: number, most: number): void {
    this.#statements.purgeOwn.run({ namespace, now, most });
  }

  #totals(namespace: string): { readonly keys: number; readonly bytes: number } {
    const row = this.#statements.totals.get({ namespace }) as { keys: number; bytes: number } | undefined;
    return row ?? { keys: 0, bytes: 0 };
  }
}

/**
 * Why an entry of `bytes` does not fit, or undefined; the Redis script has the same rule. `oldBytes`: size of the entry that it replaces. An entry that does not grow is
 * never refused, so that a plugin whose limit was lowered can still write less.
 */
const quotaFault = (
  { storeBytes, storeKeys }: Pick<StoreRequest, 'storeBytes' | 'storeKeys'>,
  held: { readonly keys: number; readonly bytes: number },
  oldBytes: number | undefined,
  bytes: number,
): StoreReply | undefined => {
  const keys = held.keys + (oldBytes === undefined ? 1 : 0);
  if (keys > held.keys && keys > storeKeys) return { kind: 'overQuota', limit: 'storeKeys', wanted: keys };
  const wanted = held.bytes + bytes - (oldBytes ?? 0);
  if (wanted > held.bytes && wanted > storeBytes) return { kind: 'overQuota', limit: 'storeBytes', wanted };
  return undefined;
};
