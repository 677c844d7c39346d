// The plugins folder that an operator's command works on, and what that folder refuses, in the command line's terms.

import { resolve } from 'node:path';
import { LockBroken } from '../../catalog/lock.ts';
import { type Folder, OperationRefused } from '../../catalog/operations.ts';
import type { Config } from '../../config/config.ts';
import { CONFIG_FLAG, type CommandContext, CommandFailed, EXIT, type FlagUsage, misused } from '../command.ts';
import { settingsFor } from '../settings.ts';

/** `--plugins DIR` and `--config FILE`. */
export const FOLDER_FLAGS: Readonly<Record<'plugins' | 'config', FlagUsage>> = Object.freeze({
  plugins: { argument: 'DIR', meaning: 'the plugins folder; plugins.folder of the configuration where absent' },
  ...CONFIG_FLAG,
});

/** The folder and the settings it is served with. */
export const folderOf = (context: CommandContext): Folder & { readonly config: Config } => {
  const { config } = settingsFor(context);
  const named = context.given.value('plugins');
  const folder = resolve(context.cwd, named ?? config.plugins.folder);
  return { folder, config: { ...config, plugins: { ...config.plugins, folder } } };
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
