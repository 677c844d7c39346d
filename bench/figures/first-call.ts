// Measures the first call of a tool that was never called before, while a spare runner is ready and while there is none.

import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf, type Job, jobNamed } from '../jobs/jobs.ts';
import { oneConnection, post } from '../measure/request.ts';
import { median } from '../measure/statistics.ts';
import { withUnit } from '../report/figure.ts';
import { type NamedCopy, writeCopies } from './many-plugins.ts';
import { fastState, newFolder, type Part, SMALL_JOB, startToolcell } from './part.ts';

/** Copies of each tool, one first call each: the size of the sample. */
const COPIES = 7;
/** Time after which a spare is certainly ready. */
const SPARE_READY_MS = 1_500;

export const measureFirstCall: Part = async (options) => {
  const pluginsFolder = newFolder(options, 'first-call-plugins');
  const library: Job = jobNamed('markdownToHtml');
  const [warm, ...small] = writeCopies(options.workshop, pluginsFolder, SMALL_JOB, COPIES + 1);
  const large = writeCopies(options.workshop, pluginsFolder, library, COPIES);
  const host = await startToolcell(options, {
    name: 'first-call',
    pluginsFolder,
    freshState: fastState(),
    readyBody: warm?.body ?? bodyOf(SMALL_JOB),
  });
  try {
    const smallMs = await firstCalls(host.url, warm as NamedCopy, small, options.onProgress);
    const largeMs = await firstCalls(host.url, warm as NamedCopy, large, options.onProgress);
    return [
      {
        name: 'first call of a small tool never called before, a spare standing ready',
        reached: median(smallMs),
        unit: 'ms',
        goal: { atMost: 8 },
        detail: spread(smallMs),
      },
      {
        name: 'first call of a tool with a Markdown library, a spare standing ready',
        reached: median(largeMs),
        unit: 'ms',
        goal: { atMost: 25 },
        detail: spread(largeMs),
      },
    ];
  } finally {
    await host.stop();
  }
};

/** The same without a spare: right before, another new tool takes the spare, which is not replaced at once. So a process starts for the call. */
export const measureColdCall: Part = async (options) => {
  const pluginsFolder = newFolder(options, 'cold-call-plugins');
  const [warm, ...cold] = writeCopies(options.workshop, pluginsFolder, SMALL_JOB, 2 * COPIES + 1);
  const host = await startToolcell(options, {
    name: 'cold-call',
    pluginsFolder,
    freshState: fastState(),
    readyBody: warm?.body ?? bodyOf(SMALL_JOB),
  });
  try {
    const takers = cold.slice(0, COPIES);
    const coldMs = await firstCalls(host.url, warm as NamedCopy, cold.slice(COPIES), options.onProgress, takers);
    return [
      {
        name: 'first call of a small tool never called before, no spare: a cold start',
        reached: median(coldMs),
        unit: 'ms',
        goal: { atMost: 80 },
        detail: spread(coldMs),
      },
    ];
  } finally {
    await host.stop();
  }
};

/** `takers`: one for each copy, called right before it. */
const firstCalls = async (
  url: string,
  warm: NamedCopy,
  copies: readonly NamedCopy[],
  onProgress: (text: string) => void,
  takers: readonly NamedCopy[] = [],
): Promise<readonly number[]> => {
  const agent = oneConnection();
  const timesMs: number[] = [];
  for (const [at, { toolName, body }] of copies.entries()) {
    onProgress(`first call of ${toolName}`);
    await sleep(SPARE_READY_MS);
    // Warms the connection and the host, so that only the tool is new.
    await post(url, warm.body, 10_000, agent);
    const taker = takers[at];
    if (taker) await post(url, taker.body, 10_000, agent);
    const { status, elapsedMs } = await post(url, body, 10_000, agent);
    if (status === 200) timesMs.push(elapsedMs);
    else onProgress(`  it was answered ${status ?? 'not at all'}`);
  }
  agent.destroy();
  if (timesMs.length < copies.length / 2) throw new Error('More than half of the first calls failed.');
  return timesMs;
};

const spread = (timesMs: readonly number[]): string =>
  `${withUnit(Math.min(...timesMs), 'ms')} to ${withUnit(Math.max(...timesMs), 'ms')} over ${timesMs.length} tools`;
