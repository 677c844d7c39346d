// Measures several listening threads (`server.threads`) on this machine's cores, and estimates by a model what they bring on eight.

import { bodyOf } from '../jobs/jobs.ts';
import { bodyFile } from '../jobs/workshop.ts';
import { alternate } from '../measure/alternate.ts';
import type { Visit } from '../measure/rounds.ts';
import { medianRatio } from '../measure/statistics.ts';
import { medianByThread } from '../measure/thread-cpu.ts';
import { bestThreads, type MeasuredCosts, callsPerSecond as modelled } from '../report/core-model.ts';
import { type Figure, shortNumber } from '../report/figure.ts';
import { fastState, type Part, SMALL_JOB, startToolcell } from './part.ts';

const CONNECTIONS = 64;
const THREADS = [1, 2];
const MODELLED_CORES = [2, 4, 8];

/** Compares the throughput with two listening threads to that with one on this machine, and that of the best number to one on eight cores in the model. */
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
    const [one = [], two = []] = await alternate(hosts, {
      load: {
        tool: options.loadTool,
        bodyFiles: [bodyFile(options.workshop.folder, SMALL_JOB)],
        connections: CONNECTIONS,
        seconds: options.seconds,
      },
      body: bodyOf(SMALL_JOB),
      rounds: options.rounds,
      onRound: (round) => options.onProgress(`threads: round ${round} of ${options.rounds}`),
    });
    return figuresOf(one, two);
  } finally {
    for (const host of hosts) await host.stop();
  }
};

const figuresOf = (one: readonly Visit[], two: readonly Visit[]): readonly Figure[] => {
  const speeds = (visits: readonly Visit[]): number[] => visits.map(({ callsPerSecond }) => callsPerSecond);
  const [alone, shared] = [one, two].map((visits) => medianByThread(visits.map(({ threadUs }) => threadUs)));
  const measured: Figure = {
    name: `throughput with two listening threads to one: ${SMALL_JOB.toolName}, ${CONNECTIONS} connections`,
    reached: medianRatio(speeds(two), speeds(one)),
    unit: '×',
    goal: { atLeast: 0.8 },
  };
  if (!alone || !shared) return [measured];
  const costs: MeasuredCosts = { alone, shared };
  const cost = ({ main, workers, helpers, processes }: typeof alone): string =>
    `main ${shortNumber(main)}, other threads ${shortNumber(workers)}, helpers ${shortNumber(helpers)}, runners ${shortNumber(processes)} µs`;
  const byCores = MODELLED_CORES.map((cores) => {
    const threads = bestThreads(costs, cores);
    return `${cores} cores: ${shortNumber(modelled(costs, cores, 1))} calls/s with one, ${shortNumber(modelled(costs, cores, threads))} with ${threads}`;
  });
  return [
    { ...measured, detail: `CPU of a call with one: ${cost(alone)}; with two: ${cost(shared)}` },
    {
      name: 'throughput of eight cores with the best number of listening threads to that with one, by a model of the CPU of each thread',
      reached: modelled(costs, 8, bestThreads(costs, 8)) / modelled(costs, 8, 1),
      unit: '×',
      goal: { atLeast: 1.5 },
      detail: byCores.join('; '),
    },
  ];
};
