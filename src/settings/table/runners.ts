// The default of `pool.runners`: as many runner processes as fit into the memory. Any process.

import type { MemoryLimit } from '../../shared/machine/memory-limit.ts';
import { runnersFor } from '../../shared/machine/memory-need.ts';

/** With fewer, two plugins that are called in turn would start a process for each call. */
const LEAST = 2;
/** More processes take more of the machine's time for each call; whoever has cores for them sets the number. */
const MOST = 100;
/** Share of a machine's memory that is the server's if no control group sets a limit: other programs need some, too. */
const SHARE_OF_MACHINE = 0.5;

export const runnersThatFit = ({ bytes, setBy }: Pick<MemoryLimit, 'bytes' | 'setBy'>): number => {
  const own = setBy === 'the machine' ? bytes * SHARE_OF_MACHINE : bytes;
  return Math.min(MOST, Math.max(LEAST, runnersFor(own)));
};
