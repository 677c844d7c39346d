// Ends a file of the log by size or age: it gets another name, and the oldest of such files go. Front process.

import type { Stats } from 'node:fs';
import { lstat, open, rename, unlink } from 'node:fs/promises';
import { endedFiles, removeEach } from '../../shared/lifetime/ended-files.ts';

/** When a file of the log ends. */
export interface FileEnds {
  readonly rotateBytes: number;
  readonly rotateDays: number;
  /** Renamed files that are kept. */
  readonly keepFiles: number;
}

/**
 * A gigabyte is some two million calls, and most logs are so large before they are a year old. Ten renamed files and the one that is written are some
 * eleven gigabytes, so that the log does not fill the disk. A program such as `logrotate` that comes first is not disturbed.
 */
export const LOG_ENDS: FileEnds = { rotateBytes: 1_000_000_000, rotateDays: 365, keepFiles: 10 };

const DAY_MS = 86_400_000;
/** The end of a renamed file's name: the UTC time of the renaming, such as `20260131T120000123Z`. */
const TIME = /^\d{8}T\d{9}Z$/;

/** True if the file is large or old enough, and not empty. */
export const hasToEnd = (
  { size, birthtimeMs }: Pick<Stats, 'size' | 'birthtimeMs'>,
  { rotateBytes, rotateDays }: FileEnds,
  nowMs: number,
): boolean =>
  size >= rotateBytes ||
  // Not every file system knows when a file was made.
  (size > 0 && birthtimeMs > 0 && nowMs - birthtimeMs >= rotateDays * DAY_MS);

/** Renames the file, and removes the oldest renamed ones above `keepFiles`. False if it is a link or no file, or the new name is taken. Rejects with the system's error. */
export const endFile = async (path: string, keepFiles: number, now: Date): Promise<boolean> => {
  // A link such as /dev/stderr is not ours to rename.
  if (!(await lstat(path)).isFile()) return false;
  const target = `${path}.${now.toISOString().replaceAll(/[-:.]/g, '')}`;
  // Another writer may end its file in the same millisecond. Making the new name first tells who has it: a rename would replace the other's file.
  const isOurs = await open(target, 'wx').then(
    (handle) => handle.close().then(() => true),
    () => false,
  );
  if (!isOurs) return false;
  await rename(path, target).catch(async (error: unknown) => {
    await unlink(target);
    throw error;
  });
  const ended = await endedFiles(path, TIME).catch(() => []);
  await removeEach(ended.slice(0, -keepFiles));
  return true;
};
