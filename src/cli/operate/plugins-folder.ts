// The plugins folder that an operator's command works on. Turns the errors of operations on it into messages and exit codes.

import { resolve } from 'node:path';
import { LockBroken } from '../../catalog/lock/lock.ts';
import { type Folder, OperationRefused } from '../../catalog/operate/operations.ts';
import { commandHint } from '../../server/hint.ts';
import type { Config } from '../../settings/config.ts';
import { DEFAULT_FILE } from '../../settings/load/load.ts';
import { NoTurn } from '../../shared/lifetime/turn.ts';
import { CONFIG_FLAG, type CommandContext, CommandFailed, EXIT, type FlagUsage, misused } from '../common/command.ts';
import { settingsFor } from '../common/settings.ts';

export const FOLDER_FLAGS: Readonly<Record<'plugins' | 'config', FlagUsage>> = Object.freeze({
  plugins: { argument: 'DIR', meaning: 'the plugins folder; default: plugins.folder of the configuration' },
  ...CONFIG_FLAG,
});

export interface ServedFolder extends Folder {
  readonly config: Config;
  /** Path of the configuration file. If there is none yet: the path where it would be read. */
  readonly configFile: string;
  readonly isConfigured: boolean;
  /** Makes a command for a hint, with the same `--plugins` and `--config` as this command. */
  hint(...words: readonly string[]): string;
}

/** The plugins folder of a command line. Throws `CommandFailed` with every problem of the configuration, for exit code 2. */
export const folderOf = (context: CommandContext): ServedFolder => {
  const { args, cwd } = context;
  const { config, file } = settingsFor(context);
  const named = args.value('plugins');
  const folder = resolve(cwd, named ?? config.plugins.folder);
  const flags = { config: args.value('config'), plugins: named };
  return {
    folder,
    config: { ...config, plugins: { ...config.plugins, folder } },
    configFile: file ?? resolve(cwd, DEFAULT_FILE),
    isConfigured: file !== undefined,
    hint: (...words) => commandHint(words, flags),
  };
};

/**
 * Waits for an operation. Throws `CommandFailed` if it is refused: 2 if the name is unknown or the lock file is broken, 1 for other refusals, and 3 if the
 * folder cannot be written to, or another process changes it all the time.
 */
export const operate = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof OperationRefused)
      throw error.kind === 'unknown' ? misused(error.message) : new CommandFailed(EXIT.fault, error.message);
    if (error instanceof LockBroken) throw misused(error.message);
    if (error instanceof NoTurn) throw new CommandFailed(EXIT.host, `${error.message}.`);
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOSPC')
      throw new CommandFailed(EXIT.host, `${path ?? 'the plugins folder'} cannot be written to (${code}).`);
    throw error;
  }
};

/** The first 12 characters of a digest, for people to compare. */
export const shortDigest = (digest: string): string => digest.slice(0, 'sha256-'.length + 12);
