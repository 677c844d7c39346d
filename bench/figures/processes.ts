// Compares one server process with two that share a port (`server.reusePort`), on this machine's cores.

import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf } from '../jobs/jobs.ts';
import { bodyFile } from '../jobs/workshop.ts';
import { type LoadReport, runLoad } from '../load/load.ts';
import type { PeerProcess } from '../measure/peer-process.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import { type Figure, shortNumber } from '../report/figure.ts';
import { fastState, type Part, type PartOptions, SMALL_JOB, startToolcell } from './part.ts';

const CONNECTIONS = 64;

/** The processes take turns with the single one, so that disturbances of the machine affect both alike. */
export const measureProcesses: Part = async (options) => {
  const { workshop, loadTool: tool, seconds, rounds, onProgress } = options;
  const bodyFiles = [bodyFile(workshop.folder, SMALL_JOB)] as const;
  const groups: (readonly [PeerProcess, ...PeerProcess[]])[] = [];
  try {
    groups.push([await start(options, 'one-process')]);
    groups.push(await startPair(options));
    const reports: LoadReport[][] = groups.map(() => []);
    for (const group of groups) await freeze(group);
    for (let round = 0; round <= rounds; round += 1) {
      onProgress(`processes: round ${round} of ${rounds}`);
      for (const [at, group] of groups.entries()) {
        for (const process of group) process.thaw();
        const [{ url }] = group;
        await group[0].post(bodyOf(SMALL_JOB));
        const report = await runLoad({ tool, url, bodyFiles, connections: CONNECTIONS, seconds });
        if (report.errors > 0) throw new Error(`${report.errors} calls failed with ${group.length} processes`);
        // Round 0 warms up.
        if (round > 0) reports[at]?.push(report);
        await freeze(group);
      }
    }
    return [figureOf(reports)];
  } finally {
    for (const process of groups.flat()) await process.stop();
  }
};

const start = (options: PartOptions, name: string, port?: number): Promise<PeerProcess> =>
  startToolcell(options, {
    name,
    pluginsFolder: options.workshop.pluginsFolder,
    freshState: fastState(),
    settings: { 'server.reusePort': true },
    ...(port !== undefined && { port }),
  });

const startPair = async (options: PartOptions): Promise<readonly [PeerProcess, PeerProcess]> => {
  const first = await start(options, 'two-processes');
  const second = await start(options, 'two-processes', Number(new URL(first.url).port));
  // The first answers in place of the second until that one listens.
  await sleep(2 * first.startMs);
  return [first, second];
};

const freeze = (group: readonly PeerProcess[]): Promise<unknown> =>
  Promise.all(group.map((process) => process.freeze()));

const figureOf = ([one = [], two = []]: readonly (readonly LoadReport[])[]): Figure => {
  const speeds = (reports: readonly LoadReport[]): number[] => reports.map(({ callsPerSecond }) => callsPerSecond);
  const told = (reports: readonly LoadReport[]): string =>
    `${shortNumber(median(speeds(reports)) ?? 0)} calls/s, p99 ${shortNumber((median(reports.map(({ p99Us }) => p99Us)) ?? 0) / 1e3)} ms`;
  return {
    name: `throughput of two processes on one port to one process: ${SMALL_JOB.toolName}, ${CONNECTIONS} connections`,
    reached: medianRatio(speeds(two), speeds(one)),
    unit: '×',
    // Two servers need more than two cores to gain anything. On two, the second front process and its runners only cost.
    goal: { atLeast: 0.65 },
    detail: `one: ${told(one)}; two: ${told(two)}`,
  };
};
