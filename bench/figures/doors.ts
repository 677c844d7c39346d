// Measures what the operator's settings cost a call: the same server with everything off, and with a key and what the operator asks of it.

import { join } from 'node:path';
import { createKey } from '../../src/doors/issue-keys.ts';
import { changeKeys } from '../../src/doors/key-file.ts';
import { bodyOf } from '../jobs/jobs.ts';
import { bodyFile, type ToolcellSettings } from '../jobs/workshop.ts';
import { alternate } from '../measure/alternate.ts';
import { medianRatio } from '../measure/statistics.ts';
import type { Figure } from '../report/figure.ts';
import { fastState, type Part, type PartOptions, SMALL_JOB, startToolcell } from './part.ts';

const CONNECTIONS = 64;

/** Compares the throughput with a key to that with everything off. Both servers get the header; the one without keys does not read it. */
export const measureDoors: Part = async (options) => {
  const keysFile = join(options.workshop.folder, 'keys.json');
  const key = await changeKeys(keysFile, (keys) => createKey(keys, { client: 'bench', scopes: ['tools'] }, undefined));
  const servers: readonly (readonly [string, ToolcellSettings])[] = [
    ['everything off', {}],
    // The benchmark's own first request carries no key.
    ['a key', { 'access.keysFile': keysFile, 'access.anonymous': 'allow' }],
    [
      'a key, a rule, a quota and metrics',
      {
        ...{ 'access.keysFile': keysFile, 'access.anonymous': 'allow' },
        'access.rules': { known: { clients: ['bench'], limits: { cpuMs: 900 } } },
        'throttling.quotas': { each: { per: ['client'], calls: 1_000_000_000, cpuMs: 1_000_000_000 } },
        ...{ 'metrics.enabled': true, 'metrics.port': 0 },
      },
    ],
  ];
  const hosts = await Promise.all(servers.map(([, settings], at) => start(options, `doors-${at}`, settings)));
  try {
    const [off = [], ...others] = await alternate(hosts, {
      load: {
        tool: options.loadTool,
        bodyFiles: [bodyFile(options.workshop.folder, SMALL_JOB)],
        connections: CONNECTIONS,
        seconds: options.seconds,
        headers: { 'X-API-Key': key.key },
      },
      body: bodyOf(SMALL_JOB),
      rounds: options.rounds,
      onRound: (round) => options.onProgress(`doors: round ${round} of ${options.rounds}`),
    });
    const speeds = (visits: typeof off): number[] => visits.map(({ callsPerSecond }) => callsPerSecond);
    return others.map(
      (visits, at): Figure => ({
        name: `throughput with ${servers[at + 1]?.[0]} to everything off: ${SMALL_JOB.toolName}, ${CONNECTIONS} connections`,
        reached: medianRatio(speeds(visits), speeds(off)),
        unit: '×',
        goal: { atLeast: 0.93 },
      }),
    );
  } finally {
    for (const host of hosts) await host.stop();
  }
};

const start = (options: PartOptions, name: string, settings: ToolcellSettings) =>
  startToolcell(options, { name, pluginsFolder: options.workshop.pluginsFolder, freshState: fastState(), settings });
