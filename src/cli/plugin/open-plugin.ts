// A plugin as a command is given it, a folder or an archive, read as an operator's server reads it.

import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { readArchive } from '../../catalog/bundle/archive/archive.ts';
import { type Bundle, readBundleAt } from '../../catalog/bundle/bundle.ts';
import type { Config } from '../../config/config.ts';
import { type Packed, packFolder } from '../../pack/pack.ts';
import { misused } from '../command.ts';
import type { BenchOnDemand } from './bench-on-demand.ts';
import { evaluateEntry } from './evaluate-entry.ts';

export interface OpenedPlugin {
  /** What a server would read. */
  readonly bundle: Bundle;
  /** The author's folder, where it was one; absolute. */
  readonly folder?: string;
  /** What the folder was packed to. */
  readonly packed?: Packed;
}

/** What stands at `path`, which a command line named. Throws `CommandFailed` where nothing does. */
export const kindOf = (cwd: string, path: string): { readonly path: string; readonly isFolder: boolean } => {
  const absolute = resolve(cwd, path);
  try {
    return { path: absolute, isFolder: lstatSync(absolute).isDirectory() };
  } catch {
    throw misused(`There is nothing at ${absolute}. Name the folder of a plugin, or a .tgz that "toolcell pack" made.`);
  }
};

/** Reads a bundle of a plugins folder, a folder as it lies. Rejects with BundleRefused for what a server would refuse. */
export const openAsItLies = (path: string, { plugins }: Config): Promise<Bundle> =>
  readBundleAt(path, { bytes: plugins.bundleBytes, files: plugins.bundleFiles }, plugins);

/**
 * Reads a plugin; a folder is packed first, in memory, and its entry is evaluated on the bench if plugin.json lists no tools. Rejects with BundleRefused
 * for what a server would refuse.
 */
export const openPlugin = async (
  { path, isFolder }: ReturnType<typeof kindOf>,
  config: Config,
  bench: Pick<BenchOnDemand, 'get'>,
): Promise<OpenedPlugin> => {
  const { bundleBytes: bytes, bundleFiles: files } = config.plugins;
  const caps = { bytes, files };
  if (!isFolder) return { bundle: await readBundleAt(path, caps, config.plugins) };
  const packed = await packFolder(path, { caps, evaluate: async (entry) => evaluateEntry(await bench.get(), entry) });
  return { bundle: await readArchive(packed.bytes, caps), folder: path, packed };
};
