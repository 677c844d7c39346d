// The author's entry and its libraries become one ES module, with a map of where each line came from. Runs on the author's machine.

import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildFailure, build, type Message, type Metafile } from 'esbuild';
import { BundleRefused, refused } from '../catalog/refusal.ts';
import { explainFault, isModuleOfNode } from './import-faults.ts';

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
const SDK_FOLDER = fileURLToPath(new URL('../sdk/', import.meta.url));

const placeOf = ({ location }: Message): string =>
  location ? `${location.file}:${location.line}:${location.column + 1}` : './';

/** The same name on every machine, wherever packages are installed there. */
const plainName = (path: string, folder: string): string => {
  const inPackage = path.lastIndexOf(`${sep}node_modules${sep}`);
  if (path.startsWith(SDK_FOLDER)) return `toolcell/${basename(path)}`;
  const name = inPackage >= 0 ? path.slice(inPackage + 1) : relative(folder, path);
  return name.replaceAll(sep, '/');
};

const isAuthors = (name: string): boolean => !/^(node_modules|toolcell)\//.test(name);

/** Libraries are kept by name: their text would be most of the bundle, and is where their licences say. */
const plainMap = (text: string, folder: string): string => {
  const { mappings, names, sources, sourcesContent } = JSON.parse(text) as {
    readonly mappings: string;
    readonly names: readonly string[];
    readonly sources: readonly string[];
    readonly sourcesContent: readonly (string | null)[];
  };
  const plain = sources.map((source) => plainName(resolve(folder, source), folder));
  const contents = sourcesContent.map((content, index) => (isAuthors(plain[index] ?? '') ? content : null));
  return JSON.stringify({ version: 3, file: 'index.js', sources: plain, sourcesContent: contents, mappings, names });
};

/** What esbuild leaves outside: an address, which cannot be, or what a library asks for and can do without. */
const checkOutside = (metafile: Metafile): readonly string[] => {
  const inputs = Object.entries(metafile.inputs);
  return inputs.flatMap(([file, { imports }]) =>
    imports
      .filter(({ external }) => external)
      .map(({ path, kind }) => {
        if (kind === 'require-call' || kind === 'require-resolve')
          return `${file} asks for "${path}", which a tool does not have; it is written to go on without`;
        const hint = isModuleOfNode(path) ? 'a tool has no Node' : 'download it, and import it by its path';
        throw refused(file, `imports "${path}", which is not on this machine`, hint);
      }),
  );
};

/** Whoever has not installed the SDK cannot have its preset resolved; the build does not need it. */
const isOfPreset = ({ text }: Message): boolean => text.includes('toolcell/tsconfig.json');

const checkEntry = (metafile: Metafile, entryName: string): void => {
  if (metafile.inputs[entryName]?.format !== 'cjs') return;
  const hint = 'export each tool by its name: export function summarizeText({ input }, context) {…}';
  throw refused(entryName, 'is a CommonJS module: it exports nothing an ES module would', hint);
};

const run = async (folder: string, entryName: string) => {
  try {
    return await build({
      absWorkingDir: folder,
      entryPoints: [join(folder, entryName)],
      outfile: join(folder, 'index.js'),
      bundle: true,
      format: 'esm',
      // Neutral: neither Node's nor a browser's variant of a library, since the isolate is neither.
      platform: 'neutral',
      mainFields: ['module', 'main'],
      target: 'es2024',
      // Neither is there in a tool, and the server refuses them later; here they are told with the author's own line.
      supported: { 'top-level-await': false },
      // Names that libraries look for to choose how they work; what else they find of Node they cannot use.
      define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
      alias: { 'toolcell/plugin': SDK },
      // Names of modules in the output would be paths of this machine; whole, it has none.
      minify: true,
      charset: 'utf8',
      legalComments: 'inline',
      sourcemap: 'external',
      sourcesContent: true,
      metafile: true,
      write: false,
      logLevel: 'silent',
    });
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (!errors || errors.length === 0) throw error;
    throw new BundleRefused(
      errors.slice(0, 20).map((message) => ({ where: placeOf(message), ...explainFault(message) })),
    );
  }
};

/** Bundles the entry with all it imports. Throws BundleRefused with file, line and column of what cannot be part of a tool. */
export const bundleEntry = async (folder: string, entryName: string): Promise<BundledEntry> => {
  const { outputFiles, metafile, warnings } = await run(folder, entryName);
  checkEntry(metafile, entryName);
  const outside = checkOutside(metafile);
  const text = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const told = warnings.filter((warning) => !isOfPreset(warning) && !warning.location?.file.includes('node_modules/'));
  return {
    code: text('.js'),
    sourceMap: plainMap(text('.map'), folder),
    exports: Object.values(metafile.outputs).flatMap((output) => output.exports),
    metafile,
    warnings: [...told.map((warning) => `${placeOf(warning)}: ${warning.text}`), ...outside],
  };
};
