// Measures what many active plugins cost: calls per second to a hundred plugins in turn compared with one, and the memory of each further one.

import { memoryMb, treeOf } from '../measure/process-tree.ts';
import { type Visit, visitWith } from '../measure/rounds.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import { shortNumber, withUnit } from '../report/figure.ts';
import { type NamedCopy, writeCopies } from './many-plugins.ts';
import { fastState, newFolder, type Part, type PartOptions, SMALL_JOB, startToolcell } from './part.ts';

const ACTIVE = 100;
const CONNECTIONS = 16;
/** Calls of each plugin before its memory counts. */
const WARM_CALLS = 20;

/** One host has all plugins, so that nothing differs between the visits but the tools that are called. */
export const measureActivePlugins: Part = async (options) => {
  const pluginsFolder = newFolder(options, 'active-plugins');
  const copies = writeCopies(options.workshop, pluginsFolder, SMALL_JOB, ACTIVE);
  const host = await startToolcell(options, {
    name: 'active',
    pluginsFolder,
    freshState: fastState(),
    readyBody: copies[0]?.body ?? '',
    settings: { 'pool.runners': ACTIVE, 'limits.queueMs': 60_000 },
  });
  try {
    const warm = async (some: readonly NamedCopy[]): Promise<number> => {
      options.onProgress(`active: warming ${some.length} plugins`);
      for (let call = 0; call < WARM_CALLS; call += 1) for (const { body } of some) await host.post(body, 60_000);
      return belowMb(host.processId);
    };
    const halfMb = await warm(copies.slice(0, ACTIVE / 2));
    const wholeMb = await warm(copies.slice(ACTIVE / 2));
    const one: Visit[] = [];
    const all: Visit[] = [];
    await visitInTurn(options, host, [
      { called: copies.slice(0, 1), visits: one },
      { called: copies, visits: all },
    ]);
    return [
      {
        name: `calls per second: ${ACTIVE} active plugins to one, ${SMALL_JOB.toolName}, ${CONNECTIONS} connections`,
        reached: medianRatio(all.map(speed), one.map(speed)),
        unit: '×',
        goal: { atLeast: 0.6 },
        detail: `one: ${told(one)}; ${ACTIVE}: ${told(all)}`,
      },
      {
        name: `memory (PSS) of each further active plugin, from ${ACTIVE / 2} to ${ACTIVE}`,
        reached: (wholeMb - halfMb) / (ACTIVE / 2),
        unit: 'MB',
        goal: { atMost: 12 },
        detail: `all its processes; after ${WARM_CALLS} calls each`,
      },
    ];
  } finally {
    await host.stop();
  }
};

interface Turn {
  readonly called: readonly NamedCopy[];
  readonly visits: Visit[];
}

/** Round 0 warms up and does not count. */
const visitInTurn = async (
  { loadTool: tool, seconds, rounds, onProgress }: PartOptions,
  host: Parameters<typeof visitWith>[0],
  turns: readonly Turn[],
): Promise<void> => {
  for (let round = 0; round <= rounds; round += 1) {
    onProgress(`active: round ${round} of ${rounds}`);
    for (const { called, visits } of turns) {
      const bodyFiles = called.map(({ bodyFile }) => bodyFile) as [string, ...string[]];
      const visit = await visitWith(host, { tool, bodyFiles, connections: CONNECTIONS, seconds });
      if (round > 0) visits.push(visit);
    }
  }
};

/** Memory of all processes below one: runners, and what is around them. */
const belowMb = (rootId: number): number =>
  treeOf(rootId)
    .filter(({ processId }) => processId !== rootId)
    .reduce((sum, { processId }) => sum + memoryMb(processId).pssMb, 0);

const speed = ({ callsPerSecond }: Visit): number => callsPerSecond;

const told = (visits: readonly Visit[]): string => {
  const middle = (of: (visit: Visit) => number | undefined): string =>
    shortNumber(median(visits.flatMap((visit) => of(visit) ?? [])) ?? 0);
  const cpu = `${withUnit(median(visits.map(({ cpuUs }) => cpuUs)), 'µs')} of CPU per call`;
  return `${middle(speed)} calls/s, ${cpu}, ${middle(({ threadUs }) => threadUs?.processes)} of it in runners`;
};
