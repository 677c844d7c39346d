// The tables of the store in SQLite, and all statements. Runs on the store's own thread.

/** Number of the layout of the tables below. It is kept in the file. */
export const LAYOUT = 1;

/** Triggers keep the totals, so that no statement can forget them. A namespace without keys leaves no row. */
export const TABLES = `
  CREATE TABLE namespaces (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
    keys INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY, namespace INTEGER NOT NULL, key BLOB NOT NULL,
    version TEXT NOT NULL, expires_at INTEGER, bytes INTEGER NOT NULL, value TEXT NOT NULL
  );
  CREATE UNIQUE INDEX entries_by_key ON entries (namespace, key);
  CREATE INDEX entries_by_expiry ON entries (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX entries_by_namespace_and_expiry ON entries (namespace, expires_at) WHERE expires_at IS NOT NULL;
  CREATE TRIGGER entry_added AFTER INSERT ON entries BEGIN
    UPDATE namespaces SET keys = keys + 1, bytes = bytes + NEW.bytes WHERE id = NEW.namespace;
  END;
  CREATE TRIGGER entry_removed AFTER DELETE ON entries BEGIN
    UPDATE namespaces SET keys = keys - 1, bytes = bytes - OLD.bytes WHERE id = OLD.namespace;
    DELETE FROM namespaces WHERE id = OLD.namespace AND keys = 0;
  END;
  PRAGMA user_version = ${LAYOUT};
`;

const OWN = 'namespace = (SELECT id FROM namespaces WHERE name = :namespace)';
const LIVE = '(expires_at IS NULL OR expires_at > :now)';

/** Statements by name. `:now` is in milliseconds since 1970. Keys are bytes, so their order is that of UTF-8. */
export const STATEMENTS = {
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  look: `SELECT version, bytes FROM entries WHERE ${OWN} AND key = :key AND ${LIVE}`,
  read: `SELECT version, expires_at, value FROM entries WHERE ${OWN} AND key = :key AND ${LIVE}`,
  list: `SELECT CAST(key AS TEXT) AS key, version, expires_at FROM entries
    WHERE ${OWN} AND entries.key >= :from AND entries.key > :after AND entries.key < :to AND ${LIVE} ORDER BY entries.key LIMIT :most`,
  totals: 'SELECT keys, bytes FROM namespaces WHERE name = :namespace',
  open: 'INSERT INTO namespaces (name) VALUES (:namespace) ON CONFLICT DO NOTHING',
  add: `INSERT INTO entries (namespace, key, version, expires_at, bytes, value)
    VALUES ((SELECT id FROM namespaces WHERE name = :namespace), :key, :version, :expiresAt, :bytes, :value)`,
  remove: `DELETE FROM entries WHERE ${OWN} AND key = :key`,
  purgeOwn: `DELETE FROM entries WHERE id IN (SELECT id FROM entries WHERE ${OWN} AND expires_at <= :now LIMIT :most)`,
  purgeAny: `DELETE FROM entries WHERE id IN
    (SELECT id FROM entries WHERE expires_at <= :now ORDER BY expires_at LIMIT :most)`,
} as const;
