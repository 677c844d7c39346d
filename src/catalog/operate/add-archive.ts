// Adds an archive to the plugins folder, as one of the operator's changes (operations.ts). Front process and command line.

import { lstat, mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { writeWhole } from '../../shared/lifetime/whole-file.ts';
import { readArchive } from '../bundle/archive/archive.ts';
import { checkSignature, SIGNATURE_ENDING } from '../bundle/bundle.ts';
import { capsOf } from '../bundle/bundle-caps.ts';
import { refusalOf } from '../load/name-conflicts.ts';
import { inLockTurn } from '../lock/lock.ts';
import { ownersIn, takenNames } from '../lock/names.ts';
import { BundleRefused, shown } from '../model/refusal.ts';
import { type Candidate, versionOf } from '../model/versions.ts';
import { type Installed, listInstalled } from './list-installed.ts';
import { clashOf, type Folder, OperationRefused, type VersionName } from './operations.ts';

export interface Archive {
  readonly bytes: Uint8Array;
  readonly signatureText?: string;
  /** The plugin that it is expected to hold; absent if any may be in it. */
  readonly pluginName?: string;
}

/**
 * Adds an archive to the folder as `<name>-<version>.tgz`, with its signature next to it. The same content again changes nothing, except that a
 * signature is added. Rejects with BundleRefused if the archive or its signature is bad. Rejects with {@link OperationRefused} if it holds another
 * plugin, or if that version is there with other content, because a version number that has served keeps its content. Writes nothing then. Does not
 * try the plugin out.
 */
export const addArchive = async (
  at: Folder,
  { bytes, signatureText, pluginName }: Archive,
): Promise<VersionName & { readonly isNew: boolean }> => {
  const { folder, config } = at;
  const { manifest, digest } = await readArchive(bytes, capsOf(config.plugins));
  const [name, version] = [manifest.name, versionOf(manifest)];
  if (pluginName !== undefined && pluginName !== name)
    throw new OperationRefused('conflict', `The archive holds ${name} ${shown(version)}, not ${shown(pluginName)}.`);
  const candidate = { bundle: `${name}-${version}.tgz`, manifest, digest };
  checkSignature({ name: candidate.bundle, bytes, signatureText }, config.plugins);
  await mkdir(folder, { recursive: true });
  // In turn, because two writers of one version would both find that it is not there.
  return inLockTurn(folder, async () => {
    const same = await sameVersion(at, candidate);
    const bundle = same?.bundle ?? candidate.bundle;
    const signature = join(folder, `${bundle}${SIGNATURE_ENDING}`);
    if (same && signatureText !== undefined) await checkFits(join(folder, bundle), bytes);
    // The signature first, because the archive is complete only with it.
    if (signatureText !== undefined) await writeWhole(signature, signatureText);
    else if (!same) await rm(signature, { force: true });
    if (!same) await writeWhole(join(folder, bundle), bytes);
    return { name, version, digest, bundle, isNew: same === undefined };
  });
};

/** The bundle of the folder that has this version, with the same content. Undefined if there is none and the candidate may be added. */
const sameVersion = async ({ folder, config }: Folder, candidate: Candidate): Promise<Candidate | undefined> => {
  const { name } = candidate.manifest;
  const version = versionOf(candidate.manifest);
  const found = await listInstalled(folder, config);
  const same = found.plugins.find((one) => one.name === name)?.bundles.find((one) => one.version === version);
  if (!same) checkNames(candidate, found);
  if (!same || same.digest === candidate.digest) return same;
  const reason = `Version ${version} of ${name} is in the plugins folder already, as "${shown(same.bundle)}", with other content.`;
  throw new OperationRefused('conflict', `${reason} Raise the version, or remove that one first.`);
};

/** Throws BundleRefused for a bundle that could not serve next to those in the folder. */
const checkNames = (candidate: Candidate, found: Installed): void => {
  const clash = clashOf(takenNames(candidate.manifest, ownersIn(found.lock)), found);
  if (clash) throw new BundleRefused([refusalOf(candidate, `tool ${clash.tool}`, clash.bundle)]);
};

/** A signature covers the bytes of a file, and the same content can be packed in other ways. Throws {@link OperationRefused}. */
const checkFits = async (path: string, bytes: Uint8Array): Promise<void> => {
  const isArchive = (await lstat(path)).isFile();
  if (isArchive && (await readFile(path)).equals(bytes)) return;
  const what = isArchive ? 'packed in another way' : 'as a folder';
  const reason = `The same content is in the plugins folder already, as "${shown(basename(path))}", ${what}; the signature does not fit that.`;
  throw new OperationRefused('conflict', `${reason} Remove it first.`);
};
