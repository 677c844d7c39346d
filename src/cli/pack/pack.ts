// Packs an author's folder into one file for servers: `<name>-<version>.tgz`. The same folder gives the same bytes on any machine: files and fields
// have one order, and nothing contains times or paths of the machine. Runs on the author's machine.

import { realpathSync } from 'node:fs';
import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import publishedSchema from '../../../schemas/plugin.schema.json' with { type: 'json' };
import { readArchive } from '../../catalog/bundle/archive/archive.ts';
import type { BundleCaps } from '../../catalog/bundle/bundle.ts';
import { capsOf } from '../../catalog/bundle/bundle-caps.ts';
import { archiveNameOf } from '../../catalog/lint/lint.ts';
import { readManifest } from '../../catalog/manifest/manifest.ts';
import { MANIFEST_FILE } from '../../catalog/manifest/manifest-problems.ts';
import { BundleRefused, refused, shown } from '../../catalog/model/refusal.ts';
import { SETTINGS } from '../../settings/settings.ts';
import type { Refusal } from '../../shared/protocol/program.ts';
import { type AuthorFolder, type AuthorManifest, companionFiles, readAuthorFolder } from './author-folder.ts';
import { type BundledEntry, bundleEntry } from './bundle-entry.ts';
import { bundleFiles } from './bundle-files.ts';
import { type DefinedTool, definedTools, type Evaluate } from './definitions.ts';
import { freeNameTexts } from './free-names.ts';
import { LICENCES_FILE, type Library, librariesIn, licencesText } from './licences.ts';
import type { NodePart } from './node-parts.ts';
import { usesSdk } from './own-sources.ts';
import { type PackedFile, tgzOf } from './tgz.ts';

export interface PackOptions {
  /** Limits of the target server; a server's defaults if absent. */
  readonly caps?: BundleCaps;
  /** Evaluates the entry if plugin.json lists no tools. */
  readonly evaluate: Evaluate;
  /** True: for a debugger, with the author's names and lines, and never for a server. Default: false. */
  readonly isReadable?: boolean;
}

export interface Packed {
  /** `<name>-<version>.tgz`. */
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** `sha256-<hex>`, as a server shows it. */
  readonly digest: string;
  readonly manifest: Manifest;
  /** The files in it, without the folder `package/`. */
  readonly files: readonly PackedFile[];
  /** Findings that the author may ignore: one sentence each, some with a remedy after an arrow. */
  readonly warnings: readonly string[];
  /** Findings of less weight. */
  readonly notes: readonly string[];
  /** A sentence for each library that is in its variant for browsers. */
  readonly variants: readonly string[];
  /** The modules of Node in the entry. */
  readonly nodeModules: readonly NodePart[];
}

const ENTRY_FILE = 'index.js';
const DEFAULT_CAPS = capsOf({ bundleBytes: SETTINGS.plugins.bundleBytes.default });

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

type Fields = { readonly [field: string]: unknown };

/** Published fields first, in the order of the schema; then any others, which the check of the manifest reports. */
const inOrder = (fields: Fields, { properties }: { readonly properties: object }): Fields => {
  const names = new Set([...Object.keys(properties), ...Object.keys(fields)]);
  return Object.fromEntries([...names].flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : [])));
};

/**
 * The text of a packed plugin.json. Schemas and examples keep their written order, because a language model reads them.
 * `$schema` is left out, because it is for the author's editor.
 */
const canonicalManifest = (manifest: AuthorManifest, tools: readonly object[]): string => {
  const { $schema: _, version = '0.0.0', tools: __, files: ___, environment: ____, ...rest } = manifest;
  const ordered = tools.map((tool) => inOrder({ ...tool }, publishedSchema.$defs.tool));
  const fields = inOrder({ ...rest, version, entry: ENTRY_FILE }, publishedSchema);
  return `${JSON.stringify({ ...fields, tools: ordered }, undefined, 2)}\n`;
};

/** Moves a problem of a generated manifest to the definition that it came from. */
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
  const text = canonicalManifest(manifest, tools);
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
  return canonicalManifest(manifest, tools);
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
  const isUnused = manifest.tools && usesSdk(entry.metafile.inputs, root);
  const unused = 'plugin.json lists "tools", so the definitions by defineTool are not used; remove "tools" to use them';
  const unlicensed = libraries.filter(({ licenceText }) => licenceText === '');
  return [
    ...entry.warnings,
    ...(isUnused ? [unused] : []),
    ...unlicensed.map(({ title }) => `${title} ships no text of its licence; check that you may pass it on`),
  ];
};

const PLACEHOLDER = /\{\{secret\.([^}]*)\}\}/g;

/** The variables of plugin.json. Throws BundleRefused for a placeholder of a secret that the plugin does not ask for. */
const environmentOf = ({ environment = {}, capabilities }: AuthorManifest): Readonly<Record<string, string>> => {
  const known = new Set((capabilities?.secrets ?? []).map(({ name }) => name));
  for (const [name, value] of Object.entries(environment))
    for (const [, secret = ''] of value.matchAll(PLACEHOLDER)) {
      if (known.has(secret)) continue;
      const where = `${MANIFEST_FILE} /environment/${name}`;
      const reason = `names the secret "${shown(secret)}", which the plugin does not ask for`;
      throw refused(where, reason, 'list it in "capabilities", under "secrets"');
    }
  return environment;
};

/**
 * Packs a folder: plugin.json, one module of the entry and its libraries, a source map, licences, README and LICENSE.
 * If plugin.json lists no tools, `evaluate` evaluates the entry once, and its `defineTool` exports become the tools.
 * Throws BundleRefused with every reason found. Limits: `caps`, and those of a manifest.
 */
export const packFolder = async (
  folder: string,
  { caps = DEFAULT_CAPS, evaluate, isReadable = false }: PackOptions,
): Promise<Packed> => {
  const author = readAuthorFolder(folder);
  // The real path, because names of sources are relative to it.
  const root = realpathSync(folder);
  const entry = await bundleEntry(root, author.entryName, {
    isReadable,
    node: { environment: environmentOf(author.manifest), files: bundleFiles(root, author.manifest.files) },
  });
  const { tools } = author.manifest;
  const manifestText = tools ? listedManifest(author, tools, entry) : await definedManifest(author, entry, evaluate);
  const libraries = await librariesIn(entry.metafile, root);
  const made = filesOf(manifestText, entry, libraries);
  const companions = companionFiles(root).filter(({ path }) => made.every((file) => file.path !== path));
  const files = [...made, ...companions].sort((a, b) => (a.path < b.path ? -1 : 1));
  const bytes = tgzOf(files);
  // Read as a server reads it, so that every packed archive is accepted.
  const { manifest, digest } = await readArchive(bytes, caps);
  const { warnings, notes } = freeNameTexts(entry.freeNames, manifest.tools);
  return {
    fileName: archiveNameOf(manifest),
    bytes,
    digest,
    manifest,
    files,
    warnings: [...warningsOf({ ...author, root }, entry, libraries), ...warnings],
    notes,
    variants: entry.variants,
    nodeModules: entry.nodeModules,
  };
};
