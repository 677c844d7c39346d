// The plugins folder that an operator's command works on, and what that folder refuses, in the command line's terms.

import { resolve } from 'node:path';
import { LockBroken } from '../../catalog/lock/lock.ts';
import { type Folder, OperationRefused } from '../../catalog/operate/operations.ts';
import type { Config } from '../../config/config.ts';
import { DEFAULT_FILE } from '../../config/load.ts';
import { CONFIG_FLAG, type CommandContext, CommandFailed, EXIT, type FlagUsage, misused } from '../command.ts';
import { settingsFor } from '../settings.ts';
import { commandHint } from './hint.ts';

/** `--plugins DIR` and `--config FILE`. */
export const FOLDER_FLAGS: Readonly<Record<'plugins' | 'config', FlagUsage>> = Object.freeze({
  plugins: { argument: 'DIR', meaning: 'the plugins folder; default: plugins.folder of the configuration' },
  ...CONFIG_FLAG,
});

/** A plugins folder as a command meets it. */
export interface ServedFolder extends Folder {
  readonly config: Config;
  /** The configuration file; the one that would be read if there is none yet. */
  readonly configFile: string;
  /** True if there is a configuration file. */
  readonly isConfigured: boolean;
  /** A command for a hint, with the folder and the configuration that this command was given. */
  hint(...words: readonly string[]): string;
}

/** The folder and the settings it is served with. */
export const folderOf = (context: CommandContext): ServedFolder => {
  const { given, cwd } = context;
  const { config, file } = settingsFor(context);
  const named = given.value('plugins');
  const folder = resolve(cwd, named ?? config.plugins.folder);
  const flags = { config: given.value('config'), plugins: named };
  return {
    folder,
    config: { ...config, plugins: { ...config.plugins, folder } },
    configFile: file ?? resolve(cwd, DEFAULT_FILE),
    isConfigured: file !== undefined,
    hint: (...words) => commandHint(words, flags),
  };
};

/** Runs an operation; what it refuses ends the command: 2 for a name that is not there, 1 for what cannot be done as things are. */
export const operate = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof OperationRefused)
      throw error.kind === 'unknown' ? misused(error.message) : new CommandFailed(EXIT.fault, error.message);
    if (error instanceof LockBroken) throw misused(error.message);
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOSPC')
      throw new CommandFailed(EXIT.host, `${path ?? 'the plugins folder'} cannot be written to (${code}).`);
    throw error;
  }
};

/** The first characters of a digest, as people compare them. */
export const shortDigest = (digest: string): string => digest.slice(0, 'sha256-'.length + 12);
