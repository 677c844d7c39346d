// Files that a command line names: read and written with a word for what cannot be done.

import { readFileSync, writeFileSync } from 'node:fs';
import { misused } from './command.ts';

const why = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown error';

/** The bytes of a file. Throws `CommandFailed` where it cannot be read. */
export const readNamed = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw misused(`${path} cannot be read (${why(error)})`);
  }
};

/** Writes a new file, and never over another one unless `mayReplace`. Throws `CommandFailed` where it cannot. */
export const writeNamed = (
  path: string,
  content: string | Uint8Array,
  { mode = 0o644, mayReplace = false }: { readonly mode?: number; readonly mayReplace?: boolean } = {},
): void => {
  try {
    writeFileSync(path, content, { mode, flag: mayReplace ? 'w' : 'wx' });
  } catch (error) {
    if (why(error) === 'EEXIST') throw misused(`${path} is there already, and is not written over.`);
    throw misused(`${path} cannot be written (${why(error)})`);
  }
};
