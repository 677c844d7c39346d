// `toolcell init`: makes a folder ready to serve from. Leaves alone whatever is there.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { DEFAULT_FILE, loadConfig } from '../../config/load.ts';
import { type Command, type CommandContext, EXIT, JSON_FLAG, misused } from '../command.ts';
import { configFileText, SCHEMA_PATH } from '../init/config-text.ts';

interface Step {
  readonly path: string;
  readonly isNew: boolean;
}

export const command: Command = {
  name: 'init',
  summary: 'Make a folder ready to serve from: a configuration with comments, and a plugins folder.',
  usage: {
    words: [
      { name: 'FOLDER', meaning: 'the folder, made if need be; default: the current directory', isOptional: true },
    ],
    flags: { ...JSON_FLAG },
    about: [
      'Changes nothing that is there. The configuration has the settings that operators change first, with their defaults.',
    ],
    examples: ['toolcell init', 'toolcell init ./agents-tools && cd agents-tools && toolcell serve'],
  },
  async run(context) {
    const { given, cwd, print } = context;
    const folder = resolve(cwd, given.word(0) ?? '.');
    const config = writeConfig(folder);
    const plugins = makePluginsFolder(folder);
    if (given.has('json')) print(JSON.stringify({ ok: true, config, plugins }, null, 2));
    else print(...report(context, folder, [config, plugins]));
    return EXIT.done;
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

/** The one that the configuration names, whoever wrote it. */
const makePluginsFolder = (folder: string): Step => {
  const loaded = loadConfig({ cwd: folder });
  if (!loaded.ok) throw misused(...loaded.problems);
  const path = loaded.config.plugins.folder;
  return { path, isNew: makeFolder(path) };
};

/** True if it was not there. Throws `CommandFailed` where no folder can be. */
const makeFolder = (path: string): boolean => {
  try {
    return mkdirSync(path, { recursive: true }) !== undefined;
  } catch (error) {
    throw misused(
      `${path} cannot be made (${(error as NodeJS.ErrnoException).code}) → name a folder that you may write to`,
    );
  }
};

const report = ({ cwd, paint }: CommandContext, folder: string, steps: readonly Step[]): readonly string[] => {
  const { good, faint } = paint.stdout;
  const nameOf = (path: string): string => relative(cwd, path) || '.';
  const lines = steps.map(({ path, isNew }) =>
    isNew ? `${good('✓')} made ${nameOf(path)}` : faint(`  ${nameOf(path)} is there already and was left as it is`),
  );
  const [, plugins] = steps;
  const here = nameOf(folder);
  return [
    ...lines,
    'Next:',
    ...(here === '.' ? [] : [`  cd ${here}`]),
    `  toolcell new ${relative(folder, join(plugins?.path ?? folder, 'word-count'))}   begin a plugin there`,
    '  toolcell serve                    serve what is in the folder, now and later',
  ];
};
