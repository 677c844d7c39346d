// Transforms a batch of small untrusted texts in one process of esbuild's, which costs hardly more than one of them would
// alone. It tells of success only: what a batch that failed was made of is transformed text by text. Front process side.

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OwnPath, ownFolder } from '../../lifetime/belongings.ts';
import { COMMON_ARGUMENTS, runEsbuild, type TransformOptions } from './esbuild.ts';

/** Bytes that one text may become. A longer one is no text for a batch. */
const FILE_BYTES = 1024 * 1024;
/** A batch takes some 50 ms. One that a text holds up is given up soon, since each text is then tried by itself. */
const BATCH_MS = 2_000;

export interface BatchText {
  readonly source: string;
  readonly loader: TransformOptions['loader'];
}

/**
 * The texts transformed, in their order; undefined where any of them kept the batch from ending well. Never rejects.
 * Limits: 2 s, 1 MB out for each, and those of `runEsbuild`. Give it tens of texts of some kilobytes.
 */
export const transformBatch = async (
  texts: readonly BatchText[],
  options: Pick<TransformOptions, 'format' | 'globalName'>,
): Promise<readonly string[] | undefined> => {
  let folder: OwnPath | undefined;
  try {
    folder = ownFolder('toolcell-batch-');
    return await transformIn(folder.path, texts, options);
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
    // The temporary folder's own cleaning will find it.
  }
};

/**
 * Without `--bundle` esbuild opens the files it is given and none that they name. Names are the texts' numbers: nothing of a
 * bundle's decides where anything is written. Small files, so writing them at once is quicker than through the thread pool.
 */
const transformIn = async (
  folder: string,
  texts: readonly BatchText[],
  { format, globalName }: Pick<TransformOptions, 'format' | 'globalName'>,
): Promise<readonly string[] | undefined> => {
  mkdirSync(join(folder, 'in'));
  const names = texts.map(({ loader }, index) => `in/${index}.${loader}`);
  texts.forEach(({ source }, index) => {
    writeFileSync(join(folder, names[index] as string), source);
  });
  const args = [
    ...names,
    '--outdir=out',
    `--format=${format}`,
    ...(globalName === undefined ? [] : [`--global-name=${globalName}`]),
    ...COMMON_ARGUMENTS,
  ];
  const ran = await runEsbuild({ args, input: '', timeoutMs: BATCH_MS, folder, fileBytes: FILE_BYTES });
  if (!ran.ok) return undefined;
  const written = texts.map((_, index) => join(folder, 'out', `${index}.js`));
  if (written.some((path) => statSync(path).size > FILE_BYTES)) return undefined;
  return written.map((path) => readFileSync(path, 'utf8'));
};
