// Reads how many files and connections this process may have open at a time. Any process; Linux only.

import { readFileSync } from 'node:fs';

/** The limit of this process (`ulimit -n`), which Node has raised to the highest that it may; undefined if the system does not say. */
export const openFilesLimit = (): number | undefined => {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
};
