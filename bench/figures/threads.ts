// Several listening threads (`server.threads`): what they cost on the cores there are, and what a model says of eight.

import { bodyOf } from '../jobs/jobs.ts';
import { bodyFile } from '../jobs/workshop.ts';
import { type Visit, visitWith } from '../measure/rounds.ts';
import { median } from '../measure/statistics.ts';
import { medianByThread } from '../measure/thread-cpu.ts';
import { bestThreads, callsPerSecond, type MeasuredCosts } from '../report/core-model.ts';
import { type Figure, shortNumber } from '../report/figure.ts';
import { fastState, type Part, SMALL_JOB, startToolcell } from './part.ts';

const CONNECTIONS = 64;
const THREADS = [1, 2];
const MODELLED_CORES = [2, 4, 8];

/** Throughput with two listening threads to that with one, here; and of the best number of them to one, on eight cores by the model. */
export const measureThreads: Part = async (options) => {
  const hosts = await Promise.all(
    THREADS.map((threads) =>
      startToolcell(options, {
        name: `threads-${threads}`,
        pluginsFolder: options.workshop.pluginsFolder,
        freshState: fastState(),
        settings: { 'server.threads': threads },
      }),
    ),
  );
  try {
    for (const host of hosts) await host.freeze();
    const visits: Visit[][] = THREADS.map(() => []);
    // Round 0 warms up.
    for (let round = 0; round <= options.rounds; round += 1) {
      options.onProgress(`threads: round ${round} of ${options.rounds}`);
      for (const [at, host] of hosts.entries()) {
        host.thaw();
        await host.post(bodyOf(SMALL_JOB));
        const visit = await visitWith(host, {
          tool: options.loadTool,
          bodyFiles: [bodyFile(options.workshop.folder, SMALL_JOB)],
          connections: CONNECTIONS,
          seconds: options.seconds,
        });
        if (round > 0) visits[at]?.push(visit);
        await host.freeze();
      }
    }
    return figuresOf(visits as [Visit[], Visit[]]);
  } finally {
    for (const host of hosts) await host.stop();
  }
};

const figuresOf = ([one, two]: readonly [Visit[], Visit[]]): readonly Figure[] => {
  const ratios = one.map((visit, round) => (two[round]?.callsPerSecond ?? Number.NaN) / visit.callsPerSecond);
  const [alone, shared] = [one, two].map((visits) => medianByThread(visits.map(({ threadUs }) => threadUs)));
  const measured: Figure = {
    name: `throughput with two listening threads to one: ${SMALL_JOB.toolName}, ${CONNECTIONS} connections`,
    reached: median(ratios),
    unit: '×',
    goal: { atLeast: 0.8 },
  };
  if (!alone || !shared) return [measured];
  const costs: MeasuredCosts = { alone, shared };
  const cost = ({ main, workers, helpers, processes }: typeof alone): string =>
    `main ${shortNumber(main)}, other threads ${shortNumber(workers)}, helpers ${shortNumber(helpers)}, runners ${shortNumber(processes)} µs`;
  const modelled = MODELLED_CORES.map((cores) => {
    const threads = bestThreads(costs, cores);
    return `${cores} cores: ${shortNumber(callsPerSecond(costs, cores, 1))} calls/s with one, ${shortNumber(callsPerSecond(costs, cores, threads))} with ${threads}`;
  });
  return [
    { ...measured, detail: `CPU of a call with one: ${cost(alone)}; with two: ${cost(shared)}` },
    {
      name: 'throughput of eight cores with the best number of listening threads to that with one, by a model of the CPU of each thread',
      reached: callsPerSecond(costs, 8, bestThreads(costs, 8)) / callsPerSecond(costs, 8, 1),
      unit: '×',
      goal: { atLeast: 1.5 },
      detail: modelled.join('; '),
    },
  ];
};
