// `toolcell new NAME`: writes a plugin that works at once, for its author to change. Never replaces a file.

import { constants, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask } from '../common/ask.ts';
import { type Command, type CommandContext, JSON_FLAG, misused } from '../common/command.ts';
import { mayAccess } from '../common/named-file.ts';
import { isTemplateName, type Language, TEMPLATES, type TemplateName, writeTemplate } from '../new/template.ts';

const PLUGIN_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

export const command: Command = {
  usage: {
    words: [{ name: 'NAME', meaning: 'name of the plugin, or path of the folder to make', isOptional: true }],
    flags: {
      template: {
        argument: 'NAME',
        values: Object.keys(TEMPLATES),
        meaning: Object.entries(TEMPLATES)
          .map(([name, meaning]) => `${name}: ${meaning}`)
          .join('; '),
      },
      typescript: { meaning: 'write it in TypeScript' },
      javascript: { meaning: 'write it in JavaScript (the default when not on a terminal)' },
      ...JSON_FLAG,
    },
    about: ['The folder must be new or empty. On a terminal, the command asks for what is not given.'],
    examples: ['toolcell new word-count --typescript', 'toolcell new articles --template api'],
  },
  async run(context) {
    const template = wantedTemplate(context);
    const folder = await wantedFolder(context);
    const language = await wantedLanguage(context);
    const name = basename(folder);
    const files = writeTemplate({ template, language }, folder, name);
    const report = { ok: true, name, folder, template, language, files };
    return context.answer(report, ...linesFor(context, folder, files));
  },
};

const wantedTemplate = ({ args }: CommandContext): TemplateName => {
  const name = args.value('template') ?? 'basic';
  if (isTemplateName(name)) return name;
  throw misused(`--template: there is no template ${JSON.stringify(name)} → ${Object.keys(TEMPLATES).join(', ')}`);
};

/** The folder to make. On a terminal, asks until the answer is a possible name. Throws `CommandFailed` otherwise, for exit code 2. */
const wantedFolder = async (context: CommandContext): Promise<string> => {
  const { args, cwd, isInteractive, printError } = context;
  const word = args.word(0);
  if (word === undefined && !isInteractive) throw misused('NAME is missing → toolcell new word-count');
  for (;;) {
    const folder = resolve(cwd, word ?? (await ask(context, 'Name of the plugin (small letters, digits and -): ')));
    const problem = problemWith(folder);
    if (problem === undefined) return folder;
    if (word !== undefined) throw misused(problem);
    printError(problem);
  }
};

const ANSWERS: readonly (readonly [RegExp, Language])[] = [
  [/^(ts|typescript)$/i, 'typescript'],
  [/^(js|javascript|)$/i, 'javascript'],
];

const wantedLanguage = async (context: CommandContext): Promise<Language> => {
  const { args, isInteractive, printError } = context;
  if (args.has('typescript') && args.has('javascript')) throw misused('Choose one of --typescript and --javascript.');
  if (args.has('typescript')) return 'typescript';
  if (args.has('javascript') || !isInteractive) return 'javascript';
  for (;;) {
    const answer = await ask(context, 'JavaScript or TypeScript? [js/ts] ');
    const language = ANSWERS.find(([form]) => form.test(answer))?.[1];
    if (language !== undefined) return language;
    printError('Answer js or ts.');
  }
};

const problemWith = (folder: string): string | undefined => {
  const name = basename(folder);
  if (!PLUGIN_NAME.test(name)) {
    const near = nearName(name);
    const hint = near === '' ? '' : ` For instance: ${near}`;
    return `${JSON.stringify(name)} cannot be the name of a plugin: use 1 to 64 small letters, digits and "-".${hint}`;
  }
  return existsSync(folder) && !isEmptyFolder(folder)
    ? `${folder} exists already, and is not overwritten. Choose another name.`
    : undefined;
};

const nearName = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64);

const isEmptyFolder = (folder: string): boolean => {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
};

const linesFor = (context: CommandContext, folder: string, files: readonly string[]): readonly string[] => {
  const { cwd, env, style } = context;
  const place = relative(cwd, folder) || '.';
  const own = ownCommand(folder, env);
  return [
    `${style.stdout.good('✓')} ${place} has ${files.join(', ')}.`,
    'Next:',
    ...(place === '.' ? [] : [`  cd ${/^[\w./@+-]+$/.test(place) ? place : JSON.stringify(place)}`]),
    `  ${own} dev     call it from a prompt; it is reloaded at each change`,
    `  ${own} test    run its examples and its tests in the sandbox`,
    `  ${own} pack    pack it into one file, which an operator puts into a plugins folder`,
  ];
};

const NAME = 'toolcell';
const PROGRAM = fileURLToPath(new URL('../../toolcell.js', import.meta.url));

const isOnPath = (path = ''): boolean =>
  path.split(delimiter).some((folder) => folder !== '' && isOurs(join(folder, NAME)));

/** False for files in `node_modules`: npx puts such folders on the path only while it runs. */
const isOurs = (file: string): boolean =>
  !file.includes('node_modules') && mayAccess(file, constants.X_OK) && realpathSync(file).includes(NAME);

const isPackage = (folder: string): boolean => {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: unknown }).name === NAME;
  } catch {
    return false;
  }
};

/** True if npx finds this program: among the programs of packages that are installed in the folder or above it, or as that of the nearest package. */
const isKnownToNpx = (folder: string, isNearest = true): boolean => {
  if (existsSync(join(folder, 'node_modules', '.bin', NAME))) return true;
  const hasDescription = existsSync(join(folder, 'package.json'));
  if (isNearest && hasDescription && isPackage(folder)) return true;
  const isRoot = hasDescription || existsSync(join(folder, 'node_modules'));
  return dirname(folder) !== folder && isKnownToNpx(dirname(folder), isNearest && !isRoot);
};

/** The beginning of a command line in `folder`: `toolcell`, `npx toolcell`, or `node ../toolcell/src/toolcell.js`. */
const ownCommand = (folder: string, env: Readonly<Record<string, string | undefined>>): string => {
  if (isOnPath(env.PATH)) return NAME;
  if (isKnownToNpx(folder)) return `npx ${NAME}`;
  const path = relative(folder, PROGRAM);
  const shorter = path.length < PROGRAM.length ? path : PROGRAM;
  return `node ${/^[\w./@+-]+$/.test(shorter) ? shorter : JSON.stringify(shorter)}`;
};
