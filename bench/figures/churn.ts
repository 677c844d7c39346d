// Measures a host that has more plugins in use than runners, one that was restarted, and one whose spare runner was stopped.

import { setTimeout as sleep } from 'node:timers/promises';
import type { PeerProcess } from '../measure/peer-process.ts';
import { treeOf } from '../measure/process-tree.ts';
import { type Answer, manyConnections, post, statusOf } from '../measure/request.ts';
import { type Figure, withUnit } from '../report/figure.ts';
import { type NamedCopy, writeCopies } from './many-plugins.ts';
import { newFolder, type Part, type PartOptions, SMALL_JOB, startToolcell } from './part.ts';

const RUNNERS = 16;
const IN_TURN = 24;
const MANY = 100;
const ACTIVE = 50;
const CALLS_PER_SECOND = 20;
const CALLS = 400;
const QUEUE_MS = 2_000;
const READY_MS = 60_000;
/** Time after which a spare is certainly ready. */
const SPARE_READY_MS = 1_500;
const TIMEOUT_MS = 30_000;

/** Rows for more plugins than `pool.runners`: called in turn, and some far more often than others. */
export const measureChurn: Part = async (options) => {
  const pluginsFolder = newFolder(options, 'churn-plugins');
  const copies = writeCopies(options.workshop, pluginsFolder, SMALL_JOB, MANY);
  const host = await startChurn(options, {
    name: 'churn',
    pluginsFolder,
    runners: RUNNERS,
    ready: copies[0] as NamedCopy,
  });
  try {
    options.onProgress('churn: one plugin');
    const alone = quantile(await paced(host.url, Array<NamedCopy>(CALLS / 4).fill(copies[0] as NamedCopy)), 0.5);
    options.onProgress(`churn: ${IN_TURN} plugins in turn`);
    const turns = copies.slice(0, IN_TURN);
    const inTurn = Array.from({ length: CALLS }, (_, call) => turns[call % IN_TURN] as NamedCopy);
    await paced(host.url, inTurn.slice(0, 4 * IN_TURN));
    const turnAnswers = await paced(host.url, inTurn);
    options.onProgress(`churn: ${MANY} plugins, by Zipf`);
    await paced(host.url, zipf(copies, CALLS / 2));
    const zipfAnswers = await paced(host.url, zipf(copies, CALLS));
    return [
      rowOf(
        `median of ${IN_TURN} plugins called in turn on ${RUNNERS} runners, ${CALLS_PER_SECOND} a second`,
        turnAnswers,
        { atMost: 100, alone },
      ),
      rowOf(
        `median of ${MANY} plugins called by Zipf on ${RUNNERS} runners, ${CALLS_PER_SECOND} a second`,
        zipfAnswers,
        { atMost: 10, alone },
      ),
    ];
  } finally {
    await host.stop();
  }
};

/** Rows for the first calls after a restart, all at once. */
export const measureRestart: Part = async (options) => {
  const pluginsFolder = newFolder(options, 'restart-plugins');
  const copies = writeCopies(options.workshop, pluginsFolder, SMALL_JOB, ACTIVE);
  const config = { name: 'restart', pluginsFolder, runners: ACTIVE, ready: copies[0] as NamedCopy };
  const before = await startChurn(options, config);
  await paced(before.url, [...copies, ...copies]);
  await before.stop();
  const after = await startChurn(options, config);
  try {
    options.onProgress(`restart: first calls of ${ACTIVE} plugins`);
    const agent = manyConnections();
    const answers = await Promise.all(copies.map(({ body }) => post(after.url, body, TIMEOUT_MS, agent)));
    agent.destroy();
    const refused = answers.filter(({ status }) => status !== 200).length;
    return [
      {
        name: `first calls of ${ACTIVE} plugins at once that are refused, after a restart`,
        reached: (refused * 100) / ACTIVE,
        unit: '%',
        goal: { atMost: 0 },
      },
      {
        name: `p99 of the first calls of ${ACTIVE} plugins at once, after a restart`,
        reached: quantile(answers, 0.99),
        unit: 'ms',
        goal: { atMost: 500 },
        detail: `median ${withUnit(quantile(answers, 0.5), 'ms')}; the server was ready after ${withUnit(after.startMs, 'ms')}`,
      },
    ];
  } finally {
    await after.stop();
  }
};

/** A row for a call that finds its spare stopped. */
export const measureStoppedSpare: Part = async (options) => {
  const pluginsFolder = newFolder(options, 'stopped-plugins');
  const copies = writeCopies(options.workshop, pluginsFolder, SMALL_JOB, 2);
  const host = await startChurn(options, { name: 'stopped', pluginsFolder, runners: 4, ready: copies[0] as NamedCopy });
  try {
    await sleep(SPARE_READY_MS);
    options.onProgress('stopped spare: first call');
    const tree = treeOf(host.processId);
    const leaves = tree.filter(({ processId }) => !tree.some(({ parentId }) => parentId === processId));
    for (const { processId } of leaves) process.kill(processId, 'SIGSTOP');
    const { elapsedMs, status } = await post(host.url, copies[1]?.body ?? '', TIMEOUT_MS);
    return [
      {
        name: 'first call of a tool whose spare runner was stopped (SIGSTOP)',
        reached: elapsedMs,
        unit: 'ms',
        goal: { atMost: QUEUE_MS },
        detail: `answered ${status ?? 'not at all'}`,
      },
    ];
  } finally {
    await host.stop();
  }
};

interface ChurnHost {
  readonly name: string;
  readonly pluginsFolder: string;
  readonly runners: number;
  readonly ready: NamedCopy;
}

/** Starts a host and waits until it is ready. */
const startChurn = async (
  options: PartOptions,
  { name, pluginsFolder, runners, ready }: ChurnHost,
): Promise<PeerProcess> => {
  const settings = {
    'pool.runners': runners,
    'limits.queueMs': QUEUE_MS,
    'store.file': `${options.workshop.folder}/${name}.sqlite`,
  };
  const host = await startToolcell(options, { name, pluginsFolder, readyBody: ready.body, settings });
  const untilMs = performance.now() + READY_MS;
  while ((await statusOf(new URL('/readyz', host.url).href)) !== 200) {
    if (performance.now() > untilMs) throw new Error('It was not ready in time.');
    await sleep(20);
  }
  return host;
};

/** Calls at an even rate, whatever the answers take. */
const paced = async (url: string, copies: readonly NamedCopy[]): Promise<readonly Answer[]> => {
  const agent = manyConnections();
  const startMs = performance.now();
  const answers = copies.map(async ({ body }, call) => {
    await sleep(Math.max(0, (call * 1_000) / CALLS_PER_SECOND - (performance.now() - startMs)));
    return post(url, body, TIMEOUT_MS, agent);
  });
  return Promise.all(answers).finally(() => agent.destroy());
};

/** Calls of which the nth copy has a share of 1/n: the same ones each time. */
const zipf = (copies: readonly NamedCopy[], calls: number): readonly NamedCopy[] => {
  const shares = copies.map((_, rank) => 1 / (rank + 1));
  const whole = shares.reduce((sum, share) => sum + share, 0);
  let seed = 1;
  return Array.from({ length: calls }, () => {
    // A linear congruential generator, by Lehmer.
    seed = (seed * 48_271) % 2_147_483_647;
    let left = (seed / 2_147_483_647) * whole;
    const rank = shares.findIndex((share) => {
      left -= share;
      return left < 0;
    });
    return copies.at(rank) as NamedCopy;
  });
};

/** `alone`: the median of calls to one plugin at the same rate, which shows how busy the machine is. */
const rowOf = (
  name: string,
  answers: readonly Answer[],
  { atMost, alone }: { atMost: number; alone: number | undefined },
): Figure => {
  const refused = answers.filter(({ status }) => status !== 200).length;
  const times = [0.9, 0.99].map((share) => withUnit(quantile(answers, share), 'ms'));
  return {
    name,
    reached: quantile(answers, 0.5),
    unit: 'ms',
    goal: { atMost },
    detail: `p90 ${times[0]}, p99 ${times[1]}, ${refused} of ${answers.length} refused; one plugin alone ${withUnit(alone, 'ms')}`,
  };
};

const quantile = (answers: readonly Answer[], share: number): number | undefined =>
  answers.map(({ elapsedMs }) => elapsedMs).toSorted((a, b) => a - b)[Math.floor(share * (answers.length - 1))];
