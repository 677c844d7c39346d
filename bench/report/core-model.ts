// Models the throughput on more cores from the CPU that each thread spends on a call here. The model counts CPU only. Memory buses,
// shared caches and interrupts can only make the result worse.

import type { CpuByThread } from '../measure/thread-cpu.ts';

/** CPU of a call in microseconds: `alone` if the main thread reads the requests, `shared` if other threads read them. */
export interface MeasuredCosts {
  readonly alone: CpuByThread;
  readonly shared: CpuByThread;
}

const allOf = ({ main, workers, helpers, processes }: CpuByThread): number => main + workers + helpers + processes;

/** CPU of a call in all listening threads together, in microseconds. */
const listeningUs = ({ alone, shared }: MeasuredCosts): number => Math.max(0, shared.workers - alone.workers);

/** Calls per second on `cores` cores with `threads` listening threads (`server.threads`). The first thread that is fully busy, or the cores, limit it. */
export const callsPerSecond = (costs: MeasuredCosts, cores: number, threads: number): number => {
  const { main } = threads === 1 ? costs.alone : costs.shared;
  const all = allOf(threads === 1 ? costs.alone : costs.shared);
  const perUs = [1 / main, cores / all];
  if (threads > 1) perUs.push(threads / listeningUs(costs));
  return 1e6 * Math.min(...perUs);
};

/** The smallest number of listening threads with which `cores` cores answer the most calls. */
export const bestThreads = (costs: MeasuredCosts, cores: number): number => {
  let best = 1;
  for (let threads = 2; threads <= cores; threads += 1)
    if (callsPerSecond(costs, cores, threads) > 1.001 * callsPerSecond(costs, cores, best)) best = threads;
  return best;
};
