// Measures what the operator's settings cost a call: the same server with everything off, and with a key and what the operator asks of it.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createKey } from '../../src/front/doors/issue-keys.ts';
import { changeKeys } from '../../src/front/doors/key-file.ts';
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
  // The benchmark's own first request carries no key.
  const withKey = { 'access.keysFile': keysFile, 'access.anonymous': 'allow' };
  const receiver = await startReceiver();
  const servers: readonly Compared[] = [
    { what: 'everything off', settings: {}, atLeast: 0 },
    { what: 'a key', settings: withKey, atLeast: 0.93 },
    {
      what: 'a key, a rule, a quota and metrics',
      settings: {
        ...withKey,
        'access.rules': { known: { clients: ['bench'], limits: { cpuMs: 900 } } },
        'throttling.quotas': { each: { per: ['client'], calls: 1_000_000_000, cpuMs: 1_000_000_000 } },
        ...{ 'metrics.enabled': true, 'metrics.port': 0 },
      },
      atLeast: 0.93,
    },
    {
      what: 'traces of 1 % of the calls',
      settings: {},
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_TRACES_SAMPLER: 'traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.01',
      },
      atLeast: 0.9,
    },
  ];
  const hosts = await Promise.all(servers.map((each, at) => start(options, `doors-${at}`, each)));
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
        name: `throughput with ${servers[at + 1]?.what} to everything off: ${SMALL_JOB.toolName}, ${CONNECTIONS} connections`,
        reached: medianRatio(speeds(visits), speeds(off)),
        unit: '×',
        goal: { atLeast: servers[at + 1]?.atLeast ?? 0 },
      }),
    );
  } finally {
    for (const host of hosts) await host.stop();
    receiver.close();
  }
};

/** A server that is compared with the one that has everything off. */
interface Compared {
  readonly what: string;
  readonly settings: ToolcellSettings;
  readonly env?: Readonly<Record<string, string>>;
  readonly atLeast: number;
}

const start = (options: PartOptions, name: string, { settings, env = {} }: Compared) =>
  startToolcell(options, {
    ...{ name, pluginsFolder: options.workshop.pluginsFolder, freshState: fastState(), settings, env },
  });

/** Takes spans and drops them. */
const startReceiver = async (): Promise<{ readonly url: string; readonly close: () => void }> => {
  const server = createServer((req, res) => {
    req.resume().on('end', () => res.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
};
