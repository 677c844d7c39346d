// Remembers beside a file what it had, so that a file that was emptied or lost is not taken for a new one. Any process.

import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeWhole } from './whole-file.ts';

/** The hidden file beside it. */
const noteOf = (path: string): string => join(dirname(path), `.${basename(path)}.known`);

/** Notes what the file has now. Never rejects: without room nothing is noted, and the note from before is still true. */
export const noteKnown = (path: string, what = ''): Promise<void> =>
  writeWhole(noteOf(path), what, { isFlushed: false }).catch(() => {});

/** What was noted last; undefined if nothing was, or it cannot be read. */
export const knownOf = (path: string): Promise<string | undefined> =>
  readFile(noteOf(path), 'utf8').catch(() => undefined);

/** True if the file had content when it was noted, and has none now. */
export const isEmptied = async (path: string): Promise<boolean> => {
  if ((await knownOf(path)) === undefined) return false;
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  );
  return size === 0;
};
