// What TypeScript says of a plugin's sources. Packing strips types without a look at them. The compiler is the author's own, found from the
// plugin's folder; Toolcell brings none. Runs on the author's machine.

import { spawn } from 'node:child_process';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { shown } from '../catalog/refusal.ts';
import { OWN_SESSION, ownChild, ownFolder } from '../lifetime/belongings.ts';
import { readAuthorFolder } from './author-folder.ts';
import { type Project, projectIn } from './compiler-options.ts';
import { SDK_ALIASES, SDK_PRESET } from './own-sources.ts';

/** The outcome: sentences such as `index.ts:3:9: TS2322: Type …`, or why nothing was checked. */
export type TypeCheck =
  | { readonly state: 'not needed' }
  | { readonly state: 'not checked'; readonly why: string }
  | { readonly state: 'checked'; readonly errors: readonly string[] };

const CHECK_MS = 60_000;
const REPORTED_ERRORS = 20;
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

const resolves = (require: NodeJS.Require, name: string): boolean => {
  try {
    return require.resolve(name) !== '';
  } catch {
    return false;
  }
};

const isComplete = (project: Project, require: NodeJS.Require): boolean =>
  Object.keys(SDK_ALIASES).some((name) => resolves(require, name)) &&
  [project.extends ?? []].flat().every((name) => name.startsWith('.') || resolves(require, name));

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

const compile = async (compiler: string, cwd: string, project: string): Promise<string | undefined> => {
  const child = ownChild(
    spawn(process.execPath, [compiler, '-p', project, '--noEmit', '--pretty', 'false'], {
      ...OWN_SESSION,
      cwd,
      env: {},
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: CHECK_MS,
      killSignal: 'SIGKILL',
    }),
  );
  const ended = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (_code, signal) => resolve(signal));
  });
  const [written, signal] = await Promise.all([text(child.stdout), ended]);
  return signal === null ? written : undefined;
};

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

/** Checks the TypeScript sources of a plugin's folder. Never rejects for what is in them. At most 60 s. */
export const checkTypes = async (folder: string): Promise<TypeCheck> => {
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
  if (project && isComplete(project, require)) return checkedBy(await compile(compiler.path, root, root));
  const place = ownFolder('toolcell-types-');
  try {
    const file = join(place.path, 'tsconfig.json');
    writeFileSync(file, JSON.stringify(ownProject(root, project ?? {})));
    return checkedBy(await compile(compiler.path, root, file));
  } finally {
    place.remove();
  }
};

const checkedBy = (output: string | undefined): TypeCheck =>
  output === undefined
    ? { state: 'not checked', why: `TypeScript did not end within ${CHECK_MS / 1000} s` }
    : { state: 'checked', errors: errorsIn(output) };

/** What a person should know of the types, as warnings; nothing of an error at a place that one of `others` names already. */
export const typeWarnings = (check: TypeCheck, others: readonly string[] = []): readonly string[] => {
  if (check.state !== 'checked') return [];
  const known = new Set(others.map((text) => /^\S+?:\d+:\d+(?=: )/.exec(text)?.[0]));
  return check.errors.filter((error) => !known.has(/^\S+?:\d+:\d+(?=: )/.exec(error)?.[0]));
};
