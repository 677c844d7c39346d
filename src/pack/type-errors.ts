// What TypeScript says of a plugin's sources. Packing strips types without a look at them. The compiler is the author's own, found from the
// plugin's folder; Toolcell brings none. It runs in a box, since whoever wrote the folder may have written it too. Runs on the author's machine.

import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { shown } from '../catalog/model/refusal.ts';
import { ownFolder } from '../lifetime/belongings.ts';
import { readAuthorFolder } from './author-folder.ts';
import { type BoxOptions, runBoxed } from './compiler-box.ts';
import { type Project, projectIn } from './compiler-options.ts';
import { SDK_ALIASES, SDK_FOLDER, SDK_PRESET } from './own-sources.ts';
import { isWithin } from './readable-files.ts';

/** The outcome: sentences such as `index.ts:3:9: TS2322: Type …`, or why nothing was checked. */
export type TypeCheck =
  | { readonly state: 'not needed' }
  | { readonly state: 'not checked'; readonly why: string }
  | { readonly state: 'checked'; readonly errors: readonly string[] };

const REPORTED_ERRORS = 20;
const PACKAGES = 'node_modules';
/** The types of tools use the libraries of this one. */
const OLDEST_TYPESCRIPT = 7;
const INSTALL = 'npm install --save-dev typescript@7';

interface Compiler {
  readonly version: string;
  readonly path: string;
}

const findCompiler = (require: NodeJS.Require): Compiler | undefined => {
  try {
    const manifest = require.resolve('typescript/package.json');
    const { version, bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string; bin: { tsc: string } };
    return { version, path: join(manifest, '..', bin.tsc) };
  } catch {
    return undefined;
  }
};

/** True if a package is found from the plugin's folder, and in the box too: one that is linked from elsewhere is not there. */
const resolves = (require: NodeJS.Require, name: string, readable: readonly string[]): boolean => {
  try {
    const path = realpathSync(require.resolve(name));
    return readable.some((folder) => isWithin(folder, path));
  } catch {
    return false;
  }
};

const isComplete = (project: Project, require: NodeJS.Require, readable: readonly string[]): boolean =>
  Object.keys(SDK_ALIASES).some((name) => resolves(require, name, readable)) &&
  [project.extends ?? []].flat().every((name) => name.startsWith('.') || resolves(require, name, readable));

/** The author's settings over those of tools, with this release's types where no SDK is installed. */
const ownProject = (folder: string, { compilerOptions }: Project): object => ({
  extends: SDK_PRESET,
  compilerOptions: {
    ...compilerOptions,
    noEmit: true,
    paths: Object.fromEntries(Object.entries(SDK_ALIASES).map(([name, path]) => [name, [path]])),
  },
  include: [join(folder, '**/*.ts')],
  exclude: [join(folder, '**/node_modules'), join(folder, '**/.*/')],
});

/** The folders of packages that a plugin's folder finds, as real paths. One that is a link to a folder of another name is none. */
const packageFolders = (root: string): readonly string[] => {
  const found: string[] = [];
  for (let folder = root; ; folder = dirname(folder)) {
    const path = join(folder, PACKAGES);
    if (existsSync(path)) found.push(realpathSync(path));
    if (folder === dirname(folder)) return found.filter((path) => basename(path) === PACKAGES);
  }
};

/** Compiles a project that lies in `folders`, the first of which is the plugin's. */
const compile = async (
  compiler: Compiler,
  project: string,
  folders: readonly [root: string, ...others: string[]],
  options: BoxOptions,
): Promise<TypeCheck> => {
  const words = [compiler.path, '-p', project, '--noEmit', '--pretty', 'false'];
  const readable = [...packageFolders(folders[0]), SDK_FOLDER, ...folders];
  const run = await runBoxed({ words, cwd: folders[0], readable }, options);
  if (run.state === 'no box')
    return {
      state: 'not checked',
      why: `the folder's own TypeScript runs only in a box, and ${shown(run.why, 300)} → ${TRUST}`,
    };
  if (run.state === 'stopped')
    return { state: 'not checked', why: 'TypeScript took more than a minute, or wrote more than a megabyte' };
  const errors = errorsIn(run.output);
  if (run.exitCode === 0 || errors.length > 0) return { state: 'checked', errors };
  return { state: 'not checked', why: `TypeScript failed with exit code ${run.exitCode} → ${INSTALL}` };
};

const TRUST = 'install bubblewrap, or say --trust if you trust whoever wrote the folder and its packages';

const IN_FILE = /^([^\s(][^(\n]*)\((\d+),(\d+)\): error (TS\d+): (.+)$/gm;
const IN_PROJECT = /^error (TS\d+): (.+)$/gm;

/** It advises to install the types of Node, which would only hide that a tool has no Node. */
const plainMessage = (message: string): string =>
  message.replace(/ Do you need to (install type definitions|change your target library).*$/, '');

const errorsIn = (output: string): readonly string[] => {
  const found = [...output.matchAll(IN_FILE)]
    .filter(([, file = '']) => !file.startsWith('..') && !file.includes('node_modules'))
    .map(
      ([, file, line, column, code, message = '']) => `${file}:${line}:${column}: ${code}: ${plainMessage(message)}`,
    );
  const others = [...output.matchAll(IN_PROJECT)].map(([, code, message]) => `tsconfig.json: ${code}: ${message}`);
  const all = [...found, ...others].map((error) => shown(error, 500));
  const left = all.length - REPORTED_ERRORS;
  return left > 0 ? [...all.slice(0, REPORTED_ERRORS), `${left} more errors of types`] : all;
};

/** Checks the TypeScript sources of a plugin's folder, in a box. Never rejects for what is in them. At most 60 s. */
export const checkTypes = async (folder: string, options: BoxOptions): Promise<TypeCheck> => {
  const root = realpathSync(folder);
  if (!readAuthorFolder(root).entryName.endsWith('.ts')) return { state: 'not needed' };
  const require = createRequire(join(root, 'index.ts'));
  const compiler = findCompiler(require);
  if (compiler === undefined) return { state: 'not checked', why: `TypeScript is not installed → ${INSTALL}` };
  if (Number.parseInt(compiler.version, 10) < OLDEST_TYPESCRIPT)
    return {
      state: 'not checked',
      why: `TypeScript ${shown(compiler.version)} does not know all that a tool has → ${INSTALL}`,
    };
  const project = projectIn(root);
  if (project && isComplete(project, require, packageFolders(root))) return compile(compiler, root, [root], options);
  const place = ownFolder('toolcell-types-');
  try {
    const file = join(place.path, 'tsconfig.json');
    writeFileSync(file, JSON.stringify(ownProject(root, project ?? {})));
    return await compile(compiler, file, [root, realpathSync(place.path)], options);
  } finally {
    place.remove();
  }
};

/** What a person should know of the types, as warnings; nothing of an error at a place that one of `others` names already. */
export const typeWarnings = (check: TypeCheck, others: readonly string[] = []): readonly string[] => {
  if (check.state !== 'checked') return [];
  const known = new Set(others.map((text) => /^\S+?:\d+:\d+(?=: )/.exec(text)?.[0]));
  return check.errors.filter((error) => !known.has(/^\S+?:\d+:\d+(?=: )/.exec(error)?.[0]));
};
