// Builds the author's entry once, with given packages in their variants for browsers, and tells what prevents it. Runs on the author's machine.

import { join, resolve } from 'node:path';
import type { BuildFailure, BuildOptions, Message, Metafile, Plugin } from 'esbuild';
import { compilerOptionsIn } from './compiler-options.ts';
import { type FreeName, freeNamesIn } from './free-names.ts';
import { type Asked, unresolved } from './import-faults.ts';
import { ImportGraph } from './import-graph.ts';
import { buildWithVariants, dependsOn, isReplaced, type MemoryBuild } from './library-variants.ts';
import { isAbsent, isOfShims, partsNamedIn } from './node/node-modules.ts';
import { NODE_SOURCE, type NodeContext, nodeModules } from './node/node-plugin.ts';
import { withNames } from './own-names.ts';
import { OWN_GLOBAL, SDK_ALIASES } from './own-sources.ts';
import { packageOf } from './package-names.ts';
import { readableFiles } from './readable-files.ts';
import { plainMap } from './source-names.ts';

export interface Entry {
  /** A real path. */
  readonly folder: string;
  /** Path from the folder, with forward slashes. */
  readonly entryName: string;
  /** True for a debugger: names, lines and statements stay as the author wrote them. */
  readonly isReadable: boolean;
  /** True: the author's functions and classes keep their names although the bundle is minified. */
  readonly keepsNames?: boolean;
  /** What modules of Node show of the bundle. */
  readonly node: NodeContext;
  /** What an importer adds, if the entry is of a program that others wrote for Node. */
  readonly foreign?: ForeignParts;
}

/** What the bundler needs for a program that was written for Node. */
export interface ForeignParts {
  /** Asked before all others. */
  readonly plugins: readonly Plugin[];
  /** Sources whose exports become names of all modules. */
  readonly inject: readonly string[];
  /** Takes the imports that nothing answers, so that the next attempt has something in their place. False if it has had all of them. */
  answer(asked: readonly Asked[]): boolean;
  /** What earlier builds of the same program have chosen. Each build begins with it, and adds to it. */
  readonly remembered: RememberedChoice;
}

/** What of Node a library needs: `imports "node:fs"`, `uses "process"`. */
export interface Need {
  readonly library: string;
  readonly what: string;
}

/** The packages of {@link Choice}, with the reasons. */
export interface RememberedChoice {
  readonly inBrowser: Map<string, Need>;
  readonly served: Set<string>;
  /** True: which packages do without a name of Node was tried before. */
  isTried?: boolean;
}

/** The packages that are in their variants for browsers, and those that get modules of Node. The author's own code always gets them. */
export interface Choice {
  readonly inBrowser: ReadonlySet<string>;
  readonly served: ReadonlySet<string>;
  /** The large parts of modules of Node that the source names. */
  readonly parts: ReadonlySet<string>;
}

/** What a second build of the same entry adds. */
export type Additions = Pick<BuildOptions, 'inject' | 'define'>;

/** A bundle. */
export interface Built {
  readonly metafile: Metafile;
  readonly warnings: readonly Message[];
  readonly code: string;
  readonly sourceMap: string;
  readonly freeNames: readonly FreeName[];
  readonly graph: ImportGraph;
  /** The large parts of modules of Node that its sources name. */
  readonly namedParts: readonly string[];
}

/** The bundler's errors, and the packages that it has seen. */
export class BuildFailed extends Error {
  override name = 'BuildFailed';
  readonly errors: readonly Message[];
  readonly graph: ImportGraph;

  constructor(errors: readonly Message[], graph: ImportGraph) {
    super('the bundler refuses the entry');
    this.errors = errors;
    this.graph = graph;
  }
}

/** Where a module is: all of them are one, beside the plugin's files. */
const PLACES = {
  'import.meta.url': '"file:///plugin/index.js"',
  'import.meta.dirname': '"/plugin"',
  'import.meta.filename': '"/plugin/index.js"',
};

/** Who gets modules of Node. A library in its variant for browsers keeps what that has in their place. */
const servingFor = ({ inBrowser, served }: Choice) => {
  const replaces = (importer: string, specifier: string): boolean =>
    inBrowser.has(packageOf(importer) ?? '') && isReplaced(specifier, importer);
  const serves = (importer: string, specifier: string): boolean => {
    const library = packageOf(importer);
    if (library === undefined) return !isAbsent(specifier);
    return served.has(library) && !replaces(importer, specifier);
  };
  return { serves, replaces, dependsOn };
};

const optionsFor = (
  { folder, entryName, isReadable, keepsNames, node, foreign }: Entry,
  choice: Choice,
  additions: Additions,
  graph: ImportGraph,
): MemoryBuild => {
  const tsconfigRaw = JSON.stringify({ compilerOptions: compilerOptionsIn(folder) });
  const programs = node.program === undefined ? [] : [node.program];
  const load = keepsNames ? (path: string) => withNames(path, tsconfigRaw) : undefined;
  return {
    ...additions,
    inject: [...(additions.inject ?? [OWN_GLOBAL]), ...(foreign?.inject ?? [])],
    absWorkingDir: folder,
    entryPoints: [join(folder, entryName)],
    outfile: join(folder, 'index.js'),
    bundle: true,
    format: 'esm',
    target: 'es2024',
    // The server refuses it too, but cannot name the author's own line.
    supported: { 'top-level-await': foreign !== undefined },
    // Libraries read it to choose their mode.
    define: { ...additions.define, ...PLACES, 'process.env.NODE_ENV': '"production"' },
    alias: SDK_ALIASES,
    plugins: [
      graph.plugin,
      ...(foreign?.plugins ?? []),
      nodeModules({ context: node, parts: choice.parts, ...servingFor(choice) }),
      readableFiles(folder, programs, load),
    ],
    ...(node.isProgram && { conditions: ['node', 'module'] }),
    tsconfigRaw,
    // Unminified output names modules by paths of this machine, so only a debugger gets it.
    minify: !isReadable,
    charset: 'utf8',
    legalComments: 'inline',
    sourcemap: 'external',
    sourcesContent: true,
    metafile: true,
    write: false,
    logLevel: 'silent',
  };
};

/** The imports that the bundler leaves outside, except those that a library makes in a `try` and can do without. */
const outsideIn = ({ inputs, outputs }: Metafile): readonly Message[] => {
  const left = Object.values(outputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  const outside = new Set(left.filter(({ kind }) => !kind.startsWith('require-')).map(({ path }) => path));
  return Object.entries(inputs).flatMap(([file, { imports }]) =>
    imports.filter(({ external, path }) => external && outside.has(path)).map(({ path }) => unresolved(path, file)),
  );
};

/** The large parts of modules that the sources of a bundle name, if it has such modules. `map` has the texts of all sources. */
const namedPartsIn = (map: string, folder: string, { inputs }: Metafile): readonly string[] => {
  if (!Object.keys(inputs).some((name) => NODE_SOURCE.exec(name)?.[1] === 'parts')) return [];
  const { sources, sourcesContent } = JSON.parse(map) as Readonly<Record<'sources' | 'sourcesContent', string[]>>;
  const others = sourcesContent.filter((_, index) => !isOfShims(resolve(folder, sources[index] ?? '')));
  return [...new Set(others.flatMap(partsNamedIn))];
};

/** Builds the entry. Throws BuildFailed with what the bundler reports. */
export const buildOnce = async (entry: Entry, choice: Choice, additions: Additions = {}): Promise<Built> => {
  const { folder, entryName } = entry;
  const graph = new ImportGraph();
  try {
    const { outputFiles, metafile, warnings } = await buildWithVariants(
      optionsFor(entry, choice, additions, graph),
      choice.inBrowser,
    );
    const outside = outsideIn(metafile);
    if (outside.length > 0) throw new BuildFailed(outside, graph);
    const text = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
    const code = text('.js');
    const sourceMap = plainMap(text('.map'), folder, metafile.inputs);
    // An importer learns what is missing by running the program, so its last build need not be looked through once more.
    const freeNames = entry.foreign && additions.define ? [] : freeNamesIn({ code, sourceMap, entryName });
    const namedParts = namedPartsIn(text('.map'), folder, metafile);
    return { metafile, warnings, code, sourceMap, freeNames, graph, namedParts };
  } catch (error) {
    if (error instanceof BuildFailed) throw error;
    const { errors } = error as Partial<BuildFailure>;
    throw errors && errors.length > 0 ? new BuildFailed(errors, graph) : error;
  }
};
