// Programs that were tried out before, kept on disk between starts, so that a folder of bundles that have not changed is
// not compiled and tried out again. What is kept was made by this host, in a folder that only its user can write to.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckedProgram, Program } from '../../protocol/program.ts';

/** Finds and keeps programs by everything that went into them. Never fails: what cannot be read or written is done again. */
export interface ProgramCache {
  find(key: string): Promise<CheckedProgram | undefined>;
  keep(key: string, program: CheckedProgram): Promise<void>;
}

/** Keeps nothing. */
export const NO_CACHE: ProgramCache = { find: async () => undefined, keep: async () => {} };

/** What decides whether a program may be used again: its bytes, the limits and mode it was tried under, and who tried it. */
export const programKey = (
  digest: string,
  tried: Pick<Program, 'limits'> & { readonly policy: string; readonly loadMs: number },
  release: string,
): string =>
  createHash('sha256')
    .update(JSON.stringify([digest, tried, release, process.versions.v8]))
    .digest('hex');

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS_MAY_WRITE = 0o022;
const UNUSED_MS = 30 * 24 * 3_600_000;

/** A cache in a folder, which is made where it is missing; {@link NO_CACHE} where it is not this user's alone. */
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
        const program = asProgram(JSON.parse(await readFile(fileOf(key), 'utf8')));
        const now = new Date();
        await utimes(fileOf(key), now, now);
        return program;
      } catch {
        return undefined;
      }
    },
    keep: async (key, program) => {
      const draft = join(folder, `${randomUUID()}.draft`);
      try {
        await writeFile(draft, JSON.stringify(program), { mode: FILE_MODE });
        // Whole or not at all: another start may read it at this moment.
        await rename(draft, fileOf(key));
      } catch {
        // A full disk costs the next start its head start, and nothing else.
      }
    },
  };
};

/** Forgets what no start has used for a month. */
const removeUnused = async (folder: string): Promise<void> => {
  const before = Date.now() - UNUSED_MS;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < before) await rm(path, { force: true });
  }
};

/** The program in a cache file, or undefined where a file is not one of ours. */
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
