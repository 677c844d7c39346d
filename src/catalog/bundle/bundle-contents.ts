// From the files of a bundle, wherever they lie, to what the server needs of them: manifest, entry, digest. Front process:
// reads, evaluates nothing.
//
// Only plugin.json and the entry make the digest: it names what will run, and a new README is no new version. Every other
// file was looked at before, since a link or a device in a bundle is a sign of its intent.

import { createHash } from 'node:crypto';
import { nearest } from '../../config/nearest.ts';
import type { Manifest } from '../../sdk/manifest.ts';
import { MANIFEST_BYTES, readManifest } from '../manifest/manifest.ts';
import { MANIFEST_FILE } from '../manifest/manifest-problems.ts';
import { refused, shown } from '../model/refusal.ts';
import type { SeenFile } from './seen-file.ts';

/** A bundle that was read whole. Everything in it is untrusted. */
export interface Bundle {
  readonly manifest: Manifest;
  readonly entryName: string;
  readonly entrySource: string;
  /** `sha256-<hex>` over plugin.json and the entry: names, lengths and bytes. The same for a folder and its archive. */
  readonly digest: string;
  /** The trusted public key that signed its archive, as one line; absent if none did. */
  readonly signedBy?: string;
  /** The file `<entry>.map` beside the entry, for lines in errors; absent where there is none, or it is over 4 MB. */
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

const noEntry = (manifest: Manifest, wanted: readonly string[], files: readonly SeenFile[]): Error => {
  const scripts = files.map(({ name }) => name).filter((name) => /\.m?[jt]s$/.test(name));
  const [near] = nearest(wanted[0] ?? '', scripts);
  const candidate = near ?? scripts[0];
  const hint = candidate
    ? `did you mean "${shown(candidate)}"? Set "entry"`
    : 'add the ES module whose exports are the tools';
  if (manifest.entry === undefined) return refused(wanted.join(' or '), 'there is no entry', hint);
  return refused(`${MANIFEST_FILE} /entry`, `there is no file "${manifest.entry}"`, hint);
};

const findEntry = (manifest: Manifest, files: readonly SeenFile[]): SeenFile => {
  const wanted = manifest.entry === undefined ? DEFAULT_ENTRIES : [manifest.entry];
  const [found, other] = files.filter(({ name }) => wanted.includes(name));
  if (other) {
    throw refused(
      'index.ts',
      'there is an index.js too, and no "entry" says which one is meant',
      'add "entry" to plugin.json',
    );
  }
  if (!found) throw noEntry(manifest, wanted, files);
  return found;
};

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

const decodeEntry = (name: string, bytes: Uint8Array): string => {
  try {
    return decode(bytes);
  } catch {
    throw refused(name, 'is not valid UTF-8', 'save the file as UTF-8');
  }
};

/** A source map helps people and decides nothing, so one that is odd is left out and not refused. */
const sourceMapOf = (entryName: string, files: readonly SeenFile[]): { readonly sourceMap?: string } => {
  const file = files.find(({ name }) => name === `${entryName}.map`);
  if (!file || file.sizeBytes > SOURCE_MAP_BYTES) return {};
  const bytes = file.read();
  try {
    return { sourceMap: decode(bytes) };
  } catch {
    return {};
  }
};

const readManifestFile = (files: readonly SeenFile[]): { readonly manifest: Manifest; readonly bytes: Uint8Array } => {
  const file = files.find(({ name }) => name === MANIFEST_FILE);
  if (!file) throw refused(MANIFEST_FILE, 'is missing', missingManifestHint(files));
  if (file.sizeBytes > MANIFEST_BYTES) {
    const reason = `is ${file.sizeBytes} bytes long; at most ${MANIFEST_BYTES} are read`;
    throw refused(MANIFEST_FILE, reason, 'shorten descriptions, schemas and examples, or split the plugin');
  }
  const bytes = file.read();
  return { manifest: readManifest(bytes), bytes };
};

const missingManifestHint = (files: readonly SeenFile[]): string => {
  const nested = files.find(({ name }) => name.endsWith(`/${MANIFEST_FILE}`));
  if (nested) return `there is one at "${shown(nested.name)}": move its folder up`;
  return 'add one; docs/writing-plugins.md shows the smallest';
};

/** The bundle that these files are. Throws BundleRefused with every reason found. */
export const bundleOf = (files: readonly SeenFile[]): Bundle => {
  const { manifest, bytes: manifestBytes } = readManifestFile(files);
  const entryFile = findEntry(manifest, files);
  const entryBytes = entryFile.read();
  const digest = digestOf([
    [MANIFEST_FILE, manifestBytes],
    [entryFile.name, entryBytes],
  ]);
  const entrySource = decodeEntry(entryFile.name, entryBytes);
  return { manifest, entryName: entryFile.name, entrySource, digest, ...sourceMapOf(entryFile.name, files) };
};
