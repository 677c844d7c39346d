// Compiles the small entries of several bundles in one process of esbuild, which takes hardly longer than one entry alone. This is only a quick first
// attempt: it can accept an entry, and never refuses one. Front process.

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { init } from 'es-module-lexer';
import { type OwnPath, ownFolder } from '../../shared/lifetime/belongings.ts';
import { asModule, checkModule, type Entry, EXPORTS, factoryOf, isPlainModule, loaderOf } from './entry-module.ts';
import { COMMON_ARGUMENTS, runEsbuild } from './esbuild.ts';

/** Characters of an entry that is compiled together with others. */
const BATCH_SOURCE_LENGTH = 64 * 1024;
/** Bytes that one entry may become. */
const FILE_BYTES = 1024 * 1024;
/** A batch takes about 50 ms. One that an entry holds up ends early, because then each entry is compiled by itself. */
const BATCH_MS = 2_000;

/**
 * Compiles those entries that are small and correct, with the result of `compileEntry`. The caller compiles each entry that is not in the map by
 * itself, and only that decides whether it is refused. An entry that makes the batch fail costs the others nothing but this quick way.
 * Never rejects. Limits: 2 s for each of two passes, 1 MB of output for each entry, and those of `runEsbuild`.
 */
export const compileTogether = async (entries: readonly Entry[]): Promise<ReadonlyMap<Entry, string>> => {
  await init;
  const compiled = new Map<Entry, string>();
  const small = entries.filter(({ entrySource }) => entrySource.length <= BATCH_SOURCE_LENGTH);
  if (small.length < 2) return compiled;
  const scripts = await transformAll(small, ['--format=iife', `--global-name=${EXPORTS}`]);
  if (!scripts) return compiled;
  const printed = small.filter((entry) => !isPlainModule(entry));
  const texts = printed.map((entry) => ({ ...entry, entrySource: asModule(entry) }));
  const modules = texts.length > 0 ? await transformAll(texts, ['--format=esm']) : [];
  small.forEach((entry, index) => {
    const at = printed.indexOf(entry);
    if (at === -1 || isModule(entry, modules?.[at])) compiled.set(entry, factoryOf(scripts[index] as string));
  });
  return compiled;
};

const isModule = (entry: Entry, esm: string | undefined): boolean => {
  if (esm === undefined) return false;
  try {
    checkModule(entry, esm);
    return true;
  } catch {
    return false;
  }
};

/** The transformed entries, in their order; undefined if any of them makes the batch fail. Never rejects. */
const transformAll = async (
  entries: readonly Entry[],
  args: readonly string[],
): Promise<readonly string[] | undefined> => {
  let folder: OwnPath | undefined;
  try {
    folder = ownFolder('toolcell-batch-');
    return await transformIn(folder.path, entries, args);
  } catch {
    return undefined;
  } finally {
    removeQuietly(folder);
  }
};

const removeQuietly = (folder: OwnPath | undefined): void => {
  try {
    folder?.remove();
  } catch {
    // Whoever cleans the temporary folder will find it.
  }
};

/**
 * Without `--bundle` esbuild opens the files that it is given, and none that they name. Files are named by numbers, so that nothing in a bundle
 * decides where anything is written. They are small, so writing them synchronously is quicker than with the thread pool.
 */
const transformIn = async (
  folder: string,
  entries: readonly Entry[],
  ownArguments: readonly string[],
): Promise<readonly string[] | undefined> => {
  mkdirSync(join(folder, 'in'));
  const names = entries.map((entry, index) => {
    const name = `in/${index}.${loaderOf(entry)}`;
    writeFileSync(join(folder, name), entry.entrySource);
    return name;
  });
  const args = [...names, '--outdir=out', ...ownArguments, ...COMMON_ARGUMENTS];
  const ran = await runEsbuild({ args, input: '', timeoutMs: BATCH_MS, folder, fileBytes: FILE_BYTES });
  if (!ran.ok) return undefined;
  const written = names.map((_, index) => join(folder, 'out', `${index}.js`));
  if (written.some((path) => statSync(path).size > FILE_BYTES)) return undefined;
  return written.map((path) => readFileSync(path, 'utf8'));
};
