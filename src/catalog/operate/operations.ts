// What an operator does with a plugins folder: put a version in, take one out, approve one, go back to one. Every operation is a
// change of files, which a server that watches the folder takes up; none needs one to run.

import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import compare from 'semver/functions/compare.js';
import type { Config } from '../../config/config.ts';
import { readArchive } from '../bundle/archive/archive.ts';
import { checkSignature, SIGNATURE_ENDING } from '../bundle/bundle.ts';
import { refusalOf } from '../load/claims.ts';
import { withApproval } from '../lock/acceptance.ts';
import { entryOf, type LockedPlugin, updateLock, withEntry } from '../lock/lock.ts';
import { claimedAmong, ownersIn, type TakenName, takenNames } from '../lock/names.ts';
import { BundleRefused, shown } from '../model/refusal.ts';
import { type Candidate, versionOf } from '../model/versions.ts';
import { type Survey, type SurveyedBundle, type SurveyedPlugin, survey } from './survey.ts';

/** Thrown for what cannot be done as things are; the message says why and what could be. */
export class OperationRefused extends Error {
  override name = 'OperationRefused';
  /** `unknown` where there is no such plugin or version, else `conflict`. */
  readonly kind: 'unknown' | 'conflict';

  constructor(kind: 'unknown' | 'conflict', message: string) {
    super(message);
    this.kind = kind;
  }
}

/** A folder of plugins under an operator's settings. */
export interface Folder {
  readonly folder: string;
  readonly config: Pick<Config, 'plugins'>;
}

/** A version of a plugin, as operations tell of it. */
export interface VersionName {
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  /** Its file or folder in the plugins folder. */
  readonly bundle: string;
}

const nameOf = (name: string, { bundle, version, digest }: SurveyedBundle): VersionName => ({
  name,
  version,
  digest,
  bundle,
});

/** The plugin of this name in the folder. Throws {@link OperationRefused}. */
export const findPlugin = async ({ folder, config }: Folder, name: string): Promise<SurveyedPlugin> =>
  pluginIn(await survey(folder, config), name);

const pluginIn = ({ plugins, lock }: Survey, name: string): SurveyedPlugin => {
  const plugin = plugins.find((one) => one.name === name);
  if (plugin) return plugin;
  const known = plugins.map((one) => one.name).join(', ');
  const was = entryOf(lock, name) ? ' any more' : '';
  const there = known === '' ? 'There is none at all.' : `There are: ${shown(known, 500)}.`;
  throw new OperationRefused('unknown', `There is no plugin "${shown(name)}" in the plugins folder${was}. ${there}`);
};

/** Puts a file into a folder whole or not at all. */
const place = async (folder: string, name: string, bytes: Uint8Array | string): Promise<void> => {
  const draft = join(folder, `.${name}.${randomUUID()}`);
  try {
    await writeFile(draft, bytes);
    await rename(draft, join(folder, name));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};

/** An archive that is to be put into the folder. */
export interface Archive {
  readonly bytes: Uint8Array;
  /** The text of its `.minisig`. */
  readonly signatureText?: string;
  /** The plugin that it is said to hold, where that is said. */
  readonly pluginName?: string;
}

/**
 * Puts an archive into the folder as `<name>-<version>.tgz`, its signature beside it. The same content again changes nothing, but for a
 * signature that comes along. Rejects with BundleRefused for what is wrong with the archive or its signature, and with
 * {@link OperationRefused} where it holds another plugin, or that version is there with other content: what has served under a
 * number keeps it. Nothing is written then. Whether it works is found out by who loads it.
 */
export const addArchive = async (
  { folder, config }: Folder,
  { bytes, signatureText, pluginName }: Archive,
): Promise<VersionName & { readonly isNew: boolean }> => {
  const { bundleBytes, bundleFiles } = config.plugins;
  const { manifest, digest } = await readArchive(bytes, { bytes: bundleBytes, files: bundleFiles });
  const [name, version] = [manifest.name, versionOf(manifest)];
  if (pluginName !== undefined && pluginName !== name)
    throw new OperationRefused('conflict', `The archive holds ${name} ${shown(version)}, not ${shown(pluginName)}.`);
  const draft = `${name}-${version}.tgz`;
  checkSignature({ name: draft, bytes, signatureText }, config.plugins);
  await mkdir(folder, { recursive: true });
  const found = await survey(folder, config);
  const same = found.plugins.find((one) => one.name === name)?.bundles.find((one) => one.version === version);
  if (same && same.digest !== digest) {
    const reason = `Version ${version} of ${name} is in the plugins folder already, as "${shown(same.bundle)}", with other content.`;
    throw new OperationRefused('conflict', `${reason} Raise the version, or remove that one first.`);
  }
  if (!same) checkNames({ bundle: draft, manifest, digest }, found);
  const bundle = same?.bundle ?? draft;
  const signature = join(folder, `${bundle}${SIGNATURE_ENDING}`);
  if (same && signatureText !== undefined) await checkFits(join(folder, bundle), bytes);
  // The signature first: the archive is complete only with it.
  if (signatureText !== undefined) await place(folder, `${bundle}${SIGNATURE_ENDING}`, signatureText);
  else if (!same) await rm(signature, { force: true });
  if (!same) await place(folder, bundle, bytes);
  return { name, version, digest, bundle, isNew: same === undefined };
};

/** A name of a tool that another plugin has, and a bundle of that one claims. */
const clashOf = (taken: readonly TakenName[], { plugins }: Survey) => {
  const claimed = claimedAmong(plugins.flatMap(({ bundles }) => bundles));
  const [clash] = taken.flatMap(({ tool, owner }) => {
    const bundle = claimed({ tool, owner });
    return bundle === undefined ? [] : [{ tool, owner, bundle }];
  });
  return clash;
};

/** Throws BundleRefused for a bundle that could not serve beside those that are there. */
const checkNames = (candidate: Candidate, found: Survey): void => {
  const clash = clashOf(takenNames(candidate.manifest, ownersIn(found.lock)), found);
  if (clash) throw new BundleRefused([refusalOf(candidate, `tool ${clash.tool}`, clash.bundle)]);
};

/** A signature is over the bytes of a file, and the same content can be packed in other ways. */
const checkFits = async (path: string, bytes: Uint8Array): Promise<void> => {
  const isArchive = (await lstat(path)).isFile();
  if (isArchive && (await readFile(path)).equals(bytes)) return;
  const what = isArchive ? 'packed in another way' : 'as a folder';
  const reason = `The same content is in the plugins folder already, as "${shown(basename(path))}", ${what}; the signature does not fit that.`;
  throw new OperationRefused('conflict', `${reason} Remove it first.`);
};

/**
 * Takes a plugin, or one version of it, out of the folder, and with its last version what the lock file says of it.
 * `mayRemoveFolders` lets it delete bundles that are folders: those may be somebody's only copy. Resolves with what was removed.
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
  const isFolder = ({ bundle }: SurveyedBundle): boolean => !bundle.endsWith('.tgz');
  const folder = gone.find(isFolder);
  if (folder && !mayRemoveFolders) {
    const reason = `"${shown(folder.bundle)}" is a folder, not an archive, and may be the only copy there is.`;
    throw new OperationRefused('conflict', `${reason} Move it away by hand.`);
  }
  for (const { bundle } of gone) {
    await rm(join(at.folder, bundle), { recursive: true });
    await rm(join(at.folder, `${bundle}${SIGNATURE_ENDING}`), { force: true });
  }
  if (gone.length === plugin.bundles.length) await updateLock(at.folder, (lock) => withEntry(lock, name, undefined));
  return gone.map((one) => nameOf(name, one));
};

const noVersion = ({ name, bundles }: SurveyedPlugin, version: string): OperationRefused => {
  const known = bundles.map((one) => one.version).join(', ');
  return new OperationRefused('unknown', `There is no version "${shown(version)}" of ${name}. There are: ${known}.`);
};

/** The highest version of a plugin that waits for approval, or `version` if it does. */
export const waitingVersion = ({ bundles }: SurveyedPlugin, version?: string): SurveyedBundle | undefined =>
  bundles.find((one) => !one.approval.mayServe && (version === undefined || one.version === version));

/**
 * Lets a version serve that waits: the highest that does, or the one with `digest`, which the approver has seen the changes of.
 * Throws {@link OperationRefused} where none waits.
 */
export const approve = async (at: Folder, name: string, digest?: string): Promise<VersionName> => {
  const found = await survey(at.folder, at.config);
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
  return nameOf(name, waiting);
};

/** The version that `rollback` goes back to: the highest below the one that was accepted last, of those that need nobody's word. */
const previousOf = ({ name, entry, bundles }: SurveyedPlugin): SurveyedBundle => {
  const serving = entry?.version ?? bundles[0]?.version ?? '';
  const previous = bundles.find(({ version, approval }) => approval.mayServe && compare(version, serving) < 0);
  if (previous) return previous;
  const reason = `There is no approved version of ${name} below ${serving} in the plugins folder to go back to.`;
  throw new OperationRefused('conflict', `${reason} Name the version to go back to, if there is one.`);
};

/** The version that {@link rollback} would pin: the one before what was accepted last, or `version`. Throws {@link OperationRefused}. */
export const rollbackTarget = async (at: Folder, name: string, version?: string): Promise<VersionName> =>
  nameOf(name, await targetOf(at, name, version));

const targetOf = async (at: Folder, name: string, version: string | undefined): Promise<SurveyedBundle> => {
  const plugin = await findPlugin(at, name);
  const target = version === undefined ? previousOf(plugin) : plugin.bundles.find((one) => one.version === version);
  if (!target) throw noVersion(plugin, version ?? '');
  return target;
};

/**
 * Pins a plugin to a version: the one before what was accepted last, or `version`. Only it serves from now on, after a restart too,
 * until {@link unpin}. It counts as approved.
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
  return nameOf(name, target);
};

/** Lets the highest version of a plugin serve again. Throws {@link OperationRefused} where it is not pinned. */
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
