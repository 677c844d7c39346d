// Finds the line of a library's file that asks for a module: the bundler tells the file only. Runs on the author's machine.

import { existsSync, readFileSync } from 'node:fs';

/** Line and column, from 1, of the first import or require of a module, as `:3:14`; empty if the file names it in another way. */
export const importPlace = (file: string, specifier: string): string => {
  if (!existsSync(file)) return '';
  const text = readFileSync(file, 'utf8');
  const name = RegExp.escape(specifier.replace(/^node:/, ''));
  const found = new RegExp(`(?:\\bfrom|\\bimport|\\brequire)\\s*\\(?\\s*(?=(['"\`])(?:node:)?${name}\\1)`).exec(text);
  if (!found) return '';
  const before = text.slice(0, found.index + found[0].length);
  return `:${before.split('\n').length}:${before.length - before.lastIndexOf('\n')}`;
};
