// Bundles the author's entry and its libraries into one ES module, with a map to the source lines. Runs on the author's machine.

import type { Metafile } from 'esbuild';
import { refused } from '../../catalog/model/refusal.ts';
import { BuildFailed, buildOnce, type Entry } from './bundle-attempt.ts';
import { placeOf, refusalOfBuild } from './bundle-faults.ts';
import { buildFitting, type Chosen, variantTexts } from './choose-variants.ts';
import type { FreeName } from './free-names.ts';
import { globalUseIn } from './global-names.ts';
import { isOfLibrary } from './import-faults.ts';
import { OWN_FUNCTION, OWN_GLOBAL, OWN_IMMEDIATE } from './own-sources.ts';

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
}

/** Names that libraries use and that Toolcell's own code provides. */
const IMMEDIATES = ['setImmediate', 'clearImmediate'];

const checkEntry = (metafile: Metafile, entryName: string): void => {
  if (metafile.inputs[entryName]?.format !== 'cjs') return;
  const hint = 'export each tool by its name: export function summarizeText({ input }, context) {…}';
  throw refused(entryName, 'is a CommonJS module: it exports nothing an ES module would', hint);
};

/** True if only libraries use it. Libraries get a replacement; authors get the advice to use setTimeout. */
const libraryWantsImmediate = (freeNames: readonly FreeName[]): boolean => {
  const uses = freeNames.filter(({ name }) => IMMEDIATES.includes(name));
  return uses.length > 0 && uses.every(({ library }) => library !== undefined);
};

/** Makes names that the bundle puts on its global object readable as bare names, and gives libraries `setImmediate`. */
const finished = async (entry: Entry, { built, inBrowser }: Chosen): Promise<Chosen> => {
  const { names, isCompiledFor } = globalUseIn(built.code);
  const added = [
    ...(libraryWantsImmediate(built.freeNames) ? [OWN_IMMEDIATE] : []),
    ...(isCompiledFor ? [OWN_FUNCTION] : []),
  ];
  if (names.length === 0 && added.length === 0) return { built, inBrowser };
  const define = Object.fromEntries(names.map((name) => [name, `globalThis.${name}`]));
  const additions = { inject: [OWN_GLOBAL, ...added], define };
  return { built: await buildOnce(entry, new Set(inBrowser.keys()), additions), inBrowser };
};

const run = async (entry: Entry): Promise<Chosen> => {
  try {
    return await finished(entry, await buildFitting(entry));
  } catch (error) {
    throw error instanceof BuildFailed ? refusalOfBuild(error, entry) : error;
  }
};

/**
 * Bundles the entry with its imports. `isReadable`: names, lines and statements stay as the author wrote them. Throws BundleRefused with the file, line and
 * column of each part that cannot be in a tool.
 */
export const bundleEntry = async (folder: string, entryName: string, isReadable = false): Promise<BundledEntry> => {
  const chosen = await run({ folder, entryName, isReadable });
  const { code, sourceMap, metafile, warnings, freeNames } = chosen.built;
  checkEntry(metafile, entryName);
  const own = warnings.filter((one) => !isOfLibrary(one.location?.file ?? ''));
  return {
    code,
    sourceMap,
    exports: Object.values(metafile.outputs).flatMap((output) => output.exports),
    metafile,
    warnings: own.map((one) => `${placeOf(one, folder)}: ${one.text}`),
    freeNames,
    variants: variantTexts(chosen, folder),
  };
};
