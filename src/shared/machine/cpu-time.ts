// How much CPU time another process has had: tells one that works from one that waits for a core. Linux only: it reads /proc. Any process.

import { readFile } from 'node:fs/promises';

/** The kernel's USER_HZ, fixed at 100 for user space on every supported architecture. */
const MS_PER_TICK = 10;

/** CPU milliseconds of all threads of a process since it started, in steps of 10. Undefined if it has ended, or the system does not tell. */
export const cpuMsOf = async (processId: number): Promise<number | undefined> => {
  const stat = await readFile(`/proc/${processId}/stat`, 'latin1').catch(() => undefined);
  // The name of the program, which may have any characters, ends with the last parenthesis.
  const fields = stat?.slice(stat.lastIndexOf(') ') + 2).split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
};
