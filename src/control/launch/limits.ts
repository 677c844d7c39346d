// The kernel's limits on a runner process: a backstop far above the limits that the host watches itself.

import type { Means } from './means.ts';
import type { Programs } from './programs.ts';

/** Room for Node itself, and for the address space that V8 reserves for each isolate. The kernel counts it as data, though V8 uses little of it. */
const NODE_DATA_MB = 1_536;
const ISOLATE_DATA_MB = 640;
const DESCRIPTORS = 64;

/** The words in front of the command. `isolates`: how many one runner may hold at a time. */
export const limitWords = ({ limits }: Means, { prlimit, sh }: Programs, isolates: number): string[] => {
  const dataMb = NODE_DATA_MB + ISOLATE_DATA_MB * isolates;
  if (limits === 'prlimit' && prlimit !== undefined)
    return [prlimit, `--data=${dataMb * 2 ** 20}`, `--nofile=${DESCRIPTORS}`, '--fsize=0', '--core=0'];
  if (limits !== 'sh' || sh === undefined) return [];
  // `ulimit` counts kilobytes; `exec` replaces the shell by the command.
  const script = `ulimit -d ${dataMb * 1024} && ulimit -n ${DESCRIPTORS} && ulimit -f 0 && ulimit -c 0 && exec "$@"`;
  return [sh, '-c', script, 'sh'];
};
