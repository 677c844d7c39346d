// An author's folder becomes one file that a server takes: `<name>-<version>.tgz`. Runs on the author's machine.
//
// The same folder gives the same bytes on any machine: one order, no times, no paths of the machine.

import { realpathSync } from 'node:fs';
import { readArchive } from '../catalog/bundle/archive/archive.ts';
import type { BundleCaps } from '../catalog/bundle/bundle.ts';
import { readManifest } from '../catalog/manifest/manifest.ts';
import { MANIFEST_FILE } from '../catalog/manifest/manifest-problems.ts';
import { BundleRefused, shown } from '../catalog/model/refusal.ts';
import { SETTINGS } from '../config/settings.ts';
import type { Refusal } from '../protocol/program.ts';
import type { Manifest } from '../sdk/manifest.ts';
import { type AuthorFolder, companionFiles, readAuthorFolder } from './author-folder.ts';
import { type BundledEntry, bundleEntry } from './bundle-entry.ts';
import { canonicalManifest } from './canonical-manifest.ts';
import { type DefinedTool, definedTools, type Evaluate } from './definitions.ts';
import { freeNameTexts } from './free-names.ts';
import { LICENCES_FILE, type Library, librariesIn, licencesText } from './licences.ts';
import { usesSdk } from './own-sources.ts';
import { type PackedFile, tgzOf } from './tgz.ts';

export interface PackOptions {
  /** What the server that will take it allows; a server's defaults where absent. */
  readonly caps?: BundleCaps;
  /** Evaluates the entry if plugin.json lists no tools. */
  readonly evaluate: Evaluate;
}

/** A packed plugin. */
export interface Packed {
  /** `<name>-<version>.tgz`. */
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** `sha256-<hex>`, the same that a server shows for it. */
  readonly digest: string;
  readonly manifest: Manifest;
  /** The files in it, without the folder `package/` that they lie in. */
  readonly files: readonly PackedFile[];
  /** What an author should know and may leave as it is: one sentence each, some with what to do behind an arrow. */
  readonly warnings: readonly string[];
  /** The same, of less weight. */
  readonly notes: readonly string[];
}

const ENTRY_FILE = 'index.js';
const DEFAULT_CAPS: BundleCaps = {
  bytes: SETTINGS.plugins.bundleBytes.default,
  files: SETTINGS.plugins.bundleFiles.default,
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A problem of a manifest that nobody wrote is told at the definition it came from. */
const atDefinition = (refusal: Refusal, entryName: string, tools: readonly DefinedTool[]): Refusal => {
  const [, index, pointer = ''] = /^plugin\.json(?::\d+:\d+)? \/tools\/(\d+)(.*)$/.exec(refusal.where) ?? [];
  if (index === undefined) return refusal;
  const place = pointer === '' ? '' : `, ${pointer.slice(1)}`;
  return { ...refusal, where: `${entryName}: ${tools[Number(index)]?.export}${place}` };
};

const definedManifest = async (
  { manifest, entryName }: AuthorFolder,
  entry: BundledEntry,
  evaluate: Evaluate,
): Promise<string> => {
  const defined = definedTools(entryName, await evaluate({ entryName, ...entry }));
  const tools = defined.map(({ export: exportName, ...tool }) =>
    exportName === tool.name ? tool : { ...tool, export: exportName },
  );
  const text = canonicalManifest(manifest, tools, ENTRY_FILE);
  try {
    readManifest(bytesOf(text));
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    throw new BundleRefused(error.refusals.map((refusal) => atDefinition(refusal, entryName, defined)));
  }
  return text;
};

const listedManifest = (
  { manifest, entryName }: AuthorFolder,
  tools: Manifest['tools'],
  { exports }: BundledEntry,
): string => {
  const refusals = tools.flatMap((tool, index) => {
    const name = tool.export ?? tool.name;
    if (exports.includes(name)) return [];
    const where = `${MANIFEST_FILE} /tools/${index}`;
    const hint = `export that function from ${entryName}, or set "export"; its exports are ${exports.join(', ') || 'none'}`;
    return [{ where, reason: `there is no export "${shown(name)}"`, hint }];
  });
  if (refusals.length > 0) throw new BundleRefused(refusals.slice(0, 20));
  return canonicalManifest(manifest, tools, ENTRY_FILE);
};

const filesOf = (manifestText: string, entry: BundledEntry, libraries: readonly Library[]): readonly PackedFile[] => [
  { path: MANIFEST_FILE, bytes: bytesOf(manifestText) },
  { path: ENTRY_FILE, bytes: bytesOf(entry.code) },
  { path: `${ENTRY_FILE}.map`, bytes: bytesOf(entry.sourceMap) },
  ...(libraries.length > 0 ? [{ path: LICENCES_FILE, bytes: bytesOf(licencesText(libraries)) }] : []),
];

const warningsOf = (
  { manifest, root }: AuthorFolder & { readonly root: string },
  entry: BundledEntry,
  libraries: readonly Library[],
): readonly string[] => {
  const unlicensed = libraries.filter(({ licenceText }) => licenceText === '');
  return [
    ...entry.warnings,
    ...(manifest.tools && usesSdk(entry.metafile.inputs, root)
      ? ['plugin.json lists "tools", so what defineTool says of them is not used; take "tools" out to have it used']
      : []),
    ...unlicensed.map(({ title }) => `${title} ships no text of its licence; see that you may give it away`),
  ];
};

/**
 * Packs a folder: plugin.json, one module of the entry and its libraries, a source map, licences, README and LICENSE.
 * Where plugin.json lists no tools, those are taken that the entry exports by `defineTool`; for that `evaluate` evaluates it once.
 * Throws BundleRefused with every reason found. Limits: `caps`, and those of a manifest.
 */
export const packFolder = async (folder: string, { caps = DEFAULT_CAPS, evaluate }: PackOptions): Promise<Packed> => {
  const author = readAuthorFolder(folder);
  // Where a link leads: the names of sources are told from there.
  const root = realpathSync(folder);
  const entry = await bundleEntry(root, author.entryName);
  const { tools } = author.manifest;
  const manifestText = tools ? listedManifest(author, tools, entry) : await definedManifest(author, entry, evaluate);
  const libraries = await librariesIn(entry.metafile, root);
  const made = filesOf(manifestText, entry, libraries);
  const companions = companionFiles(root).filter(({ path }) => made.every((file) => file.path !== path));
  const files = [...made, ...companions].sort((a, b) => (a.path < b.path ? -1 : 1));
  const bytes = tgzOf(files);
  // Read as a server reads it: what leaves here is what is taken there.
  const { manifest, digest } = await readArchive(bytes, caps);
  const fileName = `${manifest.name}-${manifest.version}.tgz`;
  const { warnings, notes } = freeNameTexts(entry.freeNames, manifest.tools);
  return {
    fileName,
    bytes,
    digest,
    manifest,
    files,
    warnings: [...warningsOf({ ...author, root }, entry, libraries), ...warnings],
    notes,
  };
};
