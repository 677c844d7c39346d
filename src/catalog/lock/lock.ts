// toolcell.lock: what was accepted of each plugin, so that upgrades can be compared with it, which plugin owns each tool name, and what the
// operator has decided.
// Lies in the plugins folder. The server and the command line read and write it, whole or not at all. Decision 0013.

import type { BigIntStats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type {
  ImportedFrom,
  ManifestLimits,
  ManifestTool,
  SecretWish,
  SigningWish,
} from '../../../packages/plugin/src/manifest.ts';
import { isLock } from '../../../schemas/checks.js';
import publishedSchema from '../../../schemas/lock.schema.json' with { type: 'json' };
import { inTurn } from '../../shared/lifetime/turn.ts';
import { writeWhole } from '../../shared/lifetime/whole-file.ts';
import { systemCode } from '../../shared/machine/system-code.ts';
import type { FetchRule } from '../../shared/protocol/capabilities.ts';
import { lineColumn } from '../../shared/text/json-places.ts';
import { LOCK_CHECK, newAjv } from '../manifest/ajv.ts';
import { isMomentary, shown } from '../model/refusal.ts';

/** Name of the lock file in the plugins folder. */
export const LOCK_FILE = 'toolcell.lock';
/** Larger than the manifests of a thousand plugins ever are. */
const LOCK_BYTES = 64 * 1024 * 1024;

/** The parts of a tool that agents read. */
export type LockedTool = Pick<
  ManifestTool,
  'title' | 'description' | 'inputSchema' | 'outputSchema' | 'contentBlocks' | 'annotations'
>;

/** A secret that the manifest asked for. Without places it has those of a manifest that names none. */
export type LockedSecret = Pick<SecretWish, 'name' | 'origin' | 'headers' | 'parameters' | 'bodyMembers'>;

/** A key that the manifest asked to sign with. */
export type LockedSigning = Pick<SigningWish, 'name' | 'algorithms'>;

/** The requested capabilities; `{}` if there were none. */
export interface LockedCapabilities {
  readonly fetch?: readonly FetchRule[];
  readonly store?: { readonly scope: 'plugin' | 'caller' };
  readonly secrets?: readonly LockedSecret[];
  readonly signing?: readonly LockedSigning[];
}

/** The content that serves, or served last, under a version number. */
export interface LockedVersion {
  readonly version: string;
  readonly digest: string;
}

/** The record of a plugin: the version accepted last, what remains of earlier ones, and the operator's decisions. */
export interface LockedPlugin {
  readonly version: string;
  readonly digest: string;
  /** The trusted public key that signed it, as one line; absent if none did. */
  readonly key?: string;
  readonly tools: { readonly [toolName: string]: LockedTool };
  /** Tools that the plugin no longer has, the latest at the end. Their names stay the plugin's, and one that comes back is compared. */
  readonly dropped: { readonly [toolName: string]: LockedTool };
  /** Limits that the manifest asked for, of the plugin and of its tools; for dropped tools the last ones. */
  readonly limits: ManifestLimits;
  readonly toolLimits: { readonly [toolName: string]: ManifestLimits };
  readonly freshState?: 'isolate';
  readonly capabilities: LockedCapabilities;
  readonly importedFrom?: ImportedFrom;
  /** Digests that have served or may serve, the newest last. */
  readonly accepted: readonly string[];
  /** The content of each version number, the newest last. */
  readonly versions: readonly LockedVersion[];
  /** Only this version may serve. */
  readonly pinned?: string;
}

/** Content of the lock file. Functions return the same object if nothing changes. */
export interface Lock {
  readonly plugins: Readonly<Record<string, LockedPlugin>>;
}

/** Thrown for a lock file that cannot be read, is too long, or does not fit its schema. The message says where it is wrong and what to do. */
export class LockBroken extends Error {
  override name = 'LockBroken';
  /** True if the file could not be read now, which says nothing about what is in it. */
  readonly isMomentary: boolean;

  constructor(message: string, isMomentary = false) {
    super(message);
    this.isMomentary = isMomentary;
  }
}

const NO_PLUGINS: Readonly<Record<string, LockedPlugin>> = Object.freeze(Object.create(null));
/** The lock of a folder that has no lock file; always this object. */
export const EMPTY_LOCK: Lock = Object.freeze({ plugins: NO_PLUGINS });

/** The file's first form lacks two members. */
interface WrittenLock {
  readonly plugins: Readonly<Record<string, Omit<LockedPlugin, 'dropped' | 'versions'> & Partial<LockedPlugin>>>;
}

let compiled: ValidateFunction<WrittenLock> | undefined;

/** The first error that ajv finds in a value; undefined if the value is a lock file. */
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

/** Fills in dropped tools and earlier versions, which the file's first form lacks. Everything that it approved stays approved. */
const completed = ({ plugins }: WrittenLock): Lock['plugins'] =>
  Object.fromEntries(
    Object.entries(plugins).map(([name, entry]) => {
      const { version, digest, dropped = {}, versions = [{ version, digest }] } = entry;
      return [name, { ...entry, dropped, versions }];
    }),
  );

/** The file that was read last, because it may have megabytes and is needed often. */
let last: { readonly path: string; readonly stamp: string; readonly lock: Lock } | undefined;

const stampOf = ({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string => `${ino} ${size} ${mtimeNs} ${ctimeNs}`;

/** The lock file of a plugins folder, or {@link EMPTY_LOCK} if there is none. Throws {@link LockBroken}. */
export const readLock = async (folder: string): Promise<Lock> => {
  const path = join(folder, LOCK_FILE);
  try {
    const stats = await stat(path, { bigint: true });
    const stamp = stampOf(stats);
    if (last?.path === path && last.stamp === stamp) return last.lock;
    if (stats.size > LOCK_BYTES) throw broken(path, `is longer than ${LOCK_BYTES} bytes`);
    const lock = parse(await readFile(path, 'utf8'), path);
    last = { path, stamp, lock };
    return lock;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return EMPTY_LOCK;
    if (error instanceof LockBroken) throw error;
    if (isMomentary(error)) throw new LockBroken(`${path}: cannot be read now (${code}): try again later`, true);
    throw broken(path, `cannot be read (${code ?? String(error)})`);
  }
};

/** The text of a lock file. Names are sorted, so that a change touches only its own lines. */
export const lockText = ({ plugins }: Lock): string => {
  const sorted = Object.fromEntries(Object.entries(plugins).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  return `${JSON.stringify({ lockVersion: 2, plugins: sorted }, null, 2)}\n`;
};

/**
 * Replaces the lock file of a folder by the result of `change`, and writes nothing if that is the same object. Resolves with the lock in force then.
 * Throws {@link LockBroken}, or the system's error if the folder cannot be written to.
 */
export const updateLock = async (folder: string, change: (lock: Lock) => Lock): Promise<Lock> => {
  const seen = await readLock(folder);
  // The usual case needs no turn and no right to write.
  if (change(seen) === seen) return seen;
  return inLockTurn(folder, () => writeChanged(folder, change));
};

/** Runs `work` while no other process changes the folder by this function. */
export const inLockTurn = <Result>(folder: string, work: () => Promise<Result>): Promise<Result> =>
  inTurn({ folder, name: LOCK_FILE }, work);

const writeChanged = async (folder: string, change: (lock: Lock) => Lock): Promise<Lock> => {
  const before = await readLock(folder);
  const after = change(before);
  if (after === before) return before;
  const path = join(folder, LOCK_FILE);
  await writeWhole(path, lockText(after));
  last = { path, stamp: stampOf(await stat(path, { bigint: true })), lock: after };
  return after;
};

export const entryOf = ({ plugins }: Lock, name: string): LockedPlugin | undefined =>
  Object.hasOwn(plugins, name) ? plugins[name] : undefined;

/** The lock with one plugin's entry replaced, or removed if `entry` is undefined. */
export const withEntry = (lock: Lock, name: string, entry: LockedPlugin | undefined): Lock => {
  const { plugins } = lock;
  if (!entry && !Object.hasOwn(plugins, name)) return lock;
  const next: Record<string, LockedPlugin> = Object.assign(Object.create(null), plugins);
  if (entry) next[name] = entry;
  else delete next[name];
  return { plugins: next };
};

/** Digests of a plugin, the likeliest content of a version number first: the one that serves, then earlier ones, newest first. */
export const knownDigests = (entry: LockedPlugin | undefined, servingDigest?: string): readonly string[] => [
  ...(servingDigest === undefined ? [] : [servingDigest]),
  ...(entry?.versions.map(({ digest }) => digest).toReversed() ?? []),
];
