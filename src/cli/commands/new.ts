// `toolcell new NAME`: a plugin that works from the first minute, to be changed into one's own. Never writes over anything.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { ask } from '../ask.ts';
import { type Command, type CommandContext, EXIT, JSON_FLAG, misused } from '../command.ts';

const PLUGIN_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;
/** What stands in the templates for the names that the author chooses. */
const TEMPLATE_PLUGIN = 'example-plugin';
const TEMPLATE_TOOL = 'exampleTool';

type Language = 'javascript' | 'typescript';

export const command: Command = {
  name: 'new',
  summary: 'Begin a plugin: a folder with a manifest, one tool, examples and tests that pass.',
  usage: {
    words: [{ name: 'NAME', meaning: 'name of the plugin, or path of the folder to make', isOptional: true }],
    flags: {
      typescript: { meaning: 'write it in TypeScript' },
      javascript: { meaning: 'write it in JavaScript; so it is too where neither is said and nobody can be asked' },
      ...JSON_FLAG,
    },
    about: ['The folder must be new or empty. What is not said is asked for, on a terminal only.'],
    examples: ['toolcell new word-count --typescript', 'cd word-count && toolcell dev'],
  },
  async run(context) {
    const folder = resolve(context.cwd, await wantedName(context));
    const name = basename(folder);
    checkName(name);
    if (existsSync(folder) && !isEmptyFolder(folder))
      throw misused(`${folder} is there already, and nothing is written over. Choose another name.`);
    const language = await wantedLanguage(context);
    const files = writeTemplate(language, folder, name);
    if (context.given.has('json')) context.print(JSON.stringify({ ok: true, name, folder, language, files }, null, 2));
    else context.print(...report(context, folder, files));
    return EXIT.done;
  },
};

const wantedName = async (context: CommandContext): Promise<string> => {
  const given = context.given.word(0);
  if (given !== undefined) return given;
  if (!context.isInteractive) throw misused('NAME is missing → toolcell new word-count');
  return ask(context, 'Name of the plugin (small letters, digits and -): ');
};

const wantedLanguage = async (context: CommandContext): Promise<Language> => {
  const { given, isInteractive } = context;
  if (given.has('typescript') && given.has('javascript')) throw misused('Choose one of --typescript and --javascript.');
  if (given.has('typescript')) return 'typescript';
  if (given.has('javascript') || !isInteractive) return 'javascript';
  const answer = await ask(context, 'JavaScript or TypeScript? [js/ts] ');
  return /^t/i.test(answer.trim()) ? 'typescript' : 'javascript';
};

const checkName = (name: string): void => {
  if (PLUGIN_NAME.test(name)) return;
  const near = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64);
  const hint = near === '' ? '' : ` For instance: toolcell new ${near}`;
  throw misused(`${JSON.stringify(name)} is no name of a plugin: 1 to 64 small letters, digits and "-".${hint}`);
};

const isEmptyFolder = (folder: string): boolean => {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
};

/** A tool is named after its plugin, since no other plugin of a server may have a tool of that name: `word-count` → `wordCount`. */
const toolNameOf = (pluginName: string): string => {
  const words = pluginName.split('-').filter(Boolean);
  const joined = words.map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('');
  // What would be no name of a function: `3d`, or a word of JavaScript's own, such as `delete`.
  const isName = /^[a-z]/.test(joined) && words.length > 1;
  return (isName ? joined : `${/^[a-z]/.test(joined) ? joined : `run${joined}`}Tool`).slice(0, 64);
};

const TEMPLATES = new URL('../templates/', import.meta.url);

/** Writes the files and gives their names. Only texts with the two names in them are changed, and by these alone. */
const writeTemplate = (language: Language, folder: string, name: string): readonly string[] => {
  const from = new URL(`${language}/`, TEMPLATES);
  const files = readdirSync(from).sort();
  mkdirSync(folder, { recursive: true });
  const tool = toolNameOf(name);
  for (const file of files) {
    const text = readFileSync(new URL(file, from), 'utf8');
    const named = text.replaceAll(TEMPLATE_PLUGIN, name).replaceAll(TEMPLATE_TOOL, tool);
    writeFileSync(join(folder, file), named, { flag: 'wx' });
  }
  return files;
};

const report = ({ cwd, paint }: CommandContext, folder: string, files: readonly string[]): readonly string[] => {
  const place = relative(cwd, folder) || '.';
  return [
    `${paint.stdout.good('✓')} ${place} has ${files.join(', ')}.`,
    'Next:',
    ...(place === '.' ? [] : [`  cd ${place}`]),
    '  toolcell dev     call it from a prompt; it is loaded anew at each change',
    '  toolcell test    run its examples and its tests in the sandbox',
    '  toolcell pack    make the one file that an operator drops into place',
  ];
};
