// The operator's configuration as a command meets it: named by --config, or found beside the plugin or in the working folder.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_FILE, type LoadedConfig, loadConfig } from '../config/load.ts';
import { type CommandContext, misused } from './command.ts';

/** Loads the configuration, that of `folder` first where it has one. Throws `CommandFailed` with every problem, for exit code 2. */
export const settingsFor = (
  { given, cwd, env }: Pick<CommandContext, 'given' | 'cwd' | 'env'>,
  folder = cwd,
): LoadedConfig => {
  const named = given.value('config');
  const isBeside = named === undefined && !env.TOOLCELL_CONFIG && existsSync(join(folder, DEFAULT_FILE));
  const loaded = loadConfig({
    cwd: isBeside ? folder : cwd,
    args: named === undefined ? [] : ['--config', named],
    env,
  });
  if (!loaded.ok) throw misused(...loaded.problems);
  return loaded;
};
