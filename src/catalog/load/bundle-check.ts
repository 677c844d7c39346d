// The first half of a load, for all bundles of a folder: read, guard, compile. What it tells of a bundle it tells without
// running any of its code. Front process.

import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { CheckedProgram, Refusal } from '../../protocol/program.ts';
import { type Bundle, readBundleAt } from '../bundle/bundle.ts';
import type { Entry } from '../compile/entry-module.ts';
import { BundleRefused, isIncomplete, shown } from '../model/refusal.ts';
import type { LoadedBundle } from '../model/snapshot.ts';
import { candidateOf } from '../model/versions.ts';
import type { BundleMemory } from './bundle-memory.ts';
import { keptProgram, type TryOutOptions, type UntriedBundle } from './try-out.ts';

export interface CheckOptions extends TryOutOptions {
  readonly folder: string;
  /** Digest → program of what serves now. */
  readonly known?: ReadonlyMap<string, CheckedProgram>;
  /** Digest → what is listed and still to be tried out. */
  readonly listed?: ReadonlyMap<string, UntriedBundle>;
  /** What was read before; added to. */
  readonly memory?: BundleMemory;
}

/** What is known of a bundle: its program where it was tried out before, what to try out, or why it is refused. */
export type CheckedBundle =
  | { readonly state: 'loaded'; readonly loaded: LoadedBundle }
  | { readonly state: 'untried'; readonly untried: UntriedBundle }
  | {
      readonly state: 'refused';
      readonly bundle: string;
      readonly refusals: readonly Refusal[];
      /** True where it may still be being written: looked at again a little later, it may be good. */
      readonly isIncomplete: boolean;
      /** The plugin it would be, where its manifest is in order. */
      readonly pluginName?: string;
    };

/** Bundles whose entries are compiled together. Some kilobytes each, and no more than these are held as source at a time. */
const BUNDLES_PER_BATCH = 32;
/** Batches at a time: some are read here while esbuild has the others. */
const LANES = 3;

/** Does `work` on each item, so many at a time, in their order. Results are in the order of the items. */
export const inLanes = async <Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  const waiting = items.entries();
  const lane = async (): Promise<void> => {
    // The lanes share one iterator, so each takes the next item that none has taken.
    for (const [index, item] of waiting) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
};

/** Reasons for the operator. Whatever else a bundle made fail is told too, and is no reason to stop. */
export const refusalsIn = (error: unknown): readonly Refusal[] => {
  if (error instanceof BundleRefused) return error.refusals;
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = `could not be loaded: ${shown(String(code ?? message ?? error), 200)}`;
  return [
    { where: 'the bundle', reason, hint: 'see that the server may read every file of the bundle, then load it again' },
  ];
};

/** Checks bundles, in their order. Never rejects for what is in them. */
export const checkBundles = async (
  names: readonly string[],
  options: CheckOptions,
): Promise<readonly CheckedBundle[]> => {
  const batches = Array.from({ length: Math.ceil(names.length / BUNDLES_PER_BATCH) }, (_, index) =>
    names.slice(index * BUNDLES_PER_BATCH, (index + 1) * BUNDLES_PER_BATCH),
  );
  return (await inLanes(batches, LANES, (batch) => checkBatch(batch, options))).flat();
};

/** Loaded at need: a folder in which nothing has changed is not compiled. */
const compileTogether = async (entries: readonly Entry[]): Promise<ReadonlyMap<Entry, string>> =>
  (await import('../compile/compile-batch.ts')).compileTogether(entries);

type Read = CheckedBundle | { readonly state: 'read'; readonly bundle: string; readonly read: Bundle };

const checkBatch = async (names: readonly string[], options: CheckOptions): Promise<readonly CheckedBundle[]> => {
  const seen: Read[] = [];
  for (const name of names) seen.push(await readOne(name, options));
  // Reading is synchronous: calls have their turn between two batches.
  await setImmediate();
  const toCompile = seen.flatMap((one) => (one.state === 'read' ? [one.read] : []));
  const compiled = toCompile.length === 0 ? new Map<Entry, string>() : await compileTogether(toCompile);
  const checked: CheckedBundle[] = [];
  for (const one of seen) checked.push(one.state === 'read' ? await compileOne(one, compiled, options) : one);
  for (const one of checked) remember(one, options.memory);
  return checked;
};

const remember = (checked: CheckedBundle, memory: BundleMemory | undefined): void => {
  if (!memory) return;
  if (checked.state === 'refused') {
    if (!checked.isIncomplete) memory.keep(checked.bundle, { refused: checked });
    return;
  }
  const { bundle, ...known } = candidateOf(checked.state === 'loaded' ? checked.loaded : checked.untried);
  memory.keep(bundle, known);
};

/** What can be told of a bundle that has not changed, without reading it. */
const recalled = (bundle: string, { folder, known, listed, memory }: CheckOptions): CheckedBundle | undefined => {
  const remembered = memory?.recall(bundle, join(folder, bundle));
  if (!remembered) return undefined;
  if ('refused' in remembered) return remembered.refused;
  const candidate = { bundle, ...remembered };
  const program = known?.get(remembered.digest);
  if (program) return { state: 'loaded', loaded: { ...candidate, program } };
  const untried = listed?.get(remembered.digest);
  return untried && { state: 'untried', untried: { ...untried, ...candidate } };
};

const readOne = async (bundle: string, options: CheckOptions): Promise<Read> => {
  const checked = recalled(bundle, options);
  if (checked) return checked;
  const { bundleBytes: bytes, bundleFiles: files } = options.config.plugins;
  try {
    const path = join(options.folder, bundle);
    // The source map is for authors: a batch of bundles would hold megabytes of them for nobody.
    const { sourceMap: _, ...read } = await readBundleAt(path, { bytes, files }, options.config.plugins);
    const program = options.known?.get(read.digest) ?? (await keptProgram(read, options));
    return program
      ? { state: 'loaded', loaded: { ...candidateOf({ bundle, ...read }), program } }
      : { state: 'read', bundle, read };
  } catch (error) {
    return { state: 'refused', bundle, refusals: refusalsIn(error), isIncomplete: isIncomplete(error) };
  }
};

const compileOne = async (
  { bundle, read }: Read & { readonly state: 'read' },
  compiled: ReadonlyMap<Entry, string>,
  { config }: CheckOptions,
): Promise<CheckedBundle> => {
  const { manifest, entryName } = read;
  try {
    const factoryCode =
      compiled.get(read) ?? (await (await import('../compile/compile.ts')).compileEntry(read, config.plugins.loadMs));
    return { state: 'untried', untried: { ...candidateOf({ bundle, ...read }), entryName, factoryCode } };
  } catch (error) {
    return {
      state: 'refused',
      bundle,
      refusals: refusalsIn(error),
      isIncomplete: isIncomplete(error),
      pluginName: manifest.name,
    };
  }
};
