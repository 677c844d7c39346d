// Reports TypeScript's errors in a plugin's sources, because packing strips types without a check. The compiler is the author's own, found from the
// plugin's folder; Toolcell brings none. It runs in a box, because a stranger may have written it too. Runs on the author's machine.

import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { shown } from '../../catalog/model/refusal.ts';
import { ownFolder } from '../../shared/lifetime/belongings.ts';
import { readAuthorFolder } from './author-folder.ts';
import { type BoxOptions, runBoxed } from './compiler-box.ts';
import { compilerOptionsIn, type Project, projectIn } from './compiler-options.ts';
import { SDK_ALIASES, SDK_FOLDER, SDK_PRESET } from './own-sources.ts';
import { isWithin } from './readable-files.ts';
import { plainName } from './source-names.ts';
import { type Workspace, workspaceOf } from './workspace.ts';

/** The outcome: sentences such as `index.ts:3:9: TS2322: Type …`, or the reason why nothing was checked. */
export type TypeCheck =
  | { readonly state: 'not needed' }
  | { readonly state: 'not checked'; readonly why: string }
  | { readonly state: 'checked'; readonly errors: readonly string[] };

const notChecked = (why: string): TypeCheck => ({ state: 'not checked', why });

const REPORTED_ERRORS = 20;
const PACKAGES = 'node_modules';
/** Major version; the SDK's types use its standard libraries. */
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

/** True if a package is found from the plugin's folder and is readable in the box. A package that is linked from elsewhere is not. */
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

/** Options about what a compiler writes. Some of them refuse files of other packages. */
const OF_OUTPUT = ['composite', 'declaration', 'declarationMap', 'emitDeclarationOnly', 'incremental'];
const OF_PLACES = ['outDir', 'declarationDir', 'rootDir', 'tsBuildInfoFile'];

/** The author's settings on top of the preset, with this release's types if no SDK is installed. */
const ownProject = (folder: string): object => {
  const { paths = {}, ...options } = compilerOptionsIn(folder);
  return {
    extends: SDK_PRESET,
    compilerOptions: {
      ...Object.fromEntries(Object.entries(options).filter(([name]) => ![...OF_OUTPUT, ...OF_PLACES].includes(name))),
      noEmit: true,
      paths: {
        ...(paths as object),
        ...Object.fromEntries(Object.entries(SDK_ALIASES).map(([name, path]) => [name, [path]])),
      },
    },
    include: [join(folder, '**/*.ts')],
    exclude: [join(folder, '**/node_modules'), join(folder, '**/.*/')],
  };
};

/** The files of a workspace that its types are made from: its packages, and the JSON files in its root. */
const filesOf = ({ root, packages }: Workspace): readonly string[] => [
  ...packages(),
  ...readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map(({ name }) => join(root, name)),
];

/** The package folders that a plugin's folder can use, as real paths. Leaves out a link to a folder of another name. */
const packageFolders = (root: string): readonly string[] => {
  const found: string[] = [];
  for (let folder = root; ; folder = dirname(folder)) {
    const path = join(folder, PACKAGES);
    if (existsSync(path)) found.push(realpathSync(path));
    if (folder === dirname(folder)) return found.filter((path) => basename(path) === PACKAGES);
  }
};

/** Compiles a project in `folders`. The first one is the plugin's. */
const compile = async (
  compiler: Compiler,
  project: string,
  folders: readonly [root: string, ...others: string[]],
  options: BoxOptions,
): Promise<TypeCheck> => {
  const words = [compiler.path, '-p', project, '--noEmit', '--pretty', 'false'];
  const workspace = workspaceOf(folders[0]);
  const readable = [...packageFolders(folders[0]), SDK_FOLDER, ...(workspace ? filesOf(workspace) : []), ...folders];
  const run = await runBoxed({ words, cwd: folders[0], readable }, options);
  if (run.state === 'no box')
    return notChecked(`the folder's own TypeScript runs only in a box, and ${shown(run.why, 300)} → ${TRUST}`);
  if (run.state === 'stopped') return notChecked('TypeScript took more than a minute, or wrote more than a megabyte');
  const errors = errorsIn(run.output, folders[0], workspace);
  if (run.exitCode === 0 || errors.length > 0) return { state: 'checked', errors };
  return notChecked(`TypeScript failed with exit code ${run.exitCode} → ${INSTALL}`);
};

const TRUST = 'install bubblewrap, or use --trust if you trust the authors of the folder and its packages';

const IN_FILE = /^([^\s(][^(\n]*)\((\d+),(\d+)\): error (TS\d+): (.+)$/gm;
const IN_PROJECT = /^error (TS\d+): (.+)$/gm;

/** Removes the compiler's advice to install the types of Node, which would only hide that a tool has no Node. */
const plainMessage = (message: string): string =>
  message.replace(/ Do you need to (install type definitions|change your target library).*$/, '');

/** Of TS7016, for a library without types. */
const UNTYPED = /^Could not find a declaration file for module '((?:@[^/']+\/)?[^/']+)([^']*)'/;

/** The usual way out for a library without types, with an arrow. The package with types has the library's name, and for a scoped one both parts of it. */
const wayOut = (message: string): string => {
  const [, name, path = ''] = UNTYPED.exec(message) ?? [];
  if (name === undefined) return '';
  const types = `@types/${name.replace(/^@/, '').replace('/', '__')}`;
  return ` → npm install --save-dev ${types}; if there is no such package, write declare module '${name}${path}'; into a file types.d.ts`;
};

const errorsIn = (output: string, root: string, workspace: Workspace | undefined): readonly string[] => {
  const isOwn = (file: string): boolean =>
    !file.includes(PACKAGES) && (!file.startsWith('..') || workspace?.packageOf(resolve(root, file)) !== undefined);
  const found = [...output.matchAll(IN_FILE)]
    .filter(([, file = '']) => isOwn(file))
    .map(([all, file = '', ...rest]) => [all, plainName(resolve(root, file), root), ...rest])
    .map(
      ([, file, line, column, code, message = '']) =>
        `${file}:${line}:${column}: ${code}: ${plainMessage(message)}${wayOut(message)}`,
    );
  const others = [...output.matchAll(IN_PROJECT)].map(([, code, message]) => `tsconfig.json: ${code}: ${message}`);
  const all = [...found, ...others].map((error) => shown(error, 500));
  const left = all.length - REPORTED_ERRORS;
  return left > 0 ? [...all.slice(0, REPORTED_ERRORS), `${left} more type errors`] : all;
};

/** Checks the TypeScript sources of a plugin's folder, in a box. Never rejects for their content. At most 60 s. */
export const checkTypes = async (folder: string, options: BoxOptions): Promise<TypeCheck> => {
  const root = realpathSync(folder);
  if (!readAuthorFolder(root).entryName.endsWith('.ts')) return { state: 'not needed' };
  const require = createRequire(join(root, 'index.ts'));
  const compiler = findCompiler(require);
  if (compiler === undefined) return notChecked(`TypeScript is not installed → ${INSTALL}`);
  if (Number.parseInt(compiler.version, 10) < OLDEST_TYPESCRIPT)
    return notChecked(`TypeScript ${shown(compiler.version)} is too old for the types of a tool → ${INSTALL}`);
  const project = projectIn(root);
  if (project && isComplete(project, require, packageFolders(root))) return compile(compiler, root, [root], options);
  const place = ownFolder('toolcell-types-');
  try {
    const file = join(place.path, 'tsconfig.json');
    writeFileSync(file, JSON.stringify(ownProject(root)));
    return await compile(compiler, file, [root, realpathSync(place.path)], options);
  } finally {
    place.remove();
  }
};

/** The result as warnings for people. Leaves out errors at places that `others` already names. */
export const typeWarnings = (check: TypeCheck, others: readonly string[] = []): readonly string[] => {
  if (check.state !== 'checked') return [];
  const known = new Set(others.map((text) => /^\S+?:\d+:\d+(?=: )/.exec(text)?.[0]));
  return check.errors.filter((error) => !known.has(/^\S+?:\d+:\d+(?=: )/.exec(error)?.[0]));
};
