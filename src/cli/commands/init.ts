// `toolcell init`: sets up a folder to serve from. Changes nothing that exists.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { DEFAULT_FILE } from '../../settings/load/load.ts';
import { type Command, type CommandContext, JSON_FLAG, misused } from '../common/command.ts';
import { loadOrFail } from '../common/settings.ts';
import { configFileText, SCHEMA_PATH } from '../new/config-text.ts';

interface Step {
  readonly path: string;
  readonly isNew: boolean;
}

export const command: Command = {
  usage: {
    words: [
      { name: 'FOLDER', meaning: 'the folder, made if necessary; default: the current directory', isOptional: true },
    ],
    flags: { ...JSON_FLAG },
    about: [
      'Changes nothing that exists. The configuration has the settings that operators change first, with their defaults.',
    ],
    examples: ['toolcell init', 'toolcell init ./agents-tools && cd agents-tools && toolcell serve'],
  },
  async run(context) {
    const folder = resolve(context.cwd, context.args.word(0) ?? '.');
    const config = writeConfig(folder);
    const plugins = makePluginsFolder(folder);
    return context.answer({ ok: true, config, plugins }, ...report(context, folder, [config, plugins]));
  },
};

const writeConfig = (folder: string): Step => {
  const path = join(folder, DEFAULT_FILE);
  makeFolder(folder);
  const schemaPath = existsSync(join(folder, SCHEMA_PATH)) ? SCHEMA_PATH : undefined;
  try {
    writeFileSync(path, configFileText(schemaPath), { flag: 'wx' });
    return { path, isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return { path, isNew: false };
  }
};

/** Makes the folder that the configuration names, even if `init` did not write the configuration. */
const makePluginsFolder = (folder: string): Step => {
  const path = loadOrFail({ cwd: folder }).config.plugins.folder;
  return { path, isNew: makeFolder(path) };
};

/** Makes a folder. True if it did not exist. Throws `CommandFailed` if it cannot be made, for exit code 2. */
const makeFolder = (path: string): boolean => {
  try {
    return mkdirSync(path, { recursive: true }) !== undefined;
  } catch (error) {
    throw misused(
      `${path} cannot be made (${(error as NodeJS.ErrnoException).code}) → name a folder that you may write to`,
    );
  }
};

const report = ({ cwd, style }: CommandContext, folder: string, steps: readonly Step[]): readonly string[] => {
  const { good, faint } = style.stdout;
  const nameOf = (path: string): string => relative(cwd, path) || '.';
  const lines = steps.map(({ path, isNew }) =>
    isNew ? `${good('✓')} made ${nameOf(path)}` : faint(`  ${nameOf(path)} exists already and was not changed`),
  );
  const [, plugins] = steps;
  const here = nameOf(folder);
  return [
    ...lines,
    'Next:',
    ...(here === '.' ? [] : [`  cd ${here}`]),
    `  toolcell new ${relative(folder, join(plugins?.path ?? folder, 'word-count'))}   begin a plugin there`,
    '  toolcell serve                    serve the plugins in the folder, and those that you add later',
  ];
};
