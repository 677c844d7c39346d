// Measures the time from the start of the process to the first answered call: Toolcell with four plugins, compared with Koa alone.

import { bodyOf, JOBS } from '../jobs/jobs.ts';
import { openWorkshop } from '../jobs/workshop.ts';
import { PeerProcess } from '../measure/peer-process.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import { PEERS, YARDSTICK } from '../peers/list.ts';
import { withUnit } from '../report/figure.ts';
import { type Part, SMALL_JOB, startToolcell } from './part.ts';

export const measureStart: Part = async (options) => {
  // A workshop without the probes: four tools, four plugins.
  const workshop = await openWorkshop(JOBS, options.workshop.toolcellSettings);
  const koa = PEERS.find(({ name }) => name === YARDSTICK);
  const toolcellMs: number[] = [];
  const koaMs: number[] = [];
  try {
    // Round 0 fills the caches of the file system and of the compiler.
    for (let round = 0; round <= options.rounds; round += 1) {
      options.onProgress(`start: round ${round} of ${options.rounds}`);
      const alone = await PeerProcess.start((port) => koa?.command(workshop, port) ?? ['false'], {
        readyBody: bodyOf(SMALL_JOB),
      });
      await alone.stop();
      const toolcell = await startToolcell(
        { ...options, workshop },
        { name: 'start', pluginsFolder: workshop.pluginsFolder },
      );
      await toolcell.stop();
      if (round === 0) continue;
      koaMs.push(alone.startMs);
      toolcellMs.push(toolcell.startMs);
    }
  } finally {
    workshop.remove();
  }
  return [
    {
      name: 'start of the process to the first answered call, 4 plugins, to Koa alone',
      reached: medianRatio(toolcellMs, koaMs),
      unit: '×',
      goal: { atMost: 1.8 },
      detail: `${withUnit(median(toolcellMs), 'ms')}; Koa ${withUnit(median(koaMs), 'ms')}`,
    },
  ];
};
