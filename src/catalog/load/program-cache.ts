// Keeps inspected programs on disk between starts, so that bundles that have not changed are not compiled and inspected again.
// This host wrote every file, in a folder that only its user can write to. Front process.

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../../shared/lifetime/whole-file.ts';
import type { CheckedProgram, Program } from '../../shared/protocol/program.ts';

/** Finds and keeps programs by {@link programKey}. Never fails: if a file cannot be read or written, the work is done again. */
export interface ProgramCache {
  find(key: string): Promise<CheckedProgram | undefined>;
  keep(key: string, program: CheckedProgram): Promise<void>;
}

/** Keeps nothing. */
export const NO_CACHE: ProgramCache = { find: async () => undefined, keep: async () => {} };

/** Key of everything that decides whether a program may be used again: its bytes, the limits and mode of its inspection, host release and V8. */
export const programKey = (
  digest: string,
  tried: Pick<Program, 'limits'> & { readonly policy: string },
  release: string,
): string =>
  createHash('sha256')
    .update(JSON.stringify([digest, tried, release, process.versions.v8]))
    .digest('hex');

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS_MAY_WRITE = 0o022;
const UNUSED_MS = 30 * 24 * 3_600_000;

/** A cache in `folder`, which is created if it is missing. {@link NO_CACHE} if that fails, or if another user owns it or may write to it. */
export const openProgramCache = async (folder: string): Promise<ProgramCache> => {
  try {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    const { uid, mode } = await stat(folder);
    if (process.getuid !== undefined && (uid !== process.getuid() || (mode & OTHERS_MAY_WRITE) !== 0)) return NO_CACHE;
  } catch {
    return NO_CACHE;
  }
  void removeUnused(folder).catch(() => {});
  const fileOf = (key: string): string => join(folder, `${key}.json`);
  return {
    find: async (key) => {
      try {
        const program = asProgram(JSON.parse(wholeText(await readFile(fileOf(key), 'utf8'))));
        const now = new Date();
        await utimes(fileOf(key), now, now);
        return program;
      } catch {
        return undefined;
      }
    },
    keep: async (key, program) => {
      try {
        // Written whole, because another start may be reading it. Not flushed: that would slow a first start down that keeps hundreds of programs.
        await writeWhole(fileOf(key), withHash(JSON.stringify(program)), { mode: FILE_MODE, isFlushed: false });
      } catch {
        // If the disk is full, the next start only takes longer.
      }
    },
  };
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The text of a cache file: its first line tells a file whose content a disk has changed. No plugin is to answer for that. */
const withHash = (text: string): string => `${hashOf(text)}\n${text}`;

/** The text after the first line, or nothing if it is not what was written. */
const wholeText = (file: string): string => {
  const end = file.indexOf('\n');
  const text = file.slice(end + 1);
  return hashOf(text) === file.slice(0, Math.max(0, end)) ? text : '';
};

/** Removes files of a cache that no start has used for a month. */
export const removeUnused = async (folder: string): Promise<void> => {
  const before = Date.now() - UNUSED_MS;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < before) await rm(path, { force: true });
  }
};

/** The program in a cache file; undefined if the file is not one of ours. */
const asProgram = (value: unknown): CheckedProgram | undefined => {
  const program = value as CheckedProgram | null;
  const texts = [
    program?.pluginName,
    program?.digest,
    program?.entryName,
    program?.factoryCode,
    program?.validatorCode,
    program?.diagnosisCode,
    program?.verdict?.reason,
  ];
  const isProgram =
    texts.every((text) => typeof text === 'string') &&
    (program?.verdict.mode === 'realm' || program?.verdict.mode === 'isolate');
  return isProgram && program ? program : undefined;
};
