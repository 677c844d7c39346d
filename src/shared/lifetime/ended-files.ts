// Files of a log that ended: each has the name of the log, a dot, and an ending that sorts by age. Any process.

import { readdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Paths of the ended files of the log at `path`, the oldest first. Rejects if the folder cannot be read. */
export const endedFiles = async (path: string, ending: RegExp): Promise<readonly string[]> => {
  const prefix = `${basename(path)}.`;
  return (await readdir(dirname(path)))
    .filter((name) => name.startsWith(prefix) && ending.test(name.slice(prefix.length)))
    .sort()
    .map((name) => join(dirname(path), name));
};

/** Removes files. Never rejects: a file that another program holds, or has removed already, is no reason to stop writing the log. */
export const removeEach = async (paths: readonly string[]): Promise<void> => {
  for (const path of paths) await unlink(path).catch(() => {});
};
