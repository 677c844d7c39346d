// Looks at every file of an untrusted folder without opening one: kinds, names, counts and sizes. Front process.

import { type BigIntStats, lstatSync, opendirSync } from 'node:fs';
import { join } from 'node:path';
import { refused, shown } from '../model/refusal.ts';
import { type BundleCaps, BundleTally } from './bundle-tally.ts';
import { type SeenFile, seenOnDisk } from './seen-file.ts';

interface Found {
  readonly tally: BundleTally;
  readonly files: SeenFile[];
}

const kindOf = (stats: BigIntStats): string => {
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return stats.isBlockDevice() || stats.isCharacterDevice() ? 'a device' : 'neither a file nor a folder';
};

/** What is never looked into: hidden files and installed packages are tools of the author's, not parts of the bundle. */
export const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

const visit = (path: string, name: string, found: Found): void => {
  const stats = lstatSync(path, { bigint: true });
  if (stats.isSymbolicLink()) {
    throw refused(
      shown(name),
      'is a link, and a link can lead out of the bundle',
      'put the file itself into the bundle',
    );
  }
  if (isSkipped(name.slice(name.lastIndexOf('/') + 1))) return;
  if (stats.isDirectory()) return walk(path, `${name}/`, found);
  if (!stats.isFile()) throw refused(shown(name), `is ${kindOf(stats)}`, 'a bundle holds plain files and folders only');
  const sizeBytes = Number(stats.size);
  found.tally.weigh(name, sizeBytes);
  found.files.push(seenOnDisk(name, { path, sizeBytes, dev: stats.dev, ino: stats.ino }));
};

const walk = (folder: string, inside: string, found: Found): void => {
  // Entry by entry, so that a folder of a million files costs no more than the cap.
  const listing = opendirSync(folder);
  try {
    for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) {
      found.tally.enter(inside, entry.name);
      visit(join(folder, entry.name), `${inside}${entry.name}`, found);
    }
  } finally {
    listing.closeSync();
  }
};

/** Every regular file below a folder. Opens none. Throws BundleRefused for links, special files, bad names and broken caps. */
export const walkBundle = (folder: string, caps: BundleCaps): readonly SeenFile[] => {
  const found: Found = { tally: new BundleTally(caps), files: [] };
  walk(folder, '', found);
  return found.files;
};
