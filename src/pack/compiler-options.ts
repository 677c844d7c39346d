// The compiler options of an author's tsconfig.json, with those that it extends. The bundler looks for such files in every folder up to the root of the
// file system, and follows them anywhere; here only that beside plugin.json counts, and what it extends in the folder or in a package.
// Runs on the author's machine.

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { parse } from 'jsonc-parser';
import { refused, shown } from '../catalog/model/refusal.ts';
import { SDK_PRESET } from './own-sources.ts';
import { isWithin, OUTSIDE, realFileOf } from './readable-files.ts';

const PROJECT_FILE = 'tsconfig.json';
/** The preset by the names that authors have for it: it is at hand, installed or not. */
const PRESET = /^(?:@toolcell\/plugin|toolcell(?:\/plugin)?)\/tsconfig\.json$/;
/** Files that extend one another, at most: a circle is none. */
const MOST_FILES = 20;

/** What is read of a tsconfig.json. */
export interface Project {
  readonly extends?: string | readonly string[];
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
}

/** The author's tsconfig.json, in a folder that is a real path; undefined for none. Throws BundleRefused if it is a link out of the folder. */
export const projectIn = (root: string): Project | undefined => {
  const path = realFileOf(root, PROJECT_FILE);
  return path === undefined ? undefined : readProject(path);
};

/** Whatever is wrong in such a file, the compiler says it better. */
const readProject = (path: string): Project => {
  const read: unknown = parse(readFileSync(path, 'utf8'), [], { allowTrailingComma: true });
  return typeof read === 'object' && read !== null ? read : {};
};

/** The options that count for the folder `root`, which is a real path. Throws BundleRefused if they lie outside it and are of no package. */
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

/** Where the file lies that another one extends; undefined if it is not there. */
const baseOf = (name: string, from: string, root: string): string | undefined => {
  if (PRESET.test(name)) return SDK_PRESET;
  const found = /^\.{1,2}[/\\]/.test(name) || isAbsolute(name) ? beside(name, from) : installed(name, from);
  if (found === undefined) return undefined;
  const path = realpathSync(found);
  if (isWithin(root, path) || (path.includes(`${sep}node_modules${sep}`) && path.endsWith('.json'))) return path;
  throw refused(PROJECT_FILE, `extends "${shown(name)}", which ${OUTSIDE}`, 'copy the options that you need');
};

const beside = (name: string, from: string): string | undefined =>
  [name, `${name}.json`].map((one) => resolve(dirname(from), one)).find((path) => existsSync(path));

const installed = (name: string, from: string): string | undefined => {
  const require = createRequire(from);
  for (const one of [name, `${name}.json`, join(name, PROJECT_FILE)]) {
    try {
      const path = require.resolve(one);
      if (path.endsWith('.json')) return path;
    } catch {
      // It may be one of the others.
    }
  }
  return undefined;
};

/** Paths mean something from the file that they stand in. */
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
