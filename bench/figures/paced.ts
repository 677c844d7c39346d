// Measures a caller that pauses between calls, in isolate mode. If the pause is long enough to make an isolate, no call waits for one.

import { bodyOf } from '../jobs/jobs.ts';
import { bodyFile } from '../jobs/workshop.ts';
import { alternate } from '../measure/alternate.ts';
import { PeerProcess } from '../measure/peer-process.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import { PEERS } from '../peers/list.ts';
import { withUnit } from '../report/figure.ts';
import { type Part, SMALL_JOB, startToolcell } from './part.ts';

const PAUSE_MS = 3;

/** Compares the median latency of one caller that pauses 3 ms between calls with that of Koa. */
export const measurePaced: Part = async (options) => {
  const { workshop, loadTool: tool, seconds, rounds } = options;
  if (tool !== 'wrk') throw new Error('The part "paced" needs wrk (apt-get install wrk).');
  const koa = PEERS.find(({ name }) => name === 'koa');
  if (!koa) throw new Error('There is no peer koa.');
  const processes = [
    await startToolcell(options, {
      name: 'paced',
      pluginsFolder: workshop.pluginsFolder,
      freshState: 'isolate',
    }),
    await PeerProcess.start((port) => koa.command(workshop, port), { readyBody: bodyOf(SMALL_JOB) }),
  ] as const;
  try {
    const [ours, theirs] = await alternate(processes, {
      load: { tool, bodyFiles: [bodyFile(workshop.folder, SMALL_JOB)], connections: 1, seconds, pauseMs: PAUSE_MS },
      body: bodyOf(SMALL_JOB),
      rounds,
      onRound: (round) => options.onProgress(`paced: round ${round} of ${rounds}`),
    });
    const p50 = (visits: typeof ours): number[] => visits.map(({ p50Us }) => p50Us);
    const p99 = (visits: typeof ours): string => withUnit(median(visits.map(({ p99Us }) => p99Us)), 'µs');
    return [
      {
        name: `median latency in isolate mode of a caller who leaves ${PAUSE_MS} ms between calls, to Koa`,
        reached: medianRatio(p50(ours), p50(theirs)),
        unit: '×',
        goal: { atMost: 5 },
        detail: `Toolcell ${withUnit(median(p50(ours)), 'µs')} (p99 ${p99(ours)}), Koa ${withUnit(median(p50(theirs)), 'µs')} (p99 ${p99(theirs)})`,
      },
    ];
  } finally {
    for (const process of processes) await process.stop();
  }
};
