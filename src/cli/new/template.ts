// The plugins that `toolcell new` starts from. Each lies in a folder of src/cli/templates, with names in it that the author's take the place of.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Language = 'javascript' | 'typescript';

/** Template → what it shows. */
export const TEMPLATES = Object.freeze({
  basic: 'one tool that computes (the default)',
  api: 'a tool that asks a web service with a secret',
  store: 'tools that keep something between calls',
  'many-tools': 'several tools in several files',
});
export type TemplateName = keyof typeof TEMPLATES;

export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name);

/** What stands in the templates for the names that the author chooses. */
const TEMPLATE_PLUGIN = 'example-plugin';
const TEMPLATE_TOOL = 'exampleTool';

const FOLDER = new URL('../templates/', import.meta.url);

/** A tool is named after its plugin, since no other plugin of a server may have a tool of that name: `word-count` → `wordCount`. */
const toolNameOf = (pluginName: string): string => {
  const words = pluginName.split('-').filter(Boolean);
  const joined = words.map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('');
  // What would be no name of a function: `3d`, or a word of JavaScript's own, such as `delete`.
  const isName = /^[a-z]/.test(joined) && words.length > 1;
  return (isName ? joined : `${/^[a-z]/.test(joined) ? joined : `run${joined}`}Tool`).slice(0, LONGEST_TOOL_NAME);
};

/** Of 64 characters, some are for what a template puts behind the name. */
const LONGEST_TOOL_NAME = 48;

interface Source {
  readonly name: string;
  readonly text: string;
}

const filesIn = (folder: string): readonly Source[] => {
  const from = new URL(`${folder}/`, FOLDER);
  return readdirSync(from)
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, from), 'utf8') }));
};

/** These templates are written so that they are good TypeScript too. */
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

/** Writes the files of a template, with the author's names in them, and returns the names of the files. Throws if one exists. */
export const writeTemplate = (
  { template, language }: { readonly template: TemplateName; readonly language: Language },
  folder: string,
  name: string,
): readonly string[] => {
  mkdirSync(folder, { recursive: true });
  const tool = toolNameOf(name);
  const sources = sourcesOf(template, language);
  for (const { name: file, text } of sources) {
    const named = text.replaceAll(TEMPLATE_PLUGIN, name).replaceAll(TEMPLATE_TOOL, tool);
    writeFileSync(join(folder, file), named, { flag: 'wx' });
  }
  return sources.map(({ name: file }) => file);
};
