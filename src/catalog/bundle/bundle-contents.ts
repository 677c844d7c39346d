// Makes a bundle of its files: manifest, entry and digest. Front process; reads, evaluates nothing.
//
// Only plugin.json and the entry count for the digest: it names the code that runs, and a new README is no new version.

import { createHash } from 'node:crypto';
import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { nearest } from '../../shared/text/nearest.ts';
import { checkManifestSize, decodeUtf8, readManifest } from '../manifest/manifest.ts';
import { MANIFEST_FILE } from '../manifest/manifest-problems.ts';
import { refused, shown } from '../model/refusal.ts';
import type { BundleFile } from './bundle-walk.ts';

/** The parts of a bundle that the server needs. All of them are untrusted. */
export interface Bundle {
  readonly manifest: Manifest;
  readonly entryName: string;
  readonly entrySource: string;
  /** `sha256-<hex>` over the names, lengths and bytes of plugin.json and the entry. A folder and its archive have the same one. */
  readonly digest: string;
  /** The trusted public key that signed its archive, as one line; absent if none did. */
  readonly signedBy?: string;
  /** The text of `<entry>.map`, for lines in errors. Absent if there is no such file, or if it is larger than 4 MB. */
  readonly sourceMap?: string;
}

const DEFAULT_ENTRIES = ['index.js', 'index.ts'];
const SOURCE_MAP_BYTES = 4_000_000;

const digestOf = (files: readonly (readonly [name: string, bytes: Uint8Array])[]): string => {
  const hash = createHash('sha256');
  for (const [name, bytes] of files.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${Buffer.byteLength(name)}:${name}:${bytes.length}:`).update(bytes);
  }
  return `sha256-${hash.digest('hex')}`;
};

const noEntry = (manifest: Manifest, wanted: readonly string[], files: readonly BundleFile[]): Error => {
  const scripts = files.map(({ name }) => name).filter((name) => /\.m?[jt]s$/.test(name));
  const [near] = nearest(wanted[0] ?? '', scripts);
  const candidate = near ?? scripts[0];
  const hint = candidate
    ? `did you mean "${shown(candidate)}"? Set "entry"`
    : 'add the ES module whose exports are the tools';
  if (manifest.entry === undefined) return refused(wanted.join(' or '), 'there is no entry', hint);
  return refused(`${MANIFEST_FILE} /entry`, `there is no file "${manifest.entry}"`, hint);
};

const findEntry = (manifest: Manifest, files: readonly BundleFile[]): BundleFile => {
  const wanted = manifest.entry === undefined ? DEFAULT_ENTRIES : [manifest.entry];
  const [found, other] = files.filter(({ name }) => wanted.includes(name));
  if (other) {
    const reason = 'there is an index.js too, and no "entry" names one of them';
    throw refused('index.ts', reason, 'add "entry" to plugin.json');
  }
  if (!found) throw noEntry(manifest, wanted, files);
  return found;
};

/** A source map only helps people, so a bad one is left out and not refused. */
const sourceMapOf = (entryName: string, files: readonly BundleFile[]): { readonly sourceMap?: string } => {
  const file = files.find(({ name }) => name === `${entryName}.map`);
  if (!file || file.sizeBytes > SOURCE_MAP_BYTES) return {};
  const bytes = file.read();
  try {
    return { sourceMap: decodeUtf8(file.name, bytes) };
  } catch {
    return {};
  }
};

const readManifestFile = (files: readonly BundleFile[]): Uint8Array => {
  const file = files.find(({ name }) => name === MANIFEST_FILE);
  if (!file) throw refused(MANIFEST_FILE, 'is missing', missingManifestHint(files));
  checkManifestSize(file.sizeBytes);
  return file.read();
};

const missingManifestHint = (files: readonly BundleFile[]): string => {
  const nested = files.find(({ name }) => name.endsWith(`/${MANIFEST_FILE}`));
  if (nested) return `there is one at "${shown(nested.name)}": move its folder up`;
  return 'add one; docs/writing-plugins.md shows the smallest';
};

/** Makes a bundle of these files. Throws BundleRefused with every reason found. */
export const bundleOf = (files: readonly BundleFile[]): Bundle => {
  const manifestBytes = readManifestFile(files);
  const manifest = readManifest(manifestBytes);
  const entryFile = findEntry(manifest, files);
  const entryName = entryFile.name;
  const entryBytes = entryFile.read();
  const digest = digestOf([
    [MANIFEST_FILE, manifestBytes],
    [entryName, entryBytes],
  ]);
  const entrySource = decodeUtf8(entryName, entryBytes);
  return { manifest, entryName, entrySource, digest, ...sourceMapOf(entryName, files) };
};
