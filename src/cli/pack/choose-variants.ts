// Finds the packages that have to be taken in their variants for browsers, by trying: those that import a module of Node, or use a name of Node such as
// `process`. Runs on the author's machine.

import { resolve } from 'node:path';
import { shown } from '../../catalog/model/refusal.ts';
import { BuildFailed, type Built, buildOnce, type Entry } from './bundle-attempt.ts';
import { askedIn } from './import-faults.ts';
import { hasBrowserVariant, isReplaced } from './library-variants.ts';
import { packageOf } from './package-names.ts';

/** What of Node a library needs: `imports "node:fs"`, `uses "process"`. */
interface Need {
  readonly library: string;
  readonly what: string;
}

/** A bundle, and for each package that is in its variant for browsers what needs Node. */
export interface Chosen {
  readonly built: Built;
  readonly inBrowser: ReadonlyMap<string, Need>;
}

/** Names of Node that a variant for browsers does without. */
const NODE_NAMES = ['Buffer', '__dirname', '__filename', 'process'];

/** Each attempt finds a package more, and few libraries need more than three. */
const MOST_ATTEMPTS = 12;

/**
 * The packages to add after a failed attempt: those that ask for Node, or, if these cannot help themselves, those that use them.
 * None if nothing is left to try.
 */
const moreOf = ({ errors, graph }: BuildFailed, inBrowser: Chosen['inBrowser']): readonly [string, Need][] => {
  const asked = errors.flatMap((error) => {
    const { library, module } = askedIn(error) ?? {};
    return library === undefined ? [] : [{ library, what: `imports "${module}"` }];
  });
  const isNew = ([name]: readonly [string, Need]): boolean => !inBrowser.has(name);
  const themselves = asked.map((one): [string, Need] => [one.library, one]).filter(isNew);
  if (themselves.length > 0) return themselves;
  return asked.flatMap((one) => graph.usersOf(one.library).map((user): [string, Need] => [user, one])).filter(isNew);
};

/** Builds the entry with as few packages as possible in their variants for browsers. Throws BuildFailed if there is no such bundle. */
const buildAny = async (entry: Entry): Promise<Chosen> => {
  const inBrowser = new Map<string, Need>();
  let first: BuildFailed | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return { built: await buildOnce(entry, new Set(inBrowser.keys())), inBrowser };
    } catch (error) {
      if (!(error instanceof BuildFailed)) throw error;
      first ??= error;
      const more = attempt < MOST_ATTEMPTS ? moreOf(error, inBrowser) : [];
      // A module of Node that is still asked for is the real obstacle. Any other fault of a later attempt would confuse the author.
      if (more.length === 0) throw error.errors.some(askedIn) ? error : first;
      for (const [name, need] of more) if (!inBrowser.has(name)) inBrowser.set(name, need);
    }
  }
};

const filesByPackage = ({ metafile }: Built, folder: string): ReadonlyMap<string, string> =>
  new Map(Object.keys(metafile.inputs).map((file) => [packageOf(file) ?? '', resolve(folder, file)]));

const missingIn = ({ freeNames }: Built, libraries: ReadonlyMap<string, Need>): number =>
  freeNames.filter(({ library }) => library !== undefined && libraries.has(library)).length;

/** Takes packages in their variants for browsers, too, that use a name of Node without a check, if fewer names are missing then. */
const withoutNodeNames = async (entry: Entry, chosen: Chosen): Promise<Chosen> => {
  const { built, inBrowser } = chosen;
  const files = filesByPackage(built, entry.folder);
  const using = new Map<string, Need>();
  for (const { name, library } of built.freeNames)
    if (library !== undefined && NODE_NAMES.includes(name) && !inBrowser.has(library))
      if (hasBrowserVariant(files.get(library))) using.set(library, { library, what: `uses "${name}"` });
  if (using.size === 0) return chosen;
  const all = new Map([...inBrowser, ...using]);
  try {
    const second = await buildOnce(entry, new Set(all.keys()));
    return missingIn(second, using) < missingIn(built, using) ? { built: second, inBrowser: all } : chosen;
  } catch (error) {
    if (error instanceof BuildFailed) return chosen;
    throw error;
  }
};

/** Builds the entry with the fitting variant of each package. Throws BuildFailed if there is no such bundle. */
export const buildFitting = async (entry: Entry): Promise<Chosen> => withoutNodeNames(entry, await buildAny(entry));

/** A sentence for each package of the bundle that is in its variant for browsers, or in part: one that only replaces what it imports there. */
export const variantTexts = ({ built, inBrowser }: Chosen, folder: string): readonly string[] => {
  const { graph } = built;
  const files = filesByPackage(built, folder);
  const isChanged = (name: string): boolean => hasBrowserVariant(files.get(name));
  const texts = [...inBrowser].flatMap(([name, { library, what }]) => {
    const replacing = graph.importersOf(name).filter((by) => isReplaced(name, files.get(by)));
    return [...(isChanged(name) ? [name] : []), ...replacing].map((one) => {
      const who = library === one ? 'it' : `${shown(library)}, which it uses,`;
      return `${shown(one)} is taken in its variant for browsers, because ${who} ${shown(what)}`;
    });
  });
  return [...new Set(texts)];
};
