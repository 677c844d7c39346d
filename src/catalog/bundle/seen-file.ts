// A file that was looked at before it is read, and reading it only while it is still the same one. Front process.
//
// Synchronous: for a few small files the way through the thread pool costs more than the files.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { incomplete, refused, shown } from '../model/refusal.ts';

/** A regular file of a bundle, as it was when the bundle was looked at. */
export interface SeenFile {
  /** Path inside the bundle, with forward slashes. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Its bytes. Throws BundleRefused where it is no longer the file that was seen. */
  read(): Uint8Array;
}

/** Where a file lies, and enough to know it again when it is opened. */
export interface FilePlace {
  readonly path: string;
  readonly sizeBytes: number;
  readonly dev: bigint;
  readonly ino: bigint;
}

/** O_NOFOLLOW and O_NONBLOCK are absent on Windows; there the identity check alone stands. */
const SAFE_OPEN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const readExactly = (descriptor: number, sizeBytes: number): Buffer => {
  // One byte more than expected, so that a file that grew is noticed and never followed.
  const buffer = Buffer.alloc(sizeBytes + 1);
  let filled = 0;
  for (;;) {
    const bytesRead = readSync(descriptor, buffer, filled, buffer.length - filled, filled);
    filled += bytesRead;
    if (bytesRead === 0 || filled === buffer.length) return buffer.subarray(0, filled);
  }
};

const openPlace = (name: string, path: string): number => {
  try {
    return openSync(path, SAFE_OPEN);
  } catch {
    throw refused(shown(name), 'cannot be read', 'give the server the right to read it');
  }
};

const readPlace = (name: string, place: FilePlace): Buffer => {
  const changed = () =>
    incomplete(shown(name), 'changed while it was read', 'load the plugins again once copying is done');
  const descriptor = openPlace(name, place.path);
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    if (!stats.isFile() || stats.dev !== place.dev || stats.ino !== place.ino) throw changed();
    const bytes = readExactly(descriptor, place.sizeBytes);
    if (bytes.length !== place.sizeBytes) throw changed();
    return bytes;
  } finally {
    closeSync(descriptor);
  }
};

/** A file on disk under the name it has in its bundle. Follows no link, and reads no more bytes than were seen. */
export const seenOnDisk = (name: string, place: FilePlace): SeenFile => ({
  name,
  sizeBytes: place.sizeBytes,
  read: () => readPlace(name, place),
});
