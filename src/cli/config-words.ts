// The flags of the configuration, for commands that take all of them.

import { FLAGS } from '../config/flags.ts';
import { type LoadedConfig, loadConfig } from '../config/load.ts';
import { type CommandContext, type FlagUsage, type Given, misused } from './command.ts';

/** `--port`, `--host`, `--plugins` and `--config`, as a command lists them. */
export const CONFIG_FLAGS: Readonly<Record<string, FlagUsage>> = Object.freeze(
  Object.fromEntries(FLAGS.map(({ flag, argument, meaning }) => [flag, { argument, meaning }])),
);

/** Those that were given, as words for another reader of a command line. */
export const configWords = (given: Given): readonly string[] =>
  FLAGS.flatMap(({ flag }) => {
    const value = given.value(flag);
    return value === undefined ? [] : [`--${flag}`, value];
  });

/** The configuration that a server started here with these flags would have. Throws `CommandFailed` with every problem, for exit code 2. */
export const configOf = ({ given, cwd, env }: Pick<CommandContext, 'given' | 'cwd' | 'env'>): LoadedConfig => {
  const loaded = loadConfig({ cwd, args: configWords(given), env });
  if (!loaded.ok) throw misused(...loaded.problems);
  return loaded;
};
