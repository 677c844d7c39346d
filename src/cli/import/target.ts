// Writes an imported plugin into its folder: a new one, an empty one, or one that was imported from the same source before.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import compare from 'semver/functions/compare.js';
import inc from 'semver/functions/inc.js';
import type { ImportedFrom, Manifest } from '../../../packages/plugin/src/manifest.ts';
import { readManifest } from '../../catalog/manifest/manifest.ts';
import { CommandFailed, EXIT, misused } from '../common/command.ts';
import type { ImportedPlugin } from './kind.ts';

const PLUGIN_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** The name that `--as NAME` gives: its last part is that of the folder and of the plugin. Throws `CommandFailed` for exit code 2. */
export const nameIn = (as: string | undefined): string | undefined => {
  if (as === undefined) return undefined;
  const name = basename(resolve('/', as));
  if (PLUGIN_NAME.test(name)) return name;
  throw misused(
    `--as: ${JSON.stringify(name)} cannot be the name of a plugin: use 1 to 64 small letters, digits and "-".`,
  );
};

export interface Target {
  readonly folder: string;
  /** The manifest that lies there, if the plugin was imported before. */
  readonly before: Manifest | undefined;
}

/** The folder for a plugin. Throws `CommandFailed` for exit code 2 if something else lies there. */
export const targetOf = (
  { manifest }: Pick<ImportedPlugin, 'manifest'>,
  as: string | undefined,
  cwd: string,
): Target => {
  const folder = resolve(cwd, as ?? manifest.name);
  if (!existsSync(folder) || readdirOf(folder).length === 0) return { folder, before: undefined };
  const before = manifestAt(folder);
  if (before?.importedFrom && isSame(before.importedFrom, manifest.importedFrom)) return { folder, before };
  const why = before?.importedFrom
    ? `has a plugin that was imported from ${before.importedFrom.source}`
    : 'exists already, and was not imported';
  throw misused(`${folder} ${why}: it is not overwritten. Choose another name with --as.`);
};

const isSame = (one: ImportedFrom, other: ImportedFrom | undefined): boolean =>
  one.kind === other?.kind && one.source === other.source;

const readdirOf = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    throw misused(`${folder} is no folder. Choose another name with --as.`);
  }
};

const manifestAt = (folder: string): Manifest | undefined => {
  try {
    return readManifest(readFileSync(join(folder, 'plugin.json')));
  } catch {
    return undefined;
  }
};

/** Writes the files. Files of an earlier import that are no longer made are removed if they were its own. */
export const writePlugin = ({ files }: Pick<ImportedPlugin, 'files'>, { folder }: Target): void => {
  try {
    for (const [name, content] of Object.entries(files)) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      rmSync(path, { force: true });
      writeFileSync(path, content, { flag: 'wx' });
    }
  } catch (error) {
    const { code, path = folder } = error as NodeJS.ErrnoException;
    throw new CommandFailed(EXIT.host, `${path} cannot be written (${code ?? String(error)}).`);
  }
};

const isEqual = (one: string | Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other);

/** The plugin under a version of its own, if the folder has other content under this one: a version names one content. */
export const withNextVersion = (plugin: ImportedPlugin, { folder, before }: Target): ImportedPlugin => {
  if (before === undefined) return plugin;
  const { version = '0.0.0' } = before;
  if (isUnchanged(plugin, folder)) return withVersion(plugin, version);
  if (compare(plugin.manifest.version ?? '0.0.0', version) > 0) return plugin;
  const next = inc(version, 'patch') ?? version;
  return withVersion(plugin, next, `its version is ${next}, since ${version} has other content`);
};

const withVersion = (plugin: ImportedPlugin, version: string, ...notes: readonly string[]): ImportedPlugin => {
  const manifest = { ...plugin.manifest, version };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  return { ...plugin, manifest, files: { ...plugin.files, 'plugin.json': text }, notes: [...plugin.notes, ...notes] };
};

/** Compared without the version, which this command may have raised before. */
const isUnchanged = ({ files, manifest }: ImportedPlugin, folder: string): boolean => {
  try {
    return Object.entries(files).every(([name, content]) => {
      const bytes = readFileSync(join(folder, name));
      if (name !== 'plugin.json') return isEqual(content, bytes);
      const { version: _, ...old } = JSON.parse(bytes.toString()) as Manifest;
      const { version: __, ...own } = manifest;
      return JSON.stringify(old) === JSON.stringify(own);
    });
  } catch {
    return false;
  }
};
