// Reads an author's folder: the manifest, which may lack its tools, the entry, and the texts that go into the bundle unchanged.
// Runs on the author's machine, on the author's own files.

import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { checkManifestSize, readManifest } from '../../catalog/manifest/manifest.ts';
import { MANIFEST_FILE } from '../../catalog/manifest/manifest-problems.ts';
import { BundleRefused, refused, shown } from '../../catalog/model/refusal.ts';
import { realFileOf } from './readable-files.ts';
import type { PackedFile } from './tgz.ts';

/** A manifest that may leave its tools to the entry. */
export type AuthorManifest = Omit<Manifest, 'tools'> & { readonly tools?: Manifest['tools'] };

export interface AuthorFolder {
  readonly manifest: AuthorManifest;
  /** Path of the entry from the folder, with forward slashes. */
  readonly entryName: string;
}

/** Places of the entry, searched in this order. Two files in one place are refused. */
const ENTRY_PLACES = [
  ['index.ts', 'index.js'],
  ['src/index.ts', 'src/index.js'],
];

/** Texts for people, which go into the bundle unchanged. */
const COMPANIONS = /^(readme|licen[cs]e|notice|third-party-licenses)(\.(md|txt))?$/i;

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

const readOwn = (folder: string): Buffer => {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory())
    throw refused('./', 'there is no such folder', 'name the folder with plugin.json and the entry');
  const path = realFileOf(realpathSync(folder), MANIFEST_FILE);
  if (path === undefined || !isFile(path)) {
    const hint = 'write one with at least a "name", or start with: toolcell new NAME';
    throw refused(MANIFEST_FILE, 'is missing', hint);
  }
  const bytes = readFileSync(path);
  checkManifestSize(bytes.length);
  return bytes;
};

/** The manifest. It may lack its tools, because the entry may define them. */
const readAuthorManifest = (bytes: Buffer): AuthorManifest => {
  try {
    return readManifest(bytes);
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    const others = error.refusals.filter(({ reason }) => reason !== '"tools" is missing');
    if (others.length > 0) throw new BundleRefused(others);
    return JSON.parse(bytes.toString()) as AuthorManifest;
  }
};

const findEntry = (folder: string, { entry }: AuthorManifest): string => {
  if (entry !== undefined) {
    if (isFile(join(folder, entry))) return entry;
    const reason = `there is no file "${shown(entry)}"`;
    throw refused(`${MANIFEST_FILE} /entry`, reason, 'correct "entry", or write that file');
  }
  for (const place of ENTRY_PLACES) {
    const [found, other] = place.filter((name) => isFile(join(folder, name)));
    if (other) {
      const reason = `there is a ${other} too, and no "entry" names one of them`;
      throw refused(String(found), reason, 'add "entry" to plugin.json');
    }
    if (found) return found;
  }
  const where = ENTRY_PLACES.flat().join(' or ');
  throw refused(where, 'there is no entry', 'write the ES module whose exports are the tools');
};

/** Reads a folder without running code. Throws BundleRefused with every reason found. */
export const readAuthorFolder = (folder: string): AuthorFolder => {
  const manifest = readAuthorManifest(readOwn(folder));
  return { manifest, entryName: findEntry(folder, manifest) };
};

/** README, LICENSE, NOTICE and the list of licences of a bundle that was built before, if they exist. */
export const companionFiles = (folder: string): readonly PackedFile[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPANIONS.test(entry.name))
    .map(({ name }) => ({ path: name, bytes: readFileSync(join(folder, name)) }));
