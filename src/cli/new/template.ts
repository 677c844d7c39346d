// The templates of `toolcell new`. Each is a folder of src/cli/templates; the author's names replace the names in it.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DESCRIPTION, describePackage, type Language } from './package-description.ts';

export type { Language };

export const TEMPLATES = Object.freeze({
  basic: 'one tool that computes (the default)',
  api: 'a tool that asks a web service with a secret',
  store: 'tools that keep something between calls',
  'many-tools': 'several tools in several files',
});
export type TemplateName = keyof typeof TEMPLATES;

export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name);

/** The names in the templates that the author's names replace. */
const TEMPLATE_PLUGIN = 'example-plugin';
const TEMPLATE_TOOL = 'exampleTool';
const WITH_ENDING = /exampleTool(?=[A-Z])/g;

const FOLDER = new URL('../templates/', import.meta.url);

/** The plugin's name as a variable begins: `word-count` → `wordCount`. Tools get it, since their names must be unique on a server. */
const stemOf = (pluginName: string): string => {
  const words = pluginName.split('-').filter(Boolean);
  const joined = words.map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('');
  return (/^[a-z]/.test(joined) ? joined : `run${joined}`).slice(0, LONGEST_STEM);
};

/** `3d` and reserved words such as `delete` cannot be names of functions. A single word gets an ending, since it may be reserved. */
const toolNameOf = (pluginName: string): string => {
  const stem = stemOf(pluginName);
  const isName = /^[a-z]/.test(pluginName) && pluginName.split('-').filter(Boolean).length > 1;
  return isName ? stem : `${stem}Tool`;
};

/** Templates add endings to the name, and the limit is 64 characters. */
const LONGEST_STEM = 44;

type Source = ReturnType<typeof filesIn>[number];

const filesIn = (folder: string) => {
  const from = new URL(`${folder}/`, FOLDER);
  return readdirSync(from)
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, from), 'utf8') }));
};

/** The TypeScript version of a file: the templates' JavaScript is valid TypeScript too. */
const inTypeScript = ({ name, text }: Source): Source => ({
  name: name.replace(/\.js$/, '.ts'),
  text: text.replaceAll(/( from '\.\/[^']+)\.js';/g, "$1.ts';"),
});

const sourcesOf = (template: TemplateName, language: Language): readonly Source[] => {
  if (template === 'basic') return filesIn(language);
  if (language === 'javascript') return filesIn(template);
  const settings = filesIn('typescript').filter(({ name }) => name === 'tsconfig.json');
  return [...filesIn(template).map(inTypeScript), ...settings];
};

/** Writes the files of a template with the author's names, and returns the names of the files. Throws if a file exists. */
export const writeTemplate = (
  { template, language }: { readonly template: TemplateName; readonly language: Language },
  folder: string,
  name: string,
): readonly string[] => {
  mkdirSync(folder, { recursive: true });
  const tool = toolNameOf(name);
  const sources = sourcesOf(template, language);
  const { text: description, withFoundTypes } = describePackage(folder, { name, language });
  for (const { name: file, text } of sources) {
    // A name with an ending, such as `exampleToolRead`, is not reserved.
    const withStem = text.replaceAll(TEMPLATE_PLUGIN, name).replaceAll(WITH_ENDING, stemOf(name));
    const named = withStem.replaceAll(TEMPLATE_TOOL, tool);
    writeFileSync(join(folder, file), withFoundTypes(named), { flag: 'wx' });
  }
  writeFileSync(join(folder, DESCRIPTION), description, { flag: 'wx' });
  return [...sources.map(({ name: file }) => file), DESCRIPTION].sort();
};
