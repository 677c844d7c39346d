// The kernel's limits on a runner process: a backstop far above the limits that the host watches itself.
//
// V8 reserves about half a gigabyte of address space for each isolate, and the kernel counts it as data. A fixed limit crashed runners that made
// several isolates at once, so the limit grows with the isolates that a runner may hold: `pool.callsPerRunner`, and three more for each plugin of
// the largest cordon (two that stand by, one that checks results). It is far above `runnerRssMb` (6,016 MB by default); what holds memory is the
// poll of the resident set.
//
// Rejected: no limit, because nothing would stop a process that grows between two polls; `RLIMIT_AS`, which counts what is mapped and never
// touched; a cgroup, which is right but which most machines do not give to a plain user.

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
