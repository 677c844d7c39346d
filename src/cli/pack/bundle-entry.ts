// Bundles the author's entry and its libraries into one ES module, with a map to the source lines. Runs on the author's machine.

import type { Metafile } from 'esbuild';
import { refused } from '../../catalog/model/refusal.ts';
import { BuildFailed, type Built, buildOnce, type Entry, type ForeignParts } from './bundle-attempt.ts';
import { placeOf, refusalOfBuild } from './bundle-faults.ts';
import { buildFitting, type Chosen, choiceOf, variantTexts } from './choose-variants.ts';
import type { FreeName } from './free-names.ts';
import { globalUseIn } from './global-names.ts';
import { isOfLibrary } from './import-faults.ts';
import { globalShimOf, TIMERS } from './node/node-modules.ts';
import type { NodeContext } from './node/node-plugin.ts';
import { absentTexts, type NodePart, nodePartsIn } from './node-parts.ts';
import { logs } from './own-names.ts';
import { OWN_FUNCTION, OWN_GLOBAL } from './own-sources.ts';

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
  /** A sentence for each library that is in its variant for browsers. */
  readonly variants: readonly string[];
  /** The modules of Node in it. */
  readonly nodeModules: readonly NodePart[];
}

export interface BundleOptions {
  /** True: names, lines and statements stay as the author wrote them. */
  readonly isReadable: boolean;
  /** What modules of Node show of the bundle. */
  readonly node: NodeContext;
  /** What an importer adds. */
  readonly foreign?: ForeignParts;
}

const checkEntry = (metafile: Metafile, entryName: string): void => {
  if (metafile.inputs[entryName]?.format !== 'cjs') return;
  const hint = 'export each tool by its name: export function summarizeText({ input }, context) {…}';
  throw refused(entryName, 'is a CommonJS module: it exports nothing an ES module would', hint);
};

/** A method that timers of Node have and those of a tool lack. */
const TIMER_METHOD = /\.(?:unref|hasRef|refresh)\(\)/;

/** Where a CommonJS module is: all of them are one, beside the plugin's files. */
const PLACES: Readonly<Record<string, string>> = { __dirname: '/plugin', __filename: '/plugin/index.js' };

/** The global names of Node that a bundle uses without asking for them. A name that it puts there itself stays its own. */
const globalsOfNode = ({ freeNames, code }: Built, ownNames: readonly string[]): readonly string[] => {
  const used = freeNames.map(({ name }) => name).filter((name) => !ownNames.includes(name));
  const timers = TIMER_METHOD.test(code) ? TIMERS.filter((name) => code.includes(name)) : [];
  return [...new Set([...used, ...timers])].filter((name) => globalShimOf(name) !== undefined);
};

/** Makes names that the bundle puts on its global object readable as bare names, gives it the global names of Node that it uses, and the author's names if it logs. */
const finished = async (entry: Entry, chosen: Chosen): Promise<Chosen> => {
  const { names, isCompiledFor } = globalUseIn(chosen.built.code);
  const ofNode = globalsOfNode(chosen.built, names);
  const shims = new Set(ofNode.flatMap((name) => globalShimOf(name) ?? []));
  const added = [...shims, ...(isCompiledFor ? [OWN_FUNCTION] : [])];
  const places = Object.keys(PLACES).filter((name) => chosen.built.freeNames.some((one) => one.name === name));
  const keepsNames = !entry.isReadable && entry.foreign === undefined && logs(chosen.built.sourceMap);
  if (names.length + added.length + places.length === 0 && !keepsNames) return chosen;
  const define = {
    ...Object.fromEntries([...names, ...ofNode].map((name) => [name, `globalThis.${name}`])),
    ...Object.fromEntries(places.map((name) => [name, JSON.stringify(PLACES[name])])),
  };
  const additions = { inject: [OWN_GLOBAL, ...added], define };
  const built = await buildOnce({ ...entry, keepsNames }, choiceOf(chosen), additions);
  // Those of the build before name the author's lines.
  return { ...chosen, built: keepsNames ? { ...built, warnings: chosen.built.warnings } : built };
};

const run = async (entry: Entry): Promise<Chosen> => {
  try {
    return await finished(entry, await buildFitting(entry));
  } catch (error) {
    throw error instanceof BuildFailed ? refusalOfBuild(error, entry) : error;
  }
};

/** Bundles the entry with its imports. Throws BundleRefused with the file, line and column of each part that cannot be in a tool. */
export const bundleEntry = async (folder: string, entryName: string, options: BundleOptions): Promise<BundledEntry> => {
  const chosen = await run({ folder, entryName, ...options });
  const { code, sourceMap, metafile, warnings, freeNames } = chosen.built;
  checkEntry(metafile, entryName);
  const own = warnings.filter((one) => !isOfLibrary(one.location?.file ?? ''));
  return {
    code,
    sourceMap,
    exports: Object.values(metafile.outputs).flatMap((output) => output.exports),
    metafile,
    warnings: [...own.map((one) => `${placeOf(one, folder)}: ${one.text}`), ...absentTexts(metafile, folder)],
    freeNames,
    variants: variantTexts(chosen, folder),
    nodeModules: nodePartsIn(metafile, folder),
  };
};
