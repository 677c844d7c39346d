// A plugin as a command is given it, a folder or an archive, read as an operator's server reads it.

import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Bundle, readBundleAt } from '../../catalog/bundle.ts';
import type { Config } from '../../config/config.ts';
import { misused } from '../command.ts';

export interface OpenedPlugin {
  /** What a server would read. */
  readonly bundle: Bundle;
  /** The author's folder, where it was one; absolute. */
  readonly folder?: string;
  /** What packing has to say that is no reason to stop. */
  readonly warnings: readonly string[];
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

/** Reads a plugin; a folder is packed first, in memory. Rejects with BundleRefused for what a server would refuse. */
export const openPlugin = async (path: string, isFolder: boolean, config: Config): Promise<OpenedPlugin> => {
  const { bundleBytes: bytes, bundleFiles: files } = config.plugins;
  const bundle = await readBundleAt(path, { bytes, files });
  return { bundle, ...(isFolder && { folder: path }), warnings: [] };
};
