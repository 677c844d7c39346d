// The command that runs this program from a folder: its name if the shell finds it, npx if npm does, or else its path. A command that is printed for
// people to copy must run, and must not make npx fetch a stranger's package of that name.

import { constants, existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mayAccess } from '../common/named-file.ts';

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

/** True if npx finds this program: it looks in the nearest folder upwards that has a package.json or a node_modules. */
const isKnownToNpx = (folder: string): boolean => {
  const isRoot = existsSync(join(folder, 'package.json')) || existsSync(join(folder, 'node_modules'));
  if (isRoot) return existsSync(join(folder, 'node_modules', '.bin', NAME)) || isPackage(folder);
  return dirname(folder) !== folder && isKnownToNpx(dirname(folder));
};

/** The beginning of a command line in `folder`: `toolcell`, `npx toolcell`, or `node ../toolcell/src/toolcell.js`. */
export const ownCommand = (folder: string, env: Readonly<Record<string, string | undefined>>): string => {
  if (isOnPath(env.PATH)) return NAME;
  if (isKnownToNpx(folder)) return `npx ${NAME}`;
  const path = relative(folder, PROGRAM);
  const shorter = path.length < PROGRAM.length ? path : PROGRAM;
  return `node ${/^[\w./@+-]+$/.test(shorter) ? shorter : JSON.stringify(shorter)}`;
};
