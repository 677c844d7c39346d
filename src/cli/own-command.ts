// How a person in some folder calls this very program: by its name if the shell finds it, through npx if npm does, or else by its path. What
// is printed for people to copy has to run, and must not make npx fetch a stranger's package of that name.

import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAME = 'toolcell';
const PROGRAM = fileURLToPath(new URL('../toolcell.js', import.meta.url));

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const isOnPath = (path = ''): boolean =>
  path.split(delimiter).some((folder) => folder !== '' && isOurs(join(folder, NAME)));

/** npx puts folders of its own on the path, which are gone when it ends. */
const isOurs = (file: string): boolean =>
  !file.includes('node_modules') && isExecutable(file) && realpathSync(file).includes(NAME);

const isPackage = (folder: string): boolean => {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: unknown }).name === NAME;
  } catch {
    return false;
  }
};

/** npx looks in the nearest folder above that has a package.json or a node_modules. */
const isKnownToNpx = (folder: string): boolean => {
  const isRoot = existsSync(join(folder, 'package.json')) || existsSync(join(folder, 'node_modules'));
  if (isRoot) return existsSync(join(folder, 'node_modules', '.bin', NAME)) || isPackage(folder);
  return dirname(folder) !== folder && isKnownToNpx(dirname(folder));
};

/** The words that begin a command line in `folder`: `toolcell`, `npx toolcell`, or `node ../toolcell/src/toolcell.js`. */
export const ownCommand = (folder: string, env: Readonly<Record<string, string | undefined>>): string => {
  if (isOnPath(env.PATH)) return NAME;
  if (isKnownToNpx(folder)) return `npx ${NAME}`;
  const path = relative(folder, PROGRAM);
  const shorter = path.length < PROGRAM.length ? path : PROGRAM;
  return `node ${/^[\w./@+-]+$/.test(shorter) ? shorter : JSON.stringify(shorter)}`;
};
