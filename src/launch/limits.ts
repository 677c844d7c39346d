// Limits of the kernel's own on a runner process: a backstop far above what the host watches itself.

import type { Means } from './means.ts';
import type { Programs } from './programs.ts';

/** Node itself, and the address space that V8 reserves for one isolate: counted as data, though hardly any of it is ever used. */
const NODE_DATA_MB = 1_536;
const ISOLATE_DATA_MB = 640;
const DESCRIPTORS = 64;

/** What comes before the command. `isolates` one runner may hold at a time. */
export const limitWords = ({ limits }: Means, { prlimit, sh }: Programs, isolates: number): string[] => {
  const dataMb = NODE_DATA_MB + ISOLATE_DATA_MB * isolates;
  if (limits === 'prlimit' && prlimit !== undefined)
    return [prlimit, `--data=${dataMb * 2 ** 20}`, `--nofile=${DESCRIPTORS}`, '--fsize=0', '--core=0'];
  if (limits !== 'sh' || sh === undefined) return [];
  // The shell takes kilobytes, and becomes the command.
  const script = `ulimit -d ${dataMb * 1024} && ulimit -n ${DESCRIPTORS} && ulimit -f 0 && ulimit -c 0 && exec "$@"`;
  return [sh, '-c', script, 'sh'];
};
