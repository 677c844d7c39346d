// `toolcell init`: sets up a folder to serve from. Changes nothing that exists.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { DEFAULT_FILE } from '../../settings/load/load.ts';
import { SETTING_BY_PATH } from '../../settings/settings.ts';
import { type Command, type CommandContext, JSON_FLAG, misused } from '../common/command.ts';
import { loadOrFail } from '../common/settings.ts';

interface Step {
  readonly path: string;
  readonly isNew: boolean;
}

export const command: Command = {
  usage: {
    words: [
      { name: 'FOLDER', meaning: 'the folder, made if necessary; default: the current directory', isOptional: true },
    ],
    flags: {
      server: {
        meaning: 'for a server that others use: a log in a file, an audit log, API keys and figures for Prometheus',
      },
      ...JSON_FLAG,
    },
    about: [
      'Changes nothing that exists. The configuration has the settings that operators change first, with their defaults.',
    ],
    examples: [
      'toolcell init',
      'toolcell init --server /srv/toolcell',
      'toolcell init ./agents-tools && cd agents-tools && toolcell serve',
    ],
  },
  async run(context) {
    const folder = resolve(context.cwd, context.args.word(0) ?? '.');
    const isServer = context.args.has('server');
    const config = writeConfig(folder, isServer ? OF_SERVER : {});
    const plugins = makePluginsFolder(folder);
    return context.answer(
      { ok: true, config, plugins },
      ...report(context, folder, [config, plugins], isServer && config.isNew),
    );
  },
};

const writeConfig = (folder: string, values: Values): Step => {
  const path = join(folder, DEFAULT_FILE);
  makeFolder(folder);
  const schemaPath = existsSync(join(folder, SCHEMA_PATH)) ? SCHEMA_PATH : undefined;
  try {
    writeFileSync(path, configFileText(schemaPath, values), { flag: 'wx' });
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

const report = (
  { cwd, style }: CommandContext,
  folder: string,
  steps: readonly Step[],
  needsKey: boolean,
): readonly string[] => {
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
    ...(needsKey
      ? ['  toolcell key create --client NAME   make the first API key: callers without one are refused']
      : []),
    '  toolcell serve                    serve the plugins in the folder, and those that you add later',
  ];
};

/** Path of the schema for editors, in a folder that Toolcell is installed in. */
const SCHEMA_PATH = 'node_modules/toolcell/schemas/sandbox.config.schema.json';

/** Section → the settings to write. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  server: ['host', 'port'],
  plugins: ['folder', 'approve'],
  limits: ['cpuMs', 'wallMs', 'memoryMb'],
};

/** Setting → the value to write in place of its default. */
type Values = Readonly<Record<string, unknown>>;

/** What a server that others use needs from its first day on: who called, who changed what, and how busy it is. Paths are beside the configuration. */
const OF_SERVER: Values = {
  'access.keysFile': 'keys.json',
  'log.file': 'toolcell.log',
  'log.format': 'json',
  'audit.file': 'audit.log',
  'metrics.enabled': true,
};

const HEAD = `// Settings of Toolcell, for servers and commands that are started in this folder. A setting that is not here has its default.
// "toolcell config" prints every setting in force. docs/configuration.md in the package toolcell describes all of them.`;

/** Wide enough for a sentence, narrow enough for an editor. */
const COMMENT_CHARACTERS = 110;

const GRANTS = `  // Grants, by plugin: tools reach nothing outside the sandbox unless it is written here. "toolcell status" prints the lines
  // that a plugin asks for.
  "grants": {
    // "weather": { "fetch": ["https://api.example.com"], "store": true }
  }`;

/** The text of a new sandbox.config.json. It names the schema if `schemaPath` is given. */
const configFileText = (schemaPath: string | undefined, values: Values): string => {
  const schema = schemaPath === undefined ? [] : [`  "$schema": ${JSON.stringify(`./${schemaPath}`)}`];
  const shown = Object.entries(SHOWN).flatMap(([section, names]) => names.map((name) => `${section}.${name}`));
  const bySection = Map.groupBy([...shown, ...Object.keys(values)], (path) => path.split('.', 1)[0] as string);
  const sections = [...bySection].map(
    ([section, paths]) => `  "${section}": {\n${paths.map((path) => settingText(path, values)).join(',\n')}\n  }`,
  );
  return `${HEAD}\n{\n${[...schema, ...sections, GRANTS].join(',\n')}\n}\n`;
};

const settingText = (path: string, values: Values): string => {
  const setting = SETTING_BY_PATH.get(path);
  if (setting === undefined) throw new Error(`there is no setting ${path}`);
  const comment = linesOf(setting.meaning).map((line) => `    // ${line}\n`);
  const name = path.slice(path.indexOf('.') + 1);
  return `${comment.join('')}    "${name}": ${JSON.stringify(values[path] ?? setting.default)}`;
};

const linesOf = (sentence: string): readonly string[] => {
  const lines = [''];
  for (const word of sentence.replaceAll('`', '').split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > COMMENT_CHARACTERS) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
};
