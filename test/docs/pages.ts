// The documents as tests read them: fenced blocks, links, tables and code words of every page. Reads files only.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** A fenced block: its language, the name that follows it on the same line, its text. */
export interface Block {
  readonly language: string;
  readonly name: string;
  readonly text: string;
}

export interface Page {
  /** Path inside the project. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** The text without its fenced blocks. */
  readonly prose: string;
}

const FENCE = /^```(\S*) ?(.*)\n([\s\S]*?)^```$/gm;

/** One page of the project. */
export const page = (path: string): Page => pageOf(path, readFileSync(join(PROJECT, path), 'utf8'));

/** The parts of a page below its headings of the second level, each as a page with the heading as its title. */
export const sectionsOf = ({ path, text }: Page): readonly (Page & { readonly title: string })[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((part) => ({ title: part.split('\n', 1)[0] ?? '', ...pageOf(path, part) }));

const pageOf = (path: string, text: string): Page => {
  const blocks = [...text.matchAll(FENCE)].map(([, language = '', name = '', body = '']) => ({
    language,
    name,
    text: body,
  }));
  return { path, text, blocks, prose: text.replaceAll(FENCE, '') };
};

/** Every page that people read, the plugins' own included. */
export const PAGES: readonly Page[] = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'docs/**/*.md',
  'plugins/*/README.md',
  'src/*/README.md',
  'packages/*/README.md',
]
  .flatMap((pattern) => globSync(pattern, { cwd: PROJECT }).sort())
  .map(page);

/** Targets of the links and images in a page. */
export const linksOf = ({ prose }: Page): readonly string[] =>
  [...prose.matchAll(/\]\(([^()\s]+)(?: "[^"]*")?\)/g)].map(([, target = '']) => target);

/** The texts between backticks outside of blocks. */
export const codeWordsOf = ({ prose }: Page): readonly string[] =>
  [...prose.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word);

/** A table's rows below its head, as cells; `head` has the first titles of the table. */
export const tablesOf = (text: string, head: readonly string[]): readonly (readonly string[])[] => {
  const rows: string[][] = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    const cells = line.startsWith('|')
      ? line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim())
      : undefined;
    if (cells === undefined) isInside = false;
    else if (isInside) rows.push(cells);
    else isInside = head.every((title, column) => cells[column] === title);
  }
  return rows.filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell)));
};

/** Commands of the shell blocks of a page, one for each line. */
export const commandsOf = ({ blocks }: Page): readonly string[] =>
  blocks.flatMap(({ language, text }) =>
    language === 'sh'
      ? text
          .split('\n')
          .map((line) => line.replace(/ +#.*$/, '').trim())
          .filter(Boolean)
      : [],
  );

export const isThere = (path: string): boolean => existsSync(join(PROJECT, path));
