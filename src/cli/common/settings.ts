// Loads the operator's configuration for a command: the file that --config names, or that of the working folder, or else that of the plugin's folder.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FLAGS } from '../../settings/flags.ts';
import { DEFAULT_FILE, type LoadedConfig, type LoadRequest, loadConfig } from '../../settings/load/load.ts';
import { type ExternalValues, loadExternalValues, loadRedisUrl } from '../../settings/load/secrets.ts';
import { type CommandContext, type FlagUsage, misused, type ParsedArgs } from './command.ts';

export interface Settings extends LoadedConfig {
  /** True if nobody named the file: it is in the plugin's folder. */
  readonly isBeside: boolean;
}

/** Loads a configuration for a command, which opens no port. Throws `CommandFailed` with every problem, for exit code 2. */
export const loadOrFail = (request: Omit<LoadRequest, 'opensPort'>): LoadedConfig => {
  const loaded = loadConfig({ ...request, opensPort: false });
  if (!loaded.ok) throw misused(...loaded.problems);
  return loaded;
};

/**
 * Loads the configuration. A file in the working folder comes before one in the plugin's folder, so that a stranger's folder is checked under the user's
 * own settings. A file in the plugin's folder grants nothing. Throws as `loadOrFail` does.
 */
export const settingsFor = (context: CommandContext, folder = context.cwd): Settings => {
  const { cwd, env } = context;
  const named = context.args.value('config');
  const isNamed = named !== undefined || Boolean(env.TOOLCELL_CONFIG);
  const isBeside = !isNamed && !existsSync(join(cwd, DEFAULT_FILE)) && existsSync(join(folder, DEFAULT_FILE));
  const args = named === undefined ? [] : ['--config', named];
  const loaded = loadOrFail({ cwd: isBeside ? folder : cwd, args, env });
  const config = isBeside ? { ...loaded.config, grants: {}, secrets: {} } : loaded.config;
  return { ...loaded, config, isBeside };
};

/** Reads the secrets and certificates for calls of a plugin, and prints warnings about them. Throws `CommandFailed` with every problem, for exit code 2. */
export const externalValuesFor = (settings: Settings, { cwd, env, printError }: CommandContext): ExternalValues => {
  const { isBeside, values, file } = settings;
  const isAskedFor = ['grants', 'secrets'].some((name) => Object.keys(values[name] as object).length > 0);
  if (isBeside && isAskedFor)
    printError(
      `${file} is in the plugin's folder, so its grants and secrets are ignored. To use them: --config ${file}`,
    );
  const loaded = loadExternalValues({ ...settings, cwd, env });
  if (!loaded.ok) throw misused(...loaded.problems);
  printError(...loaded.warnings);
  return loaded.externalValues;
};

/** The address of the Redis of the store; empty if the store is a file. Throws `CommandFailed` with every problem, for exit code 2. */
export const redisUrlFor = (settings: Settings, { cwd, env }: Pick<CommandContext, 'cwd' | 'env'>): string => {
  const loaded = loadRedisUrl({ ...settings, cwd, env });
  if (!loaded.ok) throw misused(...loaded.problems);
  return loaded.redisUrl;
};

/** `--port`, `--host`, `--plugins` and `--config`, as a command lists them. */
export const CONFIG_FLAGS: Readonly<Record<string, FlagUsage>> = Object.freeze(
  Object.fromEntries(FLAGS.map(({ flag, argument, meaning }) => [flag, { argument, meaning }])),
);

/** The flags of the configuration that were given, as arguments for another process. */
export const configWords = (args: ParsedArgs): readonly string[] =>
  FLAGS.flatMap(({ flag }) => {
    const value = args.value(flag);
    return value === undefined ? [] : [`--${flag}`, value];
  });

/** Why a server would not open its port with these flags, a line each, although commands run. */
export const portProblems = (request: Omit<LoadRequest, 'opensPort'>): readonly string[] => {
  const loaded = loadConfig(request);
  return loaded.ok ? [] : loaded.problems;
};

/** The configuration of a server that is started here with these flags. Throws as `loadOrFail` does. */
export const configOf = ({ args, cwd, env }: CommandContext): LoadedConfig =>
  loadOrFail({ cwd, args: configWords(args), env });
