// The author's entry and its libraries become one ES module, with a map of where each line came from. Runs on the author's machine.

import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildFailure, build, type Message, type Metafile } from 'esbuild';
import { BundleRefused, refused } from '../catalog/refusal.ts';
import { explainFault, explainOutside, isLibraryAsking, isOfLibrary } from './import-faults.ts';
import { plainMap, plainName } from './source-names.ts';

/** One module that needs no other. */
export interface BundledEntry {
  readonly code: string;
  /** A source map, as JSON text: the author's sources in full, those of libraries by name only. */
  readonly sourceMap: string;
  /** Names that the module exports. */
  readonly exports: readonly string[];
  readonly metafile: Metafile;
  readonly warnings: readonly string[];
}

const ENDING = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
/** The SDK of this release, so that an author's folder needs no install to be packed. */
const SDK = fileURLToPath(new URL(`../sdk/plugin${ENDING}`, import.meta.url));
/** A global object that a library may write to. */
const OWN_GLOBAL = fileURLToPath(new URL(`./own-global${ENDING}`, import.meta.url));

/**
 * Which of a library's variants is taken: that for no platform, since the isolate is none. Where that one asks for Node, the
 * one for browsers may do.
 */
const VARIANTS = [
  { mainFields: ['module', 'main'] },
  { mainFields: ['browser', 'module', 'main'], conditions: ['module', 'browser'] },
];

/** More faults than these in one folder tell nothing new. */
const REPORTED_FAULTS = 20;

const placeOf = ({ location }: Message, folder: string): string =>
  location ? `${plainName(resolve(folder, location.file), folder)}:${location.line}:${location.column + 1}` : './';

/** Refuses what the bundler leaves outside, but for what a library asks for in a `try` and can do without. */
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

/** Whoever has not installed the SDK cannot have its preset resolved; the build does not need it. */
const isOfPreset = ({ text }: Message): boolean => text.includes('toolcell/tsconfig.json');

const checkEntry = (metafile: Metafile, entryName: string): void => {
  if (metafile.inputs[entryName]?.format !== 'cjs') return;
  const hint = 'export each tool by its name: export function summarizeText({ input }, context) {…}';
  throw refused(entryName, 'is a CommonJS module: it exports nothing an ES module would', hint);
};

const runWith = async (folder: string, entryName: string, variant: (typeof VARIANTS)[number]) => {
  try {
    const built = await build({
      ...variant,
      absWorkingDir: folder,
      entryPoints: [join(folder, entryName)],
      outfile: join(folder, 'index.js'),
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      target: 'es2024',
      // The server refuses it too, but without the author's own line.
      supported: { 'top-level-await': false },
      // What libraries look at to choose how they work.
      define: { 'process.env.NODE_ENV': '"production"' },
      alias: { 'toolcell/plugin': SDK },
      inject: [OWN_GLOBAL],
      // Names of modules in the output would be paths of this machine; minified, it has none.
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
    throw new BundleRefused(faults.map((fault) => ({ where: placeOf(fault, folder), ...explainFault(fault) })));
  }
};

const asksForNode = (error: unknown): boolean =>
  error instanceof BundleRefused && error.refusals.every(({ reason }) => isLibraryAsking(reason));

const run = async (folder: string, entryName: string) => {
  const [neutral, browser] = VARIANTS as [(typeof VARIANTS)[0], (typeof VARIANTS)[0]];
  try {
    return await runWith(folder, entryName, neutral);
  } catch (error) {
    if (!asksForNode(error)) throw error;
    // What the first attempt said is the truth about what the author wrote.
    return await runWith(folder, entryName, browser).catch(() => Promise.reject(error));
  }
};

/** Bundles the entry with all it imports. Throws BundleRefused with file, line and column of what cannot be part of a tool. */
export const bundleEntry = async (folder: string, entryName: string): Promise<BundledEntry> => {
  const { outputFiles, metafile, warnings } = await run(folder, entryName);
  checkEntry(metafile, entryName);
  const text = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const told = warnings.filter((one) => !isOfPreset(one) && !isOfLibrary(one.location?.file ?? ''));
  return {
    code: text('.js'),
    sourceMap: plainMap(text('.map'), folder),
    exports: Object.values(metafile.outputs).flatMap((output) => output.exports),
    metafile,
    warnings: told.map((one) => `${placeOf(one, folder)}: ${one.text}`),
  };
};
