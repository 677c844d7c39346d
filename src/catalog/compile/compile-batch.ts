// Compiles the entries of several bundles together, as a quick first try. Front process.

import { init } from 'es-module-lexer';
import { asModule, checkModule, type Entry, EXPORTS, factoryOf, isPlainModule, loaderOf } from './entry-module.ts';
import { transformBatch } from './esbuild-batch.ts';

/** Characters of a source that is compiled together with others. */
const BATCH_SOURCE_LENGTH = 64 * 1024;

/**
 * What `compileEntry` makes of those of these entries that are small and in order, as a quick first try: an entry that is not in the
 * map is to be compiled by itself, which alone decides whether it is refused. One that spoils the batch takes it from all of them, and no more.
 */
export const compileTogether = async (entries: readonly Entry[]): Promise<ReadonlyMap<Entry, string>> => {
  await init;
  const compiled = new Map<Entry, string>();
  const small = entries.filter(({ entrySource }) => entrySource.length <= BATCH_SOURCE_LENGTH);
  if (small.length < 2) return compiled;
  const sources = small.map((entry) => ({ source: entry.entrySource, loader: loaderOf(entry) }));
  const scripts = await transformBatch(sources, { format: 'iife', globalName: EXPORTS });
  if (!scripts) return compiled;
  const printed = small.filter((entry) => !isPlainModule(entry));
  const texts = printed.map((entry) => ({ source: asModule(entry), loader: loaderOf(entry) }));
  const esms = texts.length > 0 ? await transformBatch(texts, { format: 'esm' }) : [];
  small.forEach((entry, index) => {
    const at = printed.indexOf(entry);
    const script = scripts[index] as string;
    if (at === -1 || isInOrder(entry, esms?.[at])) compiled.set(entry, factoryOf(script));
  });
  return compiled;
};

const isInOrder = (entry: Entry, esm: string | undefined): boolean => {
  if (esm === undefined) return false;
  try {
    checkModule(entry, esm);
    return true;
  } catch {
    return false;
  }
};
