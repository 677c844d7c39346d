// CPU time of a process by thread, from /proc: which thread a call costs how much. Linux only; elsewhere there are no figures.

import { readdirSync } from 'node:fs';
import { readOr, statIn, treeOf } from './process-tree.ts';
import { median } from './statistics.ts';

const NS_PER_MS = 1e6;
/** What Node and V8 start beside threads that run JavaScript. */
const HELPER = /^(node-V8Worker|DelayedTaskSche|libuv-worker|SignalInspector)/;

/** Where CPU time goes. */
export interface CpuByThread {
  /** The main thread of the process that serves. */
  readonly main: number;
  /** Its threads that run JavaScript, a broker or a pool; in a process that is not Node, all its other threads. */
  readonly workers: number;
  /** Its threads that collect garbage, compile and write files. */
  readonly helpers: number;
  /** All processes below it. */
  readonly processes: number;
}

/** The groups, in the order of a table's columns. */
export const THREAD_GROUPS = ['main', 'workers', 'helpers', 'processes'] as const satisfies (keyof CpuByThread)[];

interface Thread {
  readonly group: 'main' | 'workers' | 'helpers';
  readonly cpuMs: number;
}

/** What a process has spent so far, by thread, and what the processes below it have, in milliseconds. */
export interface ThreadTimes {
  readonly threads: ReadonlyMap<number, Thread>;
  readonly processesMs: number;
}

/** Reads a process and those below it; undefined where the system does not tell. */
export const threadTimesOf = (processId: number): ThreadTimes | undefined => {
  const threads = new Map<number, Thread>();
  for (const threadId of threadIdsOf(processId)) {
    const folder = `/proc/${processId}/task/${threadId}`;
    const stat = statIn(folder);
    if (!stat) continue;
    const group = threadId === processId ? 'main' : HELPER.test(stat.program) ? 'helpers' : 'workers';
    threads.set(threadId, { group, cpuMs: exactCpuMs(folder) ?? stat.ownCpuMs });
  }
  if (threads.size === 0) return undefined;
  const below = treeOf(processId).map((stat) =>
    stat.processId === processId ? stat.reapedCpuMs : stat.ownCpuMs + stat.reapedCpuMs,
  );
  return { threads, processesMs: below.reduce((sum, ms) => sum + ms, 0) };
};

const threadIdsOf = (processId: number): readonly number[] => {
  try {
    return readdirSync(`/proc/${processId}/task`).map(Number);
  } catch {
    return [];
  }
};

/** Nanoseconds on a processor, where the kernel counts them: the other figure comes in hundredths of a second. */
const exactCpuMs = (folder: string): number | undefined => {
  const [onCpuNs] = readOr(`${folder}/schedstat`, '').split(' ');
  return onCpuNs === undefined || onCpuNs === '' ? undefined : Number(onCpuNs) / NS_PER_MS;
};

/** Microseconds for each of so many calls between two readings. A thread that ended meanwhile is not counted. Undefined where there are none. */
export const cpuByThread = (
  before: ThreadTimes | undefined,
  after: ThreadTimes | undefined,
  calls: number,
): CpuByThread | undefined => {
  if (!before || !after) return undefined;
  const perCall = (ms: number): number => (ms * 1e3) / calls;
  const spentBy = (group: Thread['group']): number =>
    [...after.threads]
      .filter(([, thread]) => thread.group === group)
      .reduce((sum, [threadId, { cpuMs }]) => sum + cpuMs - (before.threads.get(threadId)?.cpuMs ?? 0), 0);
  return {
    main: perCall(spentBy('main')),
    workers: perCall(spentBy('workers')),
    helpers: perCall(spentBy('helpers')),
    processes: perCall(after.processesMs - before.processesMs),
  };
};

/** The median of each group over visits that have it; undefined where none has. */
export const medianByThread = (visits: readonly (CpuByThread | undefined)[]): CpuByThread | undefined => {
  const told = visits.filter((visit) => visit !== undefined);
  const of = (group: keyof CpuByThread): number => median(told.map((visit) => visit[group])) ?? 0;
  if (told.length === 0) return undefined;
  return { main: of('main'), workers: of('workers'), helpers: of('helpers'), processes: of('processes') };
};
