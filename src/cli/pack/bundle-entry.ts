// Bundles the author's entry and its libraries into one ES module, with a map to the source lines. Runs on the author's machine.

import { join, resolve } from 'node:path';
import { type BuildFailure, type BuildOptions, build, type Message, type Metafile } from 'esbuild';
import { BundleRefused, refused } from '../../catalog/model/refusal.ts';
import type { Refusal } from '../../shared/protocol/program.ts';
import { compilerOptionsIn } from './compiler-options.ts';
import { type FreeName, freeNamesIn } from './free-names.ts';
import { globalNamesIn } from './global-names.ts';
import { explainFault, explainOutside, isLibraryAsking, isOfLibrary } from './import-faults.ts';
import { OWN_GLOBAL, OWN_IMMEDIATE, SDK_ALIASES } from './own-sources.ts';
import { explainUnreadable, readableFiles } from './readable-files.ts';
import { plainMap, plainName } from './source-names.ts';

/** One module without imports. */
export interface BundledEntry {
  readonly code: string;
  /** A source map, as JSON text: the author's sources in full, libraries by name only. */
  readonly sourceMap: string;
  readonly exports: readonly string[];
  readonly metafile: Metafile;
  readonly warnings: readonly string[];
  /** Names that it uses and the sandbox does not have. */
  readonly freeNames: readonly FreeName[];
}

/** Names that libraries use and that Toolcell's own code provides. */
const IMMEDIATES = ['setImmediate', 'clearImmediate'];

type Variant = Pick<BuildOptions, 'platform' | 'mainFields' | 'conditions' | 'inject' | 'define'>;

/** Selects each library's variant for no platform, because the isolate is none. */
const NEUTRAL: Variant = { platform: 'neutral', mainFields: ['module', 'main'] };
/**
 * Selects the variant for browsers, used if the neutral one asks for Node. Only for this platform does esbuild apply a package's `"browser": {…}` map, which
 * replaces or empties single files.
 */
const BROWSER: Variant = {
  platform: 'browser',
  mainFields: ['browser', 'module', 'main'],
  conditions: ['module', 'browser'],
};

/** More faults than these in one folder add nothing new. */
const REPORTED_FAULTS = 20;

const placeOf = ({ location }: Message, folder: string): string =>
  location ? `${plainName(resolve(folder, location.file), folder)}:${location.line}:${location.column + 1}` : './';

/** Refuses imports that the bundler leaves outside, except those that a library makes in a `try` and can do without. */
const checkOutside = ({ inputs, outputs }: Metafile, folder: string): void => {
  const left = Object.values(outputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  const outside = new Set(left.filter(({ kind }) => !kind.startsWith('require-')).map(({ path }) => path));
  const refusals = Object.entries(inputs).flatMap(([file, { imports }]) =>
    imports
      .filter(({ external, path }) => external && outside.has(path))
      .map(({ path }) => ({
        where: plainName(resolve(folder, file), folder),
        ...explainOutside(path, isOfLibrary(file)),
      })),
  );
  if (refusals.length > 0) throw new BundleRefused(refusals.slice(0, REPORTED_FAULTS));
};

const checkEntry = (metafile: Metafile, entryName: string): void => {
  if (metafile.inputs[entryName]?.format !== 'cjs') return;
  const hint = 'export each tool by its name: export function summarizeText({ input }, context) {…}';
  throw refused(entryName, 'is a CommonJS module: it exports nothing an ES module would', hint);
};

const runWith = async (folder: string, entryName: string, variant: Variant) => {
  try {
    const built = await build({
      inject: [OWN_GLOBAL],
      ...variant,
      absWorkingDir: folder,
      entryPoints: [join(folder, entryName)],
      outfile: join(folder, 'index.js'),
      bundle: true,
      format: 'esm',
      target: 'es2024',
      // The server refuses it too, but cannot name the author's own line.
      supported: { 'top-level-await': false },
      // Libraries read it to choose their mode.
      define: { ...variant.define, 'process.env.NODE_ENV': '"production"' },
      alias: SDK_ALIASES,
      plugins: [readableFiles(folder)],
      tsconfigRaw: JSON.stringify({ compilerOptions: compilerOptionsIn(folder) }),
      // Unminified output would name modules by paths of this machine.
      minify: true,
      charset: 'utf8',
      legalComments: 'inline',
      sourcemap: 'external',
      sourcesContent: true,
      metafile: true,
      write: false,
      logLevel: 'silent',
    });
    checkOutside(built.metafile, folder);
    return built;
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (!errors || errors.length === 0) throw error;
    const faults = errors.slice(0, REPORTED_FAULTS);
    throw new BundleRefused(faults.map((fault) => refusalOf(fault, folder, entryName)));
  }
};

const refusalOf = (fault: Message, folder: string, entryName: string): Refusal => {
  const unreadable = explainUnreadable(fault);
  if (unreadable) return { where: fault.location ? placeOf(fault, folder) : entryName, ...unreadable };
  return { where: placeOf(fault, folder), ...explainFault(fault) };
};

/** True if a library's import of Node is among the faults. Others, such as a package for one platform that is not installed, may go with it. */
const asksForNode = (error: unknown): boolean =>
  error instanceof BundleRefused && error.refusals.some(({ reason }) => isLibraryAsking(reason));

interface Built {
  readonly variant: Variant;
  readonly metafile: Metafile;
  readonly warnings: readonly Message[];
  readonly code: string;
  readonly sourceMap: string;
  readonly freeNames: readonly FreeName[];
}

const buildWith = async (folder: string, entryName: string, variant: Variant): Promise<Built> => {
  const { outputFiles, metafile, warnings } = await runWith(folder, entryName, variant);
  const text = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const code = text('.js');
  const sourceMap = plainMap(text('.map'), folder, metafile.inputs);
  return { variant, metafile, warnings, code, sourceMap, freeNames: freeNamesIn({ code, sourceMap, entryName }) };
};

const buildEither = async (folder: string, entryName: string): Promise<Built> => {
  try {
    return await buildWith(folder, entryName, NEUTRAL);
  } catch (error) {
    if (!asksForNode(error)) throw error;
    // A module of Node that is still asked for is the real obstacle. Any other fault of the second attempt would confuse the author.
    return await buildWith(folder, entryName, BROWSER).catch((second) => {
      throw asksForNode(second) ? second : error;
    });
  }
};

/** True if only libraries use it. Libraries get a replacement; authors get the advice to use setTimeout. */
const libraryWantsImmediate = (freeNames: readonly FreeName[]): boolean => {
  const uses = freeNames.filter(({ name }) => IMMEDIATES.includes(name));
  return uses.length > 0 && uses.every(({ library }) => library !== undefined);
};

/** Makes names that the bundle puts on its global object readable as bare names, and gives libraries `setImmediate`. */
const run = async (folder: string, entryName: string): Promise<Built> => {
  const built = await buildEither(folder, entryName);
  const own = globalNamesIn(built.code);
  const inject = libraryWantsImmediate(built.freeNames) ? [OWN_GLOBAL, OWN_IMMEDIATE] : [OWN_GLOBAL];
  if (own.length === 0 && inject.length === 1) return built;
  const define = Object.fromEntries(own.map((name) => [name, `globalThis.${name}`]));
  return buildWith(folder, entryName, { ...built.variant, inject, define });
};

/** Bundles the entry with its imports. Throws BundleRefused with the file, line and column of each part that cannot be in a tool. */
export const bundleEntry = async (folder: string, entryName: string): Promise<BundledEntry> => {
  const { code, sourceMap, metafile, warnings, freeNames } = await run(folder, entryName);
  checkEntry(metafile, entryName);
  const own = warnings.filter((one) => !isOfLibrary(one.location?.file ?? ''));
  return {
    code,
    sourceMap,
    exports: Object.values(metafile.outputs).flatMap((output) => output.exports),
    metafile,
    warnings: own.map((one) => `${placeOf(one, folder)}: ${one.text}`),
    freeNames,
  };
};
