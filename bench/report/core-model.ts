// What more cores would do, from the CPU that each thread spends on a call here. A model: it counts CPU, and knows nothing of memory buses,
// shared caches or interrupts, which only make it worse.

import type { CpuByThread } from '../measure/thread-cpu.ts';

/** CPU of a call with the requests read in the main thread, and with them read in threads beside it, in microseconds. */
export interface MeasuredCosts {
  readonly alone: CpuByThread;
  readonly shared: CpuByThread;
}

const allOf = ({ main, workers, helpers, processes }: CpuByThread): number => main + workers + helpers + processes;

/** CPU of a call in the listening threads together. */
const listeningUs = ({ alone, shared }: MeasuredCosts): number => Math.max(0, shared.workers - alone.workers);

/** Calls a second that so many cores could answer with so many listening threads (`server.threads`): the first thread that is busy, or the cores, end it. */
export const callsPerSecond = (costs: MeasuredCosts, cores: number, threads: number): number => {
  const { main } = threads === 1 ? costs.alone : costs.shared;
  const all = allOf(threads === 1 ? costs.alone : costs.shared);
  const perUs = [1 / main, cores / all];
  if (threads > 1) perUs.push(threads / listeningUs(costs));
  return 1e6 * Math.min(...perUs);
};

/** The fewest listening threads with which so many cores answer the most calls. */
export const bestThreads = (costs: MeasuredCosts, cores: number): number => {
  let best = 1;
  for (let threads = 2; threads <= cores; threads += 1)
    if (callsPerSecond(costs, cores, threads) > 1.001 * callsPerSecond(costs, cores, best)) best = threads;
  return best;
};
