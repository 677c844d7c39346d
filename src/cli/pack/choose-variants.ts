// Finds the packages that have to be taken in their variants for browsers, and those that get modules of Node, by trying: those that import a module of
// Node, or use a name of Node such as `process`. Runs on the author's machine.
//
// A variant for browsers comes first, because its author made it for a place without Node, and it is mostly the smaller one. Decision 0064.

import { resolve } from 'node:path';
import { shown } from '../../catalog/model/refusal.ts';
import { BuildFailed, type Built, buildOnce, type Choice, type Entry, type Need } from './bundle-attempt.ts';
import { askedIn } from './import-faults.ts';
import { hasBrowserVariant, isReplaced } from './library-variants.ts';
import { isLight, nodeModuleNamed } from './node/node-modules.ts';
import { packageOf } from './package-names.ts';

/** A bundle, for each package that is in its variant for browsers what needs Node, and the packages that get modules of Node. */
export interface Chosen {
  readonly built: Built;
  readonly inBrowser: ReadonlyMap<string, Need>;
  readonly served: ReadonlySet<string>;
  /** The large parts of these modules. */
  readonly parts: ReadonlySet<string>;
}

/** Names of Node that a variant for browsers does without. */
const NODE_NAMES = ['Buffer', '__dirname', '__filename', 'process'];

/** Each attempt finds a package more, and few libraries need more than three. */
const MOST_ATTEMPTS = 12;

/** What the next attempt has more than the last one. */
interface More {
  readonly inBrowser: readonly (readonly [string, Need])[];
  readonly served: readonly string[];
}

const NOTHING: More = { inBrowser: [], served: [] };

/** Which packages a choice has. */
export const choiceOf = ({ inBrowser, served, parts }: Omit<Chosen, 'built'>): Choice => ({
  inBrowser: new Set(inBrowser.keys()),
  served,
  parts,
});

/**
 * What to try after a failed attempt, in this order: variants for browsers of the packages that ask for Node; small modules of Node; variants of those that
 * use these packages; any module of Node. Nothing if all of it was tried.
 */
const moreOf = (
  { errors, graph }: BuildFailed,
  { inBrowser, served }: Pick<Chosen, 'inBrowser' | 'served'>,
  unfit: ReadonlySet<string>,
  { folder, foreign }: Entry,
): More => {
  const asked = errors.flatMap((error) => {
    const { library, module } = askedIn(error) ?? {};
    if (library === undefined || module === undefined) return [];
    return [{ library, module, what: `imports "${module}"`, file: resolve(folder, error.location?.file ?? '') }];
  });
  const isNew = ([name]: readonly [string, Need]): boolean => !inBrowser.has(name) && !unfit.has(name);
  const themselves = asked
    .filter(({ file }) => hasBrowserVariant(file))
    .map((one): [string, Need] => [one.library, one])
    .filter(isNew);
  if (themselves.length > 0 && foreign === undefined) return { ...NOTHING, inBrowser: themselves };
  const servable = asked.filter(({ library, module }) => nodeModuleNamed(module) !== undefined && !served.has(library));
  const light = servable.filter(({ module }) => isLight(module)).map(({ library }) => library);
  // A program that others wrote has so many packages that each attempt takes seconds, so both are tried at once.
  const others = light.filter((name) => !themselves.some(([own]) => own === name));
  if (themselves.length + others.length > 0) return { inBrowser: themselves, served: others };
  const users = asked
    .flatMap((one) => graph.usersOf(one.library).map((user): [string, Need] => [user, one]))
    .filter(isNew);
  return users.length > 0
    ? { ...NOTHING, inBrowser: users }
    : { ...NOTHING, served: servable.map(({ library }) => library) };
};

/** Packages whose variants for browsers lack what the code imports of them: those need Node's modules in place of the variant. */
const unfitIn = ({ errors }: BuildFailed, inBrowser: ReadonlyMap<string, Need>): readonly string[] =>
  errors.flatMap(({ text }) => {
    const name = packageOf(/^No matching export in "(.+?)" for import/.exec(text)?.[1] ?? '');
    return name !== undefined && inBrowser.has(name) ? [name] : [];
  });

/** Builds the entry with as few packages as possible in their variants for browsers. Throws BuildFailed if there is no such bundle. */
const buildAny = async (entry: Entry): Promise<Chosen> => {
  const { inBrowser, served } = entry.foreign?.remembered ?? { inBrowser: new Map(), served: new Set() };
  const parts = new Set<string>();
  const unfit = new Set<string>();
  let first: BuildFailed | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      const built = await buildOnce(entry, choiceOf({ inBrowser, served, parts }));
      const named = built.namedParts.filter((part) => !parts.has(part));
      if (named.length === 0) return { built, inBrowser, served, parts };
      for (const part of named) parts.add(part);
    } catch (error) {
      if (!(error instanceof BuildFailed)) throw error;
      first ??= error;
      const lacking = unfitIn(error, inBrowser);
      for (const name of lacking) {
        inBrowser.delete(name);
        unfit.add(name);
      }
      if (lacking.length > 0 && attempt < MOST_ATTEMPTS) continue;
      const more = attempt < MOST_ATTEMPTS ? moreOf(error, { inBrowser, served }, unfit, entry) : NOTHING;
      const asked = error.errors.map(askedIn).filter((one) => one !== undefined);
      if (more.inBrowser.length + more.served.length === 0 && entry.foreign?.answer(asked)) continue;
      // A module of Node that is still asked for is the real obstacle. Any other fault of a later attempt would confuse the author.
      if (more.inBrowser.length + more.served.length === 0) throw error.errors.some(askedIn) ? error : first;
      for (const [name, need] of more.inBrowser) if (!inBrowser.has(name)) inBrowser.set(name, need);
      for (const name of more.served) served.add(name);
    }
  }
};

const filesByPackage = ({ metafile }: Built, folder: string): ReadonlyMap<string, string> =>
  new Map(Object.keys(metafile.inputs).map((file) => [packageOf(file) ?? '', resolve(folder, file)]));

const missingIn = ({ freeNames }: Built, libraries: ReadonlyMap<string, Need>): number =>
  freeNames.filter(({ library }) => library !== undefined && libraries.has(library)).length;

/** Takes packages in their variants for browsers, too, that use a name of Node without a check, if fewer names are missing then. */
const withoutNodeNames = async (entry: Entry, chosen: Chosen): Promise<Chosen> => {
  const { built, inBrowser, served, parts } = chosen;
  const files = filesByPackage(built, entry.folder);
  const using = new Map<string, Need>();
  for (const { name, library } of built.freeNames)
    if (library !== undefined && NODE_NAMES.includes(name) && !inBrowser.has(library))
      if (hasBrowserVariant(files.get(library))) using.set(library, { library, what: `uses "${name}"` });
  const remembered = entry.foreign?.remembered;
  if (using.size === 0 || remembered?.isTried) return chosen;
  if (remembered) remembered.isTried = true;
  const all = new Map([...inBrowser, ...using]);
  try {
    const second = await buildOnce(entry, choiceOf({ inBrowser: all, served, parts }));
    if (missingIn(second, using) >= missingIn(built, using)) return chosen;
    for (const [name, need] of using) remembered?.inBrowser.set(name, need);
    return { built: second, inBrowser: all, served, parts };
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
