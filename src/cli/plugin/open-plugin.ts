// Reads the plugin that a command line names, a folder or an archive, as an operator's server reads it.

import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { readArchive } from '../../catalog/bundle/archive/archive.ts';
import { type Bundle, readBundleAt } from '../../catalog/bundle/bundle.ts';
import { capsOf } from '../../catalog/bundle/bundle-caps.ts';
import type { Config } from '../../settings/config.ts';
import type { LoadedConfig } from '../../settings/load/load.ts';
import { type CommandContext, misused } from '../common/command.ts';
import { type Settings, settingsFor } from '../common/settings.ts';
import type { Evaluate } from '../pack/definitions.ts';
import { type Packed, packFolder } from '../pack/pack.ts';
import { evaluateEntry } from './evaluate-entry.ts';
import { Workbench } from './workbench.ts';

export interface OpenedPlugin {
  /** The bundle that a server would read. */
  readonly bundle: Bundle;
  /** The author's folder; absolute. Absent for an archive. */
  readonly folder?: string;
  /** The archive that the folder was packed into. Absent for an archive. */
  readonly packed?: Packed;
}

export interface NamedPlugin {
  /** Absolute. */
  readonly path: string;
  readonly isFolder: boolean;
  /** The configuration; if there is no other, that of the plugin's folder. */
  readonly settings: Settings;
}

/** The plugin at a word of the command line, or in the current directory. Throws `CommandFailed` if nothing is there, for exit code 2. */
export const namedPlugin = (context: CommandContext, word = '.'): NamedPlugin => {
  const at = kindOf(context.cwd, word);
  return { ...at, settings: settingsFor(context, at.isFolder ? at.path : context.cwd) };
};

/** The plugin in the folder that is the first word. Throws `CommandFailed` if it is none, for exit code 2. */
export const namedFolder = (context: CommandContext): NamedPlugin => {
  const { path, isFolder } = kindOf(context.cwd, context.args.word(0) ?? '.');
  if (!isFolder) throw misused(`${path} is not a folder. Name the folder that holds plugin.json.`);
  return { path, isFolder, settings: settingsFor(context, path) };
};

/** Whether `path` of a command line is a folder, and its absolute path. Throws `CommandFailed` if nothing is there, for exit code 2. */
export const kindOf = (
  cwd: string,
  path: string,
  wanted = 'the folder of a plugin, or a .tgz that "toolcell pack" made',
): { readonly path: string; readonly isFolder: boolean } => {
  const absolute = resolve(cwd, path);
  try {
    return { path: absolute, isFolder: lstatSync(absolute).isDirectory() };
  } catch {
    throw misused(`There is nothing at ${absolute}. Name ${wanted}.`);
  }
};

/** Reads a bundle as a server reads it from its plugins folder: a folder is not packed. Rejects with BundleRefused if a server would refuse it. */
export const openAsServed = (path: string, { plugins }: Config): Promise<Bundle> =>
  readBundleAt(path, capsOf(plugins), plugins);

/** Reads a bundle as a server does and inspects it, while `activity` is shown. Throws as `Workbench.open` and `load` do. */
export const inspectBundle = async (
  context: CommandContext,
  path: string,
  config: Config,
  activity: string,
): Promise<Bundle> => {
  const bundle = await openAsServed(path, config);
  await using bench = await Workbench.open(config, context);
  await context.withProgress(activity, bench.load(bundle));
  return bundle;
};

/** A workbench that opens at its first use, since many faults of a plugin can be found without a sandbox. Dispose of it, or the workbench's processes stay. */
export class BenchOnDemand {
  readonly #open: () => Promise<Workbench>;
  #opening: Promise<Workbench> | undefined;

  constructor(open: () => Promise<Workbench>) {
    this.#open = open;
  }

  /** Resolves with the workbench, the same each time. Rejects if it cannot be opened. */
  get(): Promise<Workbench> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Ends the workbench's processes, if it was opened. */
  async [Symbol.asyncDispose](): Promise<void> {
    const bench = await this.#opening?.catch(() => undefined);
    await bench?.[Symbol.asyncDispose]();
  }
}

/** How much larger a bundle may be that keeps the author's names and lines: minifying halves code, or better. */
const READABLE_SIZE = 4;

/**
 * Reads a plugin. A folder is packed first, in memory; if its plugin.json lists no tools, the bench evaluates its entry. `isReadable`: packed for a
 * debugger. Rejects with BundleRefused if a server would refuse the plugin.
 */
export const openPlugin = async (
  {
    path,
    isFolder,
    settings: { config },
  }: Pick<NamedPlugin, 'path' | 'isFolder'> & { readonly settings: LoadedConfig },
  bench: Pick<BenchOnDemand, 'get'>,
  isReadable = false,
): Promise<OpenedPlugin> => {
  const { bundleBytes } = config.plugins;
  const caps = capsOf({ bundleBytes: isReadable ? bundleBytes * READABLE_SIZE : bundleBytes });
  if (!isFolder) return { bundle: await readBundleAt(path, caps, config.plugins) };
  const evaluate: Evaluate = async (entry) => evaluateEntry(await bench.get(), entry);
  const packed = await packFolder(path, { caps, evaluate, isReadable });
  return { bundle: await readArchive(packed.bytes, caps), folder: path, packed };
};
