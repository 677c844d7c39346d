// Measures tools that use fetch: calls with one request to a server on this machine, compared with Koa doing the same; and many calls
// that wait for a slow server, on a few runners.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_FOLDER, writeBundle } from '../jobs/workshop.ts';
import { alternate } from '../measure/alternate.ts';
import { PeerProcess } from '../measure/peer-process.ts';
import { treeOf } from '../measure/process-tree.ts';
import type { Visit } from '../measure/rounds.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import { medianByThread, THREAD_GROUPS } from '../measure/thread-cpu.ts';
import { shortNumber, withUnit } from '../report/figure.ts';
import { fastState, newFolder, type Part, type PartOptions, startToolcell } from './part.ts';

const CONNECTIONS = 64;
const WAITING_CALLS = 500;
const MOST_RUNNERS = 4;

const SOURCE = `export const countItems = async ({ url }) => {
  const response = await fetch(url);
  const { items } = await response.json();
  return items.length;
};
`;

const peer =
  (file: string) =>
  (port: number): readonly [string, ...string[]] => [
    process.execPath,
    join(PROJECT_FOLDER, 'bench/peers', file),
    String(port),
    '.',
  ];

const bodyFor = (url: string): string => JSON.stringify({ toolName: 'countItems', arguments: { url } });

interface Sides {
  readonly upstream: PeerProcess;
  readonly toolcell: PeerProcess;
  readonly koa: PeerProcess;
  readonly nowBody: string;
  readonly lateBody: string;
}

export const measureReach: Part = async (options) => {
  const started: PeerProcess[] = [];
  try {
    const sides = await startSides(options, started);
    return [await compareFetch(sides, options), await measureWaiting(sides, options)];
  } finally {
    for (const process of started) await process.stop();
  }
};

const startSides = async (options: PartOptions, started: PeerProcess[]): Promise<Sides> => {
  const start = async (starting: Promise<PeerProcess>): Promise<PeerProcess> => {
    const process = await starting;
    started.push(process);
    return process;
  };
  const upstream = await start(PeerProcess.start(peer('upstream.ts'), { readyBody: '' }));
  const { origin } = new URL(upstream.url);
  const [nowBody, lateBody] = [bodyFor(`${origin}/now`), bodyFor(`${origin}/late`)];
  const koa = await start(PeerProcess.start(peer('koa-fetch.ts'), { readyBody: nowBody }));
  const pluginsFolder = newFolder(options, 'reach-plugins');
  const tool = {
    name: 'countItems',
    description: 'Counts items.',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'integer' },
  };
  writeBundle(join(pluginsFolder, 'countitems'), tool, SOURCE, { fetch: [{ origin }] });
  const toolcell = await start(
    startToolcell(options, {
      name: 'reach',
      pluginsFolder,
      freshState: fastState(),
      readyBody: nowBody,
      settings: { 'grants.countitems': { privateFetch: [origin] } },
    }),
  );
  return { upstream, toolcell, koa, nowBody, lateBody };
};

const compareFetch = async ({ toolcell, koa, nowBody }: Sides, options: PartOptions) => {
  const { loadTool: tool, seconds, rounds, workshop, onProgress } = options;
  const bodyFile = join(workshop.folder, 'reach.body.json');
  writeFileSync(bodyFile, nowBody);
  const [koaVisits, toolcellVisits] = await alternate([koa, toolcell] as const, {
    load: { tool, bodyFiles: [bodyFile], connections: CONNECTIONS, seconds },
    body: nowBody,
    rounds,
    onRound: (round) => onProgress(`reach: one request for each call: round ${round} of ${rounds}`),
  });
  const visits = { koa: koaVisits, toolcell: toolcellVisits };
  toolcell.thaw();
  koa.thaw();
  const of = (name: keyof typeof visits, metric: 'callsPerSecond' | 'p50Us' | 'cpuUs'): number[] =>
    visits[name].map((visit) => visit[metric]);
  const detailOf = (metric: 'callsPerSecond' | 'cpuUs', unit: string): string =>
    `Toolcell ${shortNumber(median(of('toolcell', metric)) ?? 0)}${unit}, Koa ${shortNumber(median(of('koa', metric)) ?? 0)}${unit}`;
  return {
    name: `a call with one fetch, ${CONNECTIONS} connections, calls per second, to Koa in-process doing the same`,
    reached: medianRatio(of('toolcell', 'callsPerSecond'), of('koa', 'callsPerSecond')),
    unit: '×',
    goal: { atLeast: 1 },
    detail: `${detailOf('callsPerSecond', ' calls/s')}; ${detailOf('cpuUs', ' µs of CPU a call')}${byThread(visits.toolcell)}`,
  } as const;
};

/** Toolcell's CPU by thread, as a text; empty if the system does not count it. */
const byThread = (visits: readonly Visit[]): string => {
  const threadUs = medianByThread(visits.map((visit) => visit.threadUs));
  if (!threadUs) return '';
  return ` (Toolcell's ${THREAD_GROUPS.map((group) => `${group} ${shortNumber(threadUs[group])}`).join(', ')})`;
};

/** Sends all calls at once. Each waits 200 ms for a server. */
const measureWaiting = async ({ toolcell, lateBody }: Sides, { rounds, onProgress }: PartOptions) => {
  const tookMs: number[] = [];
  let runners = 0;
  for (let round = 0; round <= rounds; round += 1) {
    onProgress(`reach: ${WAITING_CALLS} calls that wait: round ${round} of ${rounds}`);
    const startMs = performance.now();
    const answers = Promise.all(Array.from({ length: WAITING_CALLS }, () => toolcell.post(lateBody, 30_000)));
    await new Promise((resolve) => setTimeout(resolve, 150));
    runners = Math.max(runners, runnersOf(toolcell.processId));
    const failed = (await answers).filter(({ status }) => status !== 200);
    if (failed.length > 0) throw new Error(`${failed.length} of ${WAITING_CALLS} calls failed: ${failed[0]?.text}`);
    if (round > 0) tookMs.push(performance.now() - startMs);
  }
  if (runners > MOST_RUNNERS + 1) throw new Error(`${runners} runners were used, the spare one included`);
  return {
    name: `${WAITING_CALLS} calls at once that each wait 200 ms for a server, until the last is answered`,
    reached: (median(tookMs) ?? 0) / 1e3,
    unit: 's',
    goal: { atMost: 2 },
    detail: `${runners} runner processes, one spare included; slowest ${withUnit(Math.max(...tookMs), 'ms')}`,
  } as const;
};

/** The number of Node processes below the server's own: its runners and the spare. */
const runnersOf = (rootId: number): number => {
  const tree = treeOf(rootId);
  const isParent = new Set(tree.map(({ parentId }) => parentId));
  return tree.filter(({ processId }) => processId !== rootId && !isParent.has(processId)).length;
};
