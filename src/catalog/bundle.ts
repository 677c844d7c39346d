// One bundle from disk to memory: its manifest, its entry's source, its digest. Front process: reads, evaluates nothing.
//
// Only plugin.json and the entry are read, so only they make the digest: it names what will run, and a new README is no
// new version. Every other file is still looked at, since a link or a device in a bundle is a sign of its intent.
// Synchronous within a bundle: for a few small files the way through the thread pool costs more than the files.

import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { nearest } from '../config/nearest.ts';
import type { Manifest } from '../sdk/manifest.ts';
import { type BundleCaps, type SeenFile, walkBundle } from './bundle-walk.ts';
import { MANIFEST_BYTES, readManifest } from './manifest.ts';
import { MANIFEST_FILE } from './manifest-problems.ts';
import { refused, shown } from './refusal.ts';

/** A bundle that was read whole. Everything in it is untrusted. */
export interface Bundle {
  readonly manifest: Manifest;
  readonly entryName: string;
  readonly entrySource: string;
  /** `sha256-<hex>` over plugin.json and the entry: names, lengths and bytes. */
  readonly digest: string;
}

const DEFAULT_ENTRIES = ['index.js', 'index.ts'];

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

const openSeen = (file: SeenFile): number => {
  try {
    return openSync(file.path, SAFE_OPEN);
  } catch {
    throw refused(shown(file.name), 'cannot be read', 'give the server the right to read it');
  }
};

/** The bytes of a file that is still the one the walk saw. */
const readSeen = (file: SeenFile): Buffer => {
  const changed = () =>
    refused(shown(file.name), 'changed while it was read', 'load the plugins again once copying is done');
  const descriptor = openSeen(file);
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    if (!stats.isFile() || stats.dev !== file.dev || stats.ino !== file.ino) throw changed();
    const bytes = readExactly(descriptor, file.sizeBytes);
    if (bytes.length !== file.sizeBytes) throw changed();
    return bytes;
  } finally {
    closeSync(descriptor);
  }
};

const digestOf = (files: readonly (readonly [name: string, bytes: Uint8Array])[]): string => {
  const hash = createHash('sha256');
  for (const [name, bytes] of files.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${Buffer.byteLength(name)}:${name}:${bytes.length}:`).update(bytes);
  }
  return `sha256-${hash.digest('hex')}`;
};

const findEntry = (manifest: Manifest, files: readonly SeenFile[]): SeenFile => {
  const wanted = manifest.entry === undefined ? DEFAULT_ENTRIES : [manifest.entry];
  const found = files.filter(({ name }) => wanted.includes(name));
  if (found.length > 1) {
    throw refused(
      'index.ts',
      'there is an index.js too, and no "entry" says which one is meant',
      'add "entry" to plugin.json',
    );
  }
  if (found[0]) return found[0];
  const scripts = files.map(({ name }) => name).filter((name) => /\.m?[jt]s$/.test(name));
  const [near] = nearest(wanted[0] ?? '', scripts);
  const candidate = near ?? scripts[0];
  const hint = candidate
    ? `did you mean "${shown(candidate)}"? Set "entry"`
    : 'add the ES module whose exports are the tools';
  const where = manifest.entry === undefined ? wanted.join(' or ') : `${MANIFEST_FILE} /entry`;
  throw refused(
    where,
    manifest.entry === undefined ? 'there is no entry' : `there is no file "${manifest.entry}"`,
    hint,
  );
};

const decodeEntry = (name: string, bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(name, 'is not valid UTF-8', 'save the file as UTF-8');
  }
};

/**
 * Reads one bundle folder. Throws BundleRefused with every reason found.
 * Limits: `caps` over all files together, checked before a byte is read; no links, no special files, at most 8 folders deep.
 */
export const readBundle = async (folder: string, caps: BundleCaps): Promise<Bundle> => {
  const stats = lstatSync(folder);
  if (stats.isSymbolicLink()) {
    throw refused(
      './',
      'the folder is a link, and a link can lead anywhere',
      'put the bundle itself into the plugins folder',
    );
  }
  if (!stats.isDirectory())
    throw refused('./', 'is not a folder', 'a bundle is a folder with plugin.json and an entry');
  const files = walkBundle(folder, caps);
  const manifestFile = files.find(({ name }) => name === MANIFEST_FILE);
  if (!manifestFile) throw refused(MANIFEST_FILE, 'is missing', missingManifestHint(files));
  if (manifestFile.sizeBytes > MANIFEST_BYTES) {
    const reason = `is ${manifestFile.sizeBytes} bytes long; at most ${MANIFEST_BYTES} are read`;
    throw refused(MANIFEST_FILE, reason, 'shorten descriptions, schemas and examples, or split the plugin');
  }
  const manifestBytes = readSeen(manifestFile);
  const manifest = readManifest(manifestBytes);
  const entryFile = findEntry(manifest, files);
  const entryBytes = readSeen(entryFile);
  const digest = digestOf([
    [MANIFEST_FILE, manifestBytes],
    [entryFile.name, entryBytes],
  ]);
  return { manifest, entryName: entryFile.name, entrySource: decodeEntry(entryFile.name, entryBytes), digest };
};

const missingManifestHint = (files: readonly SeenFile[]): string => {
  const nested = files.find(({ name }) => name.endsWith(`/${MANIFEST_FILE}`));
  if (nested) return `there is one at "${shown(nested.name)}": move its folder up`;
  return 'add one; docs/writing-plugins.md shows the smallest';
};
