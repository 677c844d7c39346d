// The operator's configuration as a command meets it: named by --config, or found in the working folder, or else beside the plugin.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_FILE, type LoadedConfig, loadConfig } from '../config/load.ts';
import { loadReach, type ReachParts } from '../config/secrets.ts';
import { type CommandContext, misused } from './command.ts';

/** The configuration, and whether it is one that merely lies beside the plugin. */
export interface Settings extends LoadedConfig {
  readonly isBeside: boolean;
}

/**
 * Loads the configuration. That of the working folder comes before that of the plugin's: whoever checks a stranger's folder does so
 * under settings of their own, and one that only lies beside a plugin grants nothing. Throws `CommandFailed` with every problem, for exit code 2.
 */
export const settingsFor = (
  { given, cwd, env }: Pick<CommandContext, 'given' | 'cwd' | 'env'>,
  folder = cwd,
): Settings => {
  const named = given.value('config');
  const isNamed = named !== undefined || Boolean(env.TOOLCELL_CONFIG);
  const isBeside = !isNamed && !existsSync(join(cwd, DEFAULT_FILE)) && existsSync(join(folder, DEFAULT_FILE));
  const loaded = loadConfig({
    cwd: isBeside ? folder : cwd,
    args: named === undefined ? [] : ['--config', named],
    env,
  });
  if (!loaded.ok) throw misused(...loaded.problems);
  return isBeside
    ? { ...loaded, config: { ...loaded.config, grants: {}, secrets: {} }, isBeside }
    : { ...loaded, isBeside };
};

/**
 * Reads the secrets and certificates that a plugin is run with, and says what an operator should know of them. Throws `CommandFailed`
 * with every problem, for exit code 2.
 */
export const reachFor = (settings: Settings, { cwd, env, complain }: CommandContext): ReachParts => {
  const { isBeside, values, file } = settings;
  const isAskedFor = ['grants', 'secrets'].some((name) => Object.keys(values[name] as object).length > 0);
  if (isBeside && isAskedFor)
    complain(`${file} lies in the plugin's folder: its grants and secrets are left out. To use them: --config ${file}`);
  const loaded = loadReach({ ...settings, cwd, env });
  if (!loaded.ok) throw misused(...loaded.problems);
  complain(...loaded.warnings);
  return loaded.reach;
};
