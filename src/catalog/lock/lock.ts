// toolcell.lock: what of each plugin was accepted, so that an upgrade can be told from it, whose each tool's name is, and what the operator has
// decided.
// Lies in the plugins folder. Read and written by the server and by the command line, whole or not at all.

import { randomUUID } from 'node:crypto';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import publishedSchema from '../../../schemas/lock.schema.json' with { type: 'json' };
import { ownPath } from '../../lifetime/belongings.ts';
import type { ManifestJson, ManifestLimits, ManifestSchema } from '../../sdk/manifest.ts';
import { LOCK_CHECK, newAjv } from '../manifest/ajv.ts';
import { isLock } from '../manifest/forms.js';
import { lineColumn } from '../manifest/json-text.ts';
import { shown } from '../model/refusal.ts';
import { inTurn, TurnLost } from './lock-turn.ts';

export const LOCK_FILE = 'toolcell.lock';
/** Larger than the manifests of a thousand plugins ever are. */
const LOCK_BYTES = 64 * 1024 * 1024;
/** Digests of a plugin that are remembered as accepted, the newest last. */
const MOST_ACCEPTED = 16;

/** What agents read of a tool. */
export interface LockedTool {
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: ManifestSchema;
  readonly outputSchema: ManifestSchema;
  readonly annotations?: { readonly [hint: string]: ManifestJson };
}

/** Requests that were asked for; see FetchRule. */
export interface LockedFetch {
  readonly origin: string;
  readonly methods: readonly string[];
  readonly path: string;
}

/** A secret; its places are those of a manifest that names none, unless they are here. */
export interface LockedSecret {
  readonly name: string;
  readonly origin: string;
  readonly headers?: readonly string[];
  readonly parameters?: readonly string[];
}

/** What the manifest asked to reach; `{}` where that was nothing. */
export interface LockedCapabilities {
  readonly fetch?: readonly LockedFetch[];
  readonly store?: { readonly scope: 'plugin' | 'caller' };
  readonly secrets?: readonly LockedSecret[];
}

/** What serves, or served last, under a version number. */
export interface LockedVersion {
  readonly version: string;
  readonly digest: string;
}

/** What is known of a plugin: the version that was accepted last, what the ones before leave behind, and the operator's word on it. */
export interface LockedPlugin {
  readonly version: string;
  readonly digest: string;
  /** The trusted public key that signed it, as one line; absent if none did. */
  readonly key?: string;
  readonly tools: { readonly [toolName: string]: LockedTool };
  /** Tools that it does not have any more, the one that went last at the end: their names stay the plugin's, and one that comes back is compared. */
  readonly dropped: { readonly [toolName: string]: LockedTool };
  /** What the manifest asked for, of the plugin and of its tools; of dropped ones what it asked last. */
  readonly limits: ManifestLimits;
  readonly toolLimits: { readonly [toolName: string]: ManifestLimits };
  readonly freshState?: 'isolate';
  readonly capabilities: LockedCapabilities;
  /** Digests that have served or may serve, the newest last. */
  readonly accepted: readonly string[];
  /** What each version number stands for, the newest last. */
  readonly versions: readonly LockedVersion[];
  /** Only this version may serve. */
  readonly pinned?: string;
}

export interface Lock {
  readonly plugins: Readonly<Record<string, LockedPlugin>>;
}

/** Thrown for a lock file that cannot be believed. The message says where it is wrong and what to do. */
export class LockBroken extends Error {
  override name = 'LockBroken';
}

const NO_PLUGINS: Readonly<Record<string, LockedPlugin>> = Object.freeze(Object.create(null));
export const EMPTY_LOCK: Lock = Object.freeze({ plugins: NO_PLUGINS });

type WrittenPlugin = Omit<LockedPlugin, 'dropped' | 'versions'> & Partial<Pick<LockedPlugin, 'dropped' | 'versions'>>;
interface WrittenLock {
  readonly plugins: Readonly<Record<string, WrittenPlugin>>;
}

let compiled: ValidateFunction<WrittenLock> | undefined;

/** What ajv says first of a value that is no lock file; undefined where it says that it is one. */
const errorOf = (value: unknown): Partial<ErrorObject> | undefined => {
  compiled ??= newAjv(LOCK_CHECK).compile<WrittenLock>(publishedSchema);
  return compiled(value) ? undefined : (compiled.errors?.[0] ?? {});
};

const broken = (where: string, reason: string): LockBroken =>
  new LockBroken(
    `${where}: ${reason}. It says which versions were approved, so nothing is taken from it in part: put back the last good copy, or move it away to accept every bundle that lies in the folder now`,
  );

const parse = (text: string, path: string): Lock => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1];
    throw broken(`${path}:${lineColumn(text, Number(position ?? text.length))}`, 'is not valid JSON');
  }
  const error = isLock(value) ? undefined : errorOf(value);
  if (error)
    throw broken(`${path} ${shown(error.instancePath ?? '')}`, error.message ?? 'does not look like a lock file');
  return { plugins: Object.assign(Object.create(null), completed(value as WrittenLock)) };
};

/** The first form of the file knew neither dropped tools nor what older numbers stood for. All that it approved stays approved. */
const completed = ({ plugins }: WrittenLock): Lock['plugins'] =>
  Object.fromEntries(
    Object.entries(plugins).map(([name, entry]) => {
      const { version, digest, dropped = {}, versions = [{ version, digest }] } = entry;
      return [name, { ...entry, dropped, versions }];
    }),
  );

/** The file that was read last: it is read before every change of the folder, and may be megabytes. */
let last: { readonly path: string; readonly stamp: string; readonly lock: Lock } | undefined;

const stampOf = async (path: string): Promise<string> => {
  const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
};

/** The lock file of a plugins folder; an empty one where there is none. Throws {@link LockBroken}. */
export const readLock = async (folder: string): Promise<Lock> => {
  const path = join(folder, LOCK_FILE);
  try {
    const stamp = await stampOf(path);
    if (last?.path === path && last.stamp === stamp) return last.lock;
    if ((await stat(path)).size > LOCK_BYTES) throw broken(path, `is longer than ${LOCK_BYTES} bytes`);
    const lock = parse(await readFile(path, 'utf8'), path);
    last = { path, stamp, lock };
    return lock;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return EMPTY_LOCK;
    if (error instanceof LockBroken) throw error;
    throw broken(path, `cannot be read (${code ?? String(error)})`);
  }
};

/** The text of a lock file: names sorted, so that it changes only where something did. */
export const lockText = ({ plugins }: Lock): string => {
  const sorted = Object.fromEntries(Object.entries(plugins).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  return `${JSON.stringify({ lockVersion: 2, plugins: sorted }, null, 2)}\n`;
};

/**
 * Changes the lock file of a folder by what `change` makes of it; writes nothing where that is the very same object. Resolves with what stands then.
 * Throws {@link LockBroken}, and the system's error where the folder cannot be written to.
 */
export const updateLock = async (folder: string, change: (lock: Lock) => Lock): Promise<Lock> => {
  const seen = await readLock(folder);
  // The usual case, which needs no turn and no right to write.
  if (change(seen) === seen) return seen;
  for (;;) {
    try {
      return await inTurn(folder, (stillMine) => writeChanged(folder, change, stillMine));
    } catch (error) {
      // Nothing was written, and what is there now may be newer.
      if (!(error instanceof TurnLost)) throw error;
    }
  }
};

const writeChanged = async (
  folder: string,
  change: (lock: Lock) => Lock,
  stillMine: () => Promise<void>,
): Promise<Lock> => {
  const before = await readLock(folder);
  const after = change(before);
  if (after === before) return before;
  const path = join(folder, LOCK_FILE);
  const draft = ownPath(join(folder, `.${LOCK_FILE}.${randomUUID()}`));
  try {
    await writeFile(draft.path, lockText(after));
    await stillMine();
    await rename(draft.path, path);
    last = { path, stamp: await stampOf(path), lock: after };
  } finally {
    draft.remove();
  }
  return after;
};

/** The entry of a plugin in a lock file. */
export const entryOf = ({ plugins }: Lock, name: string): LockedPlugin | undefined =>
  Object.hasOwn(plugins, name) ? plugins[name] : undefined;

/** The lock with one plugin's entry replaced, or taken out where `entry` is undefined. */
export const withEntry = (lock: Lock, name: string, entry: LockedPlugin | undefined): Lock => {
  const { plugins } = lock;
  if (!entry && !Object.hasOwn(plugins, name)) return lock;
  const next: Record<string, LockedPlugin> = Object.assign(Object.create(null), plugins);
  if (entry) next[name] = entry;
  else delete next[name];
  return { plugins: next };
};

/** Digests that may serve once `digest` may too. */
export const acceptedWith = (accepted: readonly string[], digest: string): readonly string[] =>
  [...accepted.filter((known) => known !== digest), digest].slice(-MOST_ACCEPTED);
