// Reads the compiler options of an author's tsconfig.json and of the files that it extends. The bundler would look for such files in every folder up to
// the root of the file system, and follow them anywhere. Here only the file next to plugin.json counts, and what it extends in the folder, its workspace or a package.
// Runs on the author's machine.

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { parse } from 'jsonc-parser';
import { refused, shown } from '../../catalog/model/refusal.ts';
import { SDK_PRESET } from './own-sources.ts';
import { isWithin, OUTSIDE, realFileOf } from './readable-files.ts';
import { workspaceOf } from './workspace.ts';

const PROJECT_FILE = 'tsconfig.json';
/** The preset, by the names that authors use for it. It need not be installed. */
const PRESET = /^(?:@toolcell\/plugin|toolcell(?:\/plugin)?)\/tsconfig\.json$/;
/** Most files that extend one another, so that a circle ends. */
const MOST_FILES = 20;

export interface Project {
  readonly extends?: string | readonly string[];
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
}

/** The author's tsconfig.json in `root`, a real path; undefined if there is none. Throws BundleRefused if it is a link out of the folder. */
export const projectIn = (root: string): Project | undefined => {
  const path = realFileOf(root, PROJECT_FILE);
  return path === undefined ? undefined : readProject(path);
};

/** Ignores faults in the file, because the compiler reports them better. */
const readProject = (path: string): Project => {
  const read: unknown = parse(readFileSync(path, 'utf8'), [], { allowTrailingComma: true });
  return typeof read === 'object' && read !== null ? read : {};
};

/** The options for the folder `root`, a real path. Throws BundleRefused if they are in a file outside it that belongs to no package. */
export const compilerOptionsIn = (root: string): Readonly<Record<string, unknown>> => {
  const path = realFileOf(root, PROJECT_FILE);
  return path === undefined ? {} : optionsOf(path, root, MOST_FILES);
};

const optionsOf = (path: string, root: string, left: number): Readonly<Record<string, unknown>> => {
  const { extends: extended = [], compilerOptions = {} } = readProject(path);
  const bases = left === 0 ? [] : [extended].flat().filter((name) => typeof name === 'string');
  const inherited = bases.map((name) => {
    const base = baseOf(name, path, root);
    return base === undefined ? {} : optionsOf(base, root, left - 1);
  });
  return Object.assign({}, ...inherited, withWholePaths(compilerOptions, dirname(path)));
};

/** The path of the file that another one extends; undefined if there is none. */
const baseOf = (name: string, from: string, root: string): string | undefined => {
  if (PRESET.test(name)) return SDK_PRESET;
  const found = /^\.{1,2}[/\\]/.test(name) || isAbsolute(name) ? nextTo(name, from) : installed(name, from);
  if (found === undefined) return undefined;
  const path = realpathSync(found);
  if (isWithin(root, path)) return path;
  const isReadable = path.includes(`${sep}node_modules${sep}`) || isWithin(workspaceOf(root)?.root ?? root, path);
  if (isReadable && path.endsWith('.json')) return path;
  throw refused(PROJECT_FILE, `extends "${shown(name)}", which ${OUTSIDE}`, 'copy the options that you need');
};

const nextTo = (name: string, from: string): string | undefined =>
  [name, `${name}.json`].map((one) => resolve(dirname(from), one)).find((path) => existsSync(path));

const installed = (name: string, from: string): string | undefined => {
  const require = createRequire(from);
  for (const one of [name, `${name}.json`, join(name, PROJECT_FILE)]) {
    try {
      const path = require.resolve(one);
      if (path.endsWith('.json')) return path;
    } catch {
      // One of the other candidates may exist.
    }
  }
  return undefined;
};

/** Makes paths absolute, because they are relative to the file that names them. */
const withWholePaths = (options: Readonly<Record<string, unknown>>, folder: string): object => {
  const { baseUrl, paths } = options;
  const base = typeof baseUrl === 'string' ? resolve(folder, baseUrl) : folder;
  return {
    ...options,
    ...(typeof baseUrl === 'string' && { baseUrl: base }),
    ...(typeof paths === 'object' && paths !== null && { paths: wholePaths(paths, base) }),
  };
};

const wholePaths = (paths: object, base: string): object =>
  Object.fromEntries(
    Object.entries(paths).map(([name, places]) => [
      name,
      [places].flat().map((place) => (typeof place === 'string' ? resolve(base, place) : place)),
    ]),
  );
