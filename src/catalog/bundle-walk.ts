// Looks at every file of an untrusted folder without opening one: kinds, names, counts and sizes. Front process.

import { type BigIntStats, lstatSync, opendirSync } from 'node:fs';
import { join } from 'node:path';
import { isUnprintable, refused, shown } from './refusal.ts';

/** Caps on a bundle; `bytes` of all its files together, `files` counts files and folders. */
export interface BundleCaps {
  readonly bytes: number;
  readonly files: number;
}

/** Folders inside one another in a bundle. */
const BUNDLE_DEPTH = 8;

/** A regular file as it was when the folder was looked at: enough to know it again when it is opened. */
export interface SeenFile {
  /** Path inside the bundle, with forward slashes. */
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly dev: bigint;
  readonly ino: bigint;
}

interface Tally {
  readonly caps: BundleCaps;
  readonly files: SeenFile[];
  bytes: number;
  entries: number;
}

const kindOf = (stats: BigIntStats): string => {
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return stats.isBlockDevice() || stats.isCharacterDevice() ? 'a device' : 'neither a file nor a folder';
};

const checkName = (name: string, inside: string, taken: Map<string, string>): void => {
  const where = shown(`${inside}${name}`);
  if (isUnprintable(name) || name.includes('\\')) {
    throw refused(where, 'the name has control, invisible or text-direction characters', 'rename the file');
  }
  const folded = name.normalize('NFC').toLowerCase();
  const other = taken.get(folded);
  if (other !== undefined) {
    const reason = `"${shown(other)}" differs from it only in case or Unicode form, so some systems see one file`;
    throw refused(where, reason, 'rename one of them');
  }
  taken.set(folded, name);
};

/** What is never looked into: hidden files and installed packages are tools of the author's, not parts of the bundle. */
const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

const visit = (path: string, name: string, depth: number, tally: Tally): void => {
  const stats = lstatSync(path, { bigint: true });
  if (stats.isSymbolicLink()) {
    throw refused(
      shown(name),
      'is a link, and a link can lead out of the bundle',
      'put the file itself into the bundle',
    );
  }
  if (isSkipped(name.slice(name.lastIndexOf('/') + 1))) return;
  if (stats.isDirectory()) return walk(path, `${name}/`, depth + 1, tally);
  if (!stats.isFile()) throw refused(shown(name), `is ${kindOf(stats)}`, 'a bundle holds plain files and folders only');
  tally.bytes += Number(stats.size);
  if (tally.bytes > tally.caps.bytes) {
    const reason = `with this file the bundle has ${tally.bytes} bytes; at most ${tally.caps.bytes} are allowed`;
    throw refused(shown(name), reason, 'leave out what the tools do not need, or raise plugins.bundleBytes');
  }
  tally.files.push({ name, path, sizeBytes: Number(stats.size), dev: stats.dev, ino: stats.ino });
};

const walk = (folder: string, inside: string, depth: number, tally: Tally): void => {
  if (depth > BUNDLE_DEPTH) {
    throw refused(shown(inside), `lies more than ${BUNDLE_DEPTH} folders deep`, 'use fewer folders');
  }
  const taken = new Map<string, string>();
  // Entry by entry, so that a folder of a million files costs no more than the cap.
  const listing = opendirSync(folder);
  try {
    for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) {
      if (++tally.entries > tally.caps.files) {
        const reason = `holds more than ${tally.caps.files} files and folders`;
        throw refused(inside || './', reason, 'leave out what the tools do not need, or raise plugins.bundleFiles');
      }
      checkName(entry.name, inside, taken);
      visit(join(folder, entry.name), `${inside}${entry.name}`, depth, tally);
    }
  } finally {
    listing.closeSync();
  }
};

/** Every regular file below a folder. Opens none. Throws BundleRefused for links, special files, bad names and broken caps. */
export const walkBundle = (folder: string, caps: BundleCaps): readonly SeenFile[] => {
  const tally: Tally = { caps, files: [], bytes: 0, entries: 0 };
  walk(folder, '', 0, tally);
  return tally.files;
};
