// The operator's configuration as a command meets it: named by --config, or found in the working folder, or else beside the plugin.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_FILE, type LoadedConfig, loadConfig } from '../config/load.ts';
import { type CommandContext, misused } from './command.ts';

/**
 * Loads the configuration. That of the working folder comes before that of the plugin's: whoever checks a stranger's folder does so
 * under settings of their own. Throws `CommandFailed` with every problem, for exit code 2.
 */
export const settingsFor = (
  { given, cwd, env }: Pick<CommandContext, 'given' | 'cwd' | 'env'>,
  folder = cwd,
): LoadedConfig => {
  const named = given.value('config');
  const isNamed = named !== undefined || Boolean(env.TOOLCELL_CONFIG);
  const isBeside = !isNamed && !existsSync(join(cwd, DEFAULT_FILE)) && existsSync(join(folder, DEFAULT_FILE));
  const loaded = loadConfig({
    cwd: isBeside ? folder : cwd,
    args: named === undefined ? [] : ['--config', named],
    env,
  });
  if (!loaded.ok) throw misused(...loaded.problems);
  return loaded;
};
