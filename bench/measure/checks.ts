// Checks a peer before it is measured: does it answer as the others do, is state fresh, is there a time cap, does the tool run in
// another process? Uses an instance of its own, which may not survive the checks.

import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { bodyOf, COUNT_PROBE, type Job, SPIN_PROBE } from '../jobs/jobs.ts';
import type { Workshop } from '../jobs/workshop.ts';
import type { Peer } from '../peers/list.ts';
import { PeerProcess } from './peer-process.ts';
import { type ProcessStat, treeOf } from './process-tree.ts';

export interface PeerCheck {
  readonly peer: string;
  /** Tools whose answer was wrong. */
  readonly wrongAnswers: readonly string[];
  /** True if no call found state of an earlier one. */
  readonly freshState: boolean;
  /** True if an endless loop was answered, and the next call too. */
  readonly timeCap: boolean;
  /** True if the busiest process during the loop was not the one that serves HTTP. */
  readonly processBoundary: boolean;
}

/** More calls than a pool has threads, so that one thread gets two. */
const COUNTED_CALLS = 12;
const SPIN_ANSWER_MS = 8_000;
const NEXT_ANSWER_MS = 3_000;
const SPIN_SEEN_FROM_MS = 300;
const SPIN_SEEN_TO_MS = 800;

/** Expected results by tool, as JSON values. */
export type Expected = ReadonlyMap<string, unknown>;

/** Runs every job in this process. All peers must give these results. */
export const expectedResults = async (jobs: readonly Job[], workshop: Workshop): Promise<Expected> => {
  const expected = new Map<string, unknown>();
  for (const { toolName, arguments: args } of jobs) {
    const exported = (await import(`${workshop.folder}/${toolName}.mjs`)) as Record<string, (args: unknown) => unknown>;
    expected.set(toolName, JSON.parse(JSON.stringify(exported[toolName]?.(args))));
  }
  return expected;
};

/** True if the peer gives the right answer to a job now. */
export const answersWell = async (peer: PeerProcess, job: Job, expected: Expected): Promise<boolean> => {
  const { status, text } = await peer.post(bodyOf(job));
  return status === 200 && isDeepStrictEqual(parsed(text), expected.get(job.toolName));
};

/** Starts an instance of a peer, checks it, and ends it. Rejects if it does not start. */
export const checkPeer = async (peer: Peer, jobs: readonly Job[], parts: CheckParts): Promise<PeerCheck> => {
  const started = await PeerProcess.start((port) => peer.command(parts.workshop, port), {
    readyBody: bodyOf(COUNT_PROBE),
  });
  try {
    const wrongAnswers: string[] = [];
    for (const job of jobs) {
      if (!(await answersWell(started, job, parts.expected))) wrongAnswers.push(job.toolName);
    }
    const freshState = await hasFreshState(started);
    return { peer: peer.name, wrongAnswers, freshState, ...(await spin(started)) };
  } finally {
    started.kill();
  }
};

export interface CheckParts {
  readonly workshop: Workshop;
  readonly expected: Expected;
}

const hasFreshState = async (peer: PeerProcess): Promise<boolean> => {
  for (let i = 0; i < COUNTED_CALLS; i += 1) {
    const { status, text } = await peer.post(bodyOf(COUNT_PROBE));
    if (status !== 200 || parsed(text) !== 1) return false;
  }
  return true;
};

const spin = async (peer: PeerProcess): Promise<Pick<PeerCheck, 'timeCap' | 'processBoundary'>> => {
  const answer = peer.post(bodyOf(SPIN_PROBE), SPIN_ANSWER_MS);
  await sleep(SPIN_SEEN_FROM_MS);
  const before = treeOf(peer.processId);
  await sleep(SPIN_SEEN_TO_MS - SPIN_SEEN_FROM_MS);
  const busiest = busiestSince(before, treeOf(peer.processId));
  const { status } = await answer;
  const next = await peer.post(bodyOf(COUNT_PROBE), NEXT_ANSWER_MS);
  return {
    timeCap: status !== undefined && next.status === 200,
    processBoundary: busiest !== undefined && busiest !== peer.processId,
  };
};

/** The process that spent the most CPU between two readings. */
const busiestSince = (before: readonly ProcessStat[], after: readonly ProcessStat[]): number | undefined => {
  const spent = after.map(({ processId, ownCpuMs }) => {
    const earlier = before.find((stat) => stat.processId === processId);
    return { processId, cpuMs: ownCpuMs - (earlier?.ownCpuMs ?? 0) };
  });
  return spent.sort((a, b) => b.cpuMs - a.cpuMs)[0]?.processId;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
