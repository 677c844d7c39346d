// Lists the operator's plugins folder: the names of bundles, and refusals for entries that should not be there. Front process.

import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { systemCode } from '../../shared/machine/system-code.ts';
import { byCodePoint } from '../../shared/text/order.ts';
import { isArchiveName } from '../bundle/bundle.ts';
import { isMomentary, isUnprintable, shown } from '../model/refusal.ts';
import type { BundleRefusal } from '../model/snapshot.ts';

/** Bundles that one server reads. */
const MOST_BUNDLES = 1_000;

/** An archive, readable or not. Other files, such as notes and build scripts, are ignored. */
const isArchive = (name: string): boolean => /\.(zip|tgz|tar|gz|bz2|xz|zst|7z)$/i.test(name);

const complaint = (entry: Dirent): Pick<BundleRefusal, 'reason' | 'hint'> | undefined => {
  if (isUnprintable(entry.name)) {
    return { reason: 'its name has control, invisible or text-direction characters', hint: 'rename it' };
  }
  if (entry.isSymbolicLink()) {
    const reason = 'is a link, and a link can lead anywhere';
    return { reason, hint: 'put the bundle itself into the plugins folder' };
  }
  if (entry.isFile() && !isArchiveName(entry.name)) {
    return {
      reason: 'is an archive of a kind that is not read',
      hint: `pack it as <name>-<version>.tgz: toolcell pack`,
    };
  }
  if (!entry.isDirectory() && !entry.isFile()) {
    return {
      reason: 'is neither a folder nor a .tgz',
      hint: 'a bundle is a folder with plugin.json and an entry, or its .tgz',
    };
  }
  return undefined;
};

export interface BundleList {
  readonly names: readonly string[];
  readonly refused: readonly BundleRefusal[];
  /** The error that kept the folder from being read, if it can pass by itself. */
  readonly momentary?: NodeJS.ErrnoException;
}

/** A right that is missing can also be one that somebody changes right now, as while a disk is mounted. */
const isPassing = (error: unknown): error is NodeJS.ErrnoException =>
  isMomentary(error) || ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Names of the bundles, folders and `.tgz`, in order of code point, and entries refused at sight. Ignores hidden names and plain files. */
export const listBundles = async (folder: string): Promise<BundleList> => {
  const names: string[] = [];
  const refused: BundleRefusal[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      if (entry.name.startsWith('.') || (entry.isFile() && !isArchive(entry.name))) continue;
      if (names.length + refused.length >= MOST_BUNDLES) {
        const reason = `holds more than ${MOST_BUNDLES} bundles; the rest was not looked at`;
        refused.push({
          bundle: 'the plugins folder',
          where: 'the plugins folder',
          reason,
          hint: 'move bundles that are not needed elsewhere',
        });
        break;
      }
      const problem = complaint(entry);
      if (problem) refused.push({ bundle: shown(entry.name), where: 'the bundle', ...problem });
      else names.push(entry.name);
    }
  } catch (error) {
    const isHostFault = isPassing(error);
    const told = { bundle: 'the plugins folder', where: shown(folder, 500), ...unreadable(error) };
    refused.push({ ...told, ...(isHostFault && { isHostFault }) });
    if (isHostFault) return { names: [], refused, momentary: error };
  }
  return { names: names.sort(byCodePoint), refused: refused.sort((a, b) => byCodePoint(a.bundle, b.bundle)) };
};

const unreadable = (error: unknown): Pick<BundleRefusal, 'reason' | 'hint'> => {
  const code = systemCode(error);
  if (code === 'ENOENT')
    return { reason: 'there is no such plugins folder', hint: 'create it, or name another with --plugins DIR' };
  if (code === 'ENOTDIR') return { reason: 'the plugins folder is a file', hint: 'name a folder with --plugins DIR' };
  return {
    reason: `the plugins folder cannot be read (${code ?? 'unknown error'})`,
    hint: 'give the server the right to read it',
  };
};
