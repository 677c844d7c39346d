// The operator's changes of a plugins folder: remove a version, approve one, go back to one. Each operation changes files only.
// It needs no running server; one that watches the folder serves the change. Front process and command line.

import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import compare from 'semver/functions/compare.js';
import type { Config } from '../../settings/config.ts';
import { SIGNATURE_ENDING } from '../bundle/bundle.ts';
import { withApproval } from '../lock/acceptance.ts';
import { entryOf, type LockedPlugin, updateLock, withEntry } from '../lock/lock.ts';
import { claimedAmong, clashesOf, type TakenName } from '../lock/names.ts';
import { shown } from '../model/refusal.ts';
import { type Installed, type InstalledBundle, type InstalledPlugin, listInstalled } from './list-installed.ts';

/** Thrown if an operation is not possible now. The message says why, and what to do. */
export class OperationRefused extends Error {
  override name = 'OperationRefused';
  /** `unknown` if there is no such plugin or version, else `conflict`. */
  readonly kind: 'unknown' | 'conflict';

  constructor(kind: 'unknown' | 'conflict', message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface Folder {
  readonly folder: string;
  readonly config: Pick<Config, 'plugins'>;
}

export interface VersionName {
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  /** Its file or folder in the plugins folder. */
  readonly bundle: string;
}

const nameOf = ({ manifest: { name }, version, digest, bundle }: InstalledBundle): VersionName => ({
  name,
  version,
  digest,
  bundle,
});

/** The plugin of this name in the folder. Throws {@link OperationRefused}. */
export const findPlugin = async ({ folder, config }: Folder, name: string): Promise<InstalledPlugin> =>
  pluginIn(await listInstalled(folder, config), name);

const pluginIn = ({ plugins, lock }: Installed, name: string): InstalledPlugin => {
  const plugin = plugins.find((one) => one.name === name);
  if (plugin) return plugin;
  const known = plugins.map((one) => one.name).join(', ');
  const was = entryOf(lock, name) ? ' any more' : '';
  const there = known === '' ? 'There is none at all.' : `There are: ${shown(known, 500)}.`;
  throw new OperationRefused('unknown', `There is no plugin "${shown(name)}" in the plugins folder${was}. ${there}`);
};

/** The first tool name that another plugin owns and that a bundle of that plugin claims. */
export const clashOf = (taken: readonly TakenName[], { plugins }: Installed) =>
  clashesOf(taken, claimedAmong(plugins.flatMap(({ bundles }) => bundles)))[0];

/**
 * Removes a plugin, or one version of it, from the folder; with the last version also its entry in the lock file. Bundles that are folders are
 * deleted only with `mayRemoveFolders`, because they may be the only copy. Resolves with the removed versions. Throws {@link OperationRefused}.
 */
export const removePlugin = async (
  at: Folder,
  name: string,
  { version, mayRemoveFolders }: { readonly version?: string; readonly mayRemoveFolders: boolean },
): Promise<readonly VersionName[]> => {
  const plugin = await findPlugin(at, name);
  const gone = plugin.bundles.filter((one) => version === undefined || one.version === version);
  if (gone.length === 0) throw noVersion(plugin, version ?? '');
  const pinned = plugin.entry?.pinned;
  if (version !== undefined && version === pinned && gone.length < plugin.bundles.length) {
    const reason = `${name} is pinned to version ${version}, and no other may serve.`;
    throw new OperationRefused('conflict', `${reason} Unpin it first, or pin another one.`);
  }
  const isFolder = ({ bundle }: InstalledBundle): boolean => !bundle.endsWith('.tgz');
  const folder = gone.find(isFolder);
  if (folder && !mayRemoveFolders) {
    const reason = `"${shown(folder.bundle)}" is a folder, not an archive, and may be the only copy there is.`;
    throw new OperationRefused('conflict', `${reason} Move it away by hand.`);
  }
  const isLast = gone.length === plugin.bundles.length;
  const hidden = await hide(at.folder, gone);
  try {
    if (isLast) await updateLock(at.folder, (lock) => withEntry(lock, name, undefined));
  } catch (error) {
    await hidden.putBack();
    throw error;
  }
  await hidden.remove();
  return gone.map(nameOf);
};

/** Takes bundles out of the folder by another name, so that a lock file that cannot be written, as on a full disk, removes nothing. */
const hide = async (folder: string, bundles: readonly InstalledBundle[]) => {
  const moved = bundles.map(({ bundle }) => ({
    from: join(folder, bundle),
    to: join(folder, `.${bundle}.${randomUUID()}`),
  }));
  for (const { from, to } of moved) await rename(from, to);
  return {
    putBack: async (): Promise<void> => {
      for (const { from, to } of moved) await rename(to, from);
    },
    remove: async (): Promise<void> => {
      for (const { from, to } of moved) {
        await rm(to, { recursive: true, force: true });
        await rm(`${from}${SIGNATURE_ENDING}`, { force: true });
      }
    },
  };
};

const noVersion = ({ name, bundles }: InstalledPlugin, version: string): OperationRefused => {
  const known = bundles.map((one) => one.version).join(', ');
  return new OperationRefused('unknown', `There is no version "${shown(version)}" of ${name}. There are: ${known}.`);
};

/** The highest version of a plugin that waits for approval, or `version` if it does. */
export const waitingVersion = ({ bundles }: InstalledPlugin, version?: string): InstalledBundle | undefined =>
  bundles.find((one) => !one.approval.mayServe && (version === undefined || one.version === version));

/**
 * Lets a waiting version serve: the highest, or the one with `digest`, whose changes the approver has seen.
 * Throws {@link OperationRefused} if none waits.
 */
export const approve = async (at: Folder, name: string, digest?: string): Promise<VersionName> => {
  const found = await listInstalled(at.folder, at.config);
  const plugin = pluginIn(found, name);
  const waiting = digest === undefined ? waitingVersion(plugin) : plugin.bundles.find((one) => one.digest === digest);
  if (!waiting || waiting.approval.mayServe) {
    const what = digest === undefined ? 'No version' : 'No such version';
    throw new OperationRefused('conflict', `${what} of ${name} waits for approval.`);
  }
  const clash = clashOf(waiting.taken, found);
  if (clash) {
    const reason = `The tool name "${clash.tool}" belongs to ${clash.owner}, of which "${shown(clash.bundle)}" is in the plugins folder.`;
    throw new OperationRefused('conflict', `${reason} Only one of them can have it: remove that one first.`);
  }
  await updateLock(at.folder, (lock) => withApproval(lock, waiting));
  return nameOf(waiting);
};

/** The target of a `rollback` without a version: the highest below the last accepted one that needs no approval. */
const previousOf = ({ name, entry, bundles }: InstalledPlugin): InstalledBundle => {
  const serving = entry?.version ?? bundles[0]?.version ?? '';
  const previous = bundles.find(({ version, approval }) => approval.mayServe && compare(version, serving) < 0);
  if (previous) return previous;
  const reason = `There is no approved version of ${name} below ${serving} in the plugins folder to go back to.`;
  throw new OperationRefused('conflict', `${reason} Name the version to go back to, if there is one.`);
};

/** The version that {@link rollback} would pin: `version`, or the one before the last accepted. Throws {@link OperationRefused}. */
export const rollbackTarget = async (at: Folder, name: string, version?: string): Promise<VersionName> =>
  nameOf(await targetOf(at, name, version));

const targetOf = async (at: Folder, name: string, version: string | undefined): Promise<InstalledBundle> => {
  const plugin = await findPlugin(at, name);
  const target = version === undefined ? previousOf(plugin) : plugin.bundles.find((one) => one.version === version);
  if (!target) throw noVersion(plugin, version ?? '');
  return target;
};

/**
 * Pins a plugin to `version`, or to the one before the last accepted. Only that version serves, after a restart too, until {@link unpin}.
 * It counts as approved. Throws {@link OperationRefused}.
 */
export const rollback = async (at: Folder, name: string, version?: string): Promise<VersionName> => {
  const target = await targetOf(at, name, version);
  const [taken] = target.taken;
  if (taken) {
    const reason = `Version ${target.version} of ${name} has the tool name "${taken.tool}", which belongs to ${taken.owner} now.`;
    throw new OperationRefused('conflict', `${reason} To let ${name} have it, approve that version first.`);
  }
  await updateLock(at.folder, (lock) => {
    if (!entryOf(lock, name)) throw notLoaded(name);
    const approved = withApproval(lock, target);
    return withEntry(approved, name, { ...(entryOf(approved, name) as LockedPlugin), pinned: target.version });
  });
  return nameOf(target);
};

/** Lets the highest version of a plugin serve again. Throws {@link OperationRefused} if the plugin is not pinned. */
export const unpin = async (at: Folder, name: string): Promise<void> => {
  await updateLock(at.folder, (lock) => {
    const entry = entryOf(lock, name);
    if (entry?.pinned === undefined) throw new OperationRefused('conflict', `${name} is not pinned to a version.`);
    const { pinned: _, ...free } = entry;
    return withEntry(lock, name, free);
  });
};

const notLoaded = (name: string): OperationRefused =>
  new OperationRefused(
    'conflict',
    `No server has loaded ${name} yet, so there is nothing to go back from. Remove the version that should not serve.`,
  );
