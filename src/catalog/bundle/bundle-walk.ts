// Finds every file of an untrusted folder without opening one, and reads a file later only if it is still the one that was found. Front process.
//
// Synchronous, because for a few small files the thread pool costs more time than the files themselves.

import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, opendirSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { incomplete, isMomentary, refused, shown } from '../model/refusal.ts';
import { type BundleCaps, BundleCounter } from './bundle-caps.ts';

/** A regular file of a bundle, as it was when the bundle was checked. */
export interface BundleFile {
  /** Path inside the bundle, with forward slashes. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Its bytes. Throws BundleRefused if the file has changed since. */
  read(): Uint8Array;
}

/** Windows has neither O_NOFOLLOW nor O_NONBLOCK. There only the comparison of the file's identity protects. */
const SAFE_OPEN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const readExactly = (descriptor: number, sizeBytes: number): Buffer => {
  // One byte more than expected, which shows that a file has grown.
  const buffer = Buffer.alloc(sizeBytes + 1);
  let filled = 0;
  for (;;) {
    const bytesRead = readSync(descriptor, buffer, filled, buffer.length - filled, filled);
    filled += bytesRead;
    if (bytesRead === 0 || filled === buffer.length) return buffer.subarray(0, filled);
  }
};

const openFile = (name: string, path: string): number => {
  try {
    return openSync(path, SAFE_OPEN);
  } catch (error) {
    if (isMomentary(error)) throw error;
    throw refused(shown(name), 'cannot be read', 'give the server the right to read it');
  }
};

const readFound = (name: string, path: string, found: BigIntStats): Buffer => {
  const descriptor = openFile(name, path);
  try {
    const { dev, ino } = found;
    const stats = fstatSync(descriptor, { bigint: true });
    if (stats.isFile() && stats.dev === dev && stats.ino === ino) {
      const bytes = readExactly(descriptor, Number(found.size));
      if (bytes.length === Number(found.size)) return bytes;
    }
    throw incomplete(shown(name), 'changed while it was read', 'load the plugins again when copying has finished');
  } finally {
    closeSync(descriptor);
  }
};

/** A file on disk, with the name that it has in its bundle. Follows no link, and reads no more bytes than were found. */
export const fileOnDisk = (name: string, path: string, found: BigIntStats): BundleFile => ({
  name,
  sizeBytes: Number(found.size),
  read: () => readFound(name, path, found),
});

const kindOf = (stats: BigIntStats): string => {
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return stats.isBlockDevice() || stats.isCharacterDevice() ? 'a device' : 'neither a file nor a folder';
};

/** True for what is never read: hidden files and installed packages belong to the author's tools and not to the bundle. */
export const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** Every regular file below a folder. Opens none. Throws BundleRefused for links, special files, bad names and exceeded caps. */
export const walkBundle = (root: string, caps: BundleCaps): readonly BundleFile[] => {
  const counter = new BundleCounter(caps);
  const files: BundleFile[] = [];
  const visit = (path: string, name: string, ownName: string): void => {
    const stats = lstatSync(path, { bigint: true });
    if (stats.isSymbolicLink())
      throw refused(shown(name), 'is a link, and a link can lead out of the bundle', 'put the file itself there');
    if (isSkipped(ownName)) return;
    if (stats.isDirectory()) return walk(path, `${name}/`);
    if (!stats.isFile()) throw refused(shown(name), `is ${kindOf(stats)}`, 'a bundle has only plain files and folders');
    counter.weigh(name, Number(stats.size));
    files.push(fileOnDisk(name, path, stats));
  };
  const walk = (folder: string, inside: string): void => {
    // One entry at a time, so that a folder of a million files costs no more than the cap.
    const listing = opendirSync(folder);
    try {
      for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) {
        counter.enter(inside, entry.name);
        visit(join(folder, entry.name), `${inside}${entry.name}`, entry.name);
      }
    } finally {
      listing.closeSync();
    }
  };
  walk(root, '');
  return files;
};
