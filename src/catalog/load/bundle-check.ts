// The first half of a load, for all bundles of a folder: reads, guards and compiles them. Runs none of their code.
// Front process.

import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type Bundle, readBundleAt } from '../bundle/bundle.ts';
import { capsOf } from '../bundle/bundle-caps.ts';
import type { Entry } from '../compile/entry-module.ts';
import { isIncomplete, isMomentary, refusalsIn } from '../model/refusal.ts';
import { candidateOf } from '../model/versions.ts';
import { keptProgram } from './inspect.ts';
import type { BundleRecall, CheckedBundle, CheckOptions, RefusedBundle } from './types.ts';

/** Bundles whose entries are compiled together, some kilobytes each. No more than these are held as source at a time. */
const BUNDLES_PER_BATCH = 32;
/** Batches at a time: some are read here while esbuild compiles the others. */
const BATCHES_AT_ONCE = 3;

/** Checks bundles, in their order. Never rejects for what is in them. */
export const checkBundles = async (
  names: readonly string[],
  options: CheckOptions,
): Promise<readonly CheckedBundle[]> => {
  const batches = Array.from({ length: Math.ceil(names.length / BUNDLES_PER_BATCH) }, (_, index) =>
    names.slice(index * BUNDLES_PER_BATCH, (index + 1) * BUNDLES_PER_BATCH),
  );
  return (await pLimit(BATCHES_AT_ONCE).map(batches, (batch) => checkBatch(batch, options))).flat();
};

/** Loads the compiler only if it is needed: a folder in which nothing has changed is not compiled. */
const compileTogether = async (entries: readonly Entry[]): Promise<ReadonlyMap<Entry, string>> =>
  (await import('../compile/compile-batch.ts')).compileTogether(entries);

type Read = CheckedBundle | { readonly state: 'read'; readonly bundle: string; readonly read: Bundle };

const checkBatch = async (names: readonly string[], options: CheckOptions): Promise<readonly CheckedBundle[]> => {
  const seen: Read[] = [];
  for (const name of names) seen.push(await readOne(name, options));
  // Reading is synchronous, so calls get their turn between two batches.
  await setImmediate();
  const toCompile = seen.flatMap((one) => (one.state === 'read' ? [one.read] : []));
  const compiled = toCompile.length === 0 ? new Map<Entry, string>() : await compileTogether(toCompile);
  const checked: CheckedBundle[] = [];
  for (const one of seen) checked.push(one.state === 'read' ? await compileOne(one, compiled, options) : one);
  for (const one of checked) remember(one, options.memory);
  return checked;
};

const remember = (checked: CheckedBundle, memory: BundleRecall | undefined): void => {
  if (!memory) return;
  if (checked.state === 'refused') {
    if (!checked.isIncomplete && !checked.isHostFault) memory.keep(checked.bundle, { refused: checked });
    return;
  }
  const { bundle, ...known } = candidateOf(checked.state === 'loaded' ? checked.loaded : checked.uninspected);
  memory.keep(bundle, known);
};

/** A bundle that has not changed, as it was read before. Undefined if it must be read again. */
const recalled = (bundle: string, { serving, listed, memory }: CheckOptions): CheckedBundle | undefined => {
  const remembered = memory?.recall(bundle);
  if (!remembered) return undefined;
  if ('refused' in remembered) return remembered.refused;
  const candidate = { bundle, ...remembered };
  const program = serving?.programs.get(remembered.digest);
  if (program) return { state: 'loaded', loaded: { ...candidate, program } };
  const uninspected = listed?.get(remembered.digest);
  return uninspected && { state: 'uninspected', uninspected: { ...uninspected, ...candidate } };
};

const readOne = async (bundle: string, options: CheckOptions): Promise<Read> => {
  const checked = recalled(bundle, options);
  if (checked) return checked;
  try {
    const path = join(options.folder, bundle);
    // The source map is for authors; a batch would hold megabytes of maps that nobody reads.
    const { sourceMap: _, ...read } = await readBundleAt(path, capsOf(options.config.plugins), options.config.plugins);
    const program = options.serving?.programs.get(read.digest) ?? (await keptProgram(read, options));
    return program
      ? { state: 'loaded', loaded: { ...candidateOf({ bundle, ...read }), program } }
      : { state: 'read', bundle, read };
  } catch (error) {
    return refusedBy(error, bundle);
  }
};

const compileOne = async (
  { bundle, read }: Read & { readonly state: 'read' },
  compiled: ReadonlyMap<Entry, string>,
  { loadMs }: CheckOptions,
): Promise<CheckedBundle> => {
  const { manifest, entryName } = read;
  try {
    const factoryCode =
      compiled.get(read) ?? (await (await import('../compile/compile.ts')).compileEntry(read, loadMs));
    return { state: 'uninspected', uninspected: { ...candidateOf({ bundle, ...read }), entryName, factoryCode } };
  } catch (error) {
    return { ...refusedBy(error, bundle), pluginName: manifest.name };
  }
};

const refusedBy = (error: unknown, bundle: string): RefusedBundle => ({
  state: 'refused',
  bundle,
  refusals: refusalsIn(error),
  isIncomplete: isIncomplete(error),
  ...(isMomentary(error) && { isHostFault: true }),
});
