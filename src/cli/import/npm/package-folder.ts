// A folder with a package whose command is an MCP server: npm packs and installs it as it would a published one.

import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type PackageWord, packageIn } from './fetch-package.ts';

const MOST_BYTES = 1_000_000;

/** The package in a folder; undefined if there is none with a command, or if the folder has a plugin. */
export const packageFolder = (word: string, cwd: string): PackageWord | undefined => {
  const folder = resolve(cwd, word);
  const file = join(folder, 'package.json');
  try {
    if (existsSync(join(folder, 'plugin.json')) || statSync(file).size > MOST_BYTES) return undefined;
    const { name, bin, version } = JSON.parse(readFileSync(file, 'utf8')) ?? {};
    const found = typeof name === 'string' ? packageIn(name) : undefined;
    if (bin === undefined || found === undefined || found.range !== undefined) return undefined;
    return { ...found, range: typeof version === 'string' ? version : undefined, from: realpathSync(folder), word };
  } catch {
    return undefined;
  }
};
