// Reads the CPU time of a process by thread from /proc, to show how much each thread spends on a call. Linux only; elsewhere there are
// no figures.

import { readdirSync } from 'node:fs';
import { readOr, statIn, treeOf } from './process-tree.ts';
import { median } from './statistics.ts';

const NS_PER_MS = 1e6;
/** Names of the threads of Node and V8 that run no JavaScript. */
const HELPER = /^(node-V8Worker|DelayedTaskSche|libuv-worker|SignalInspector)/;

/** CPU time by thread. */
export interface CpuByThread {
  /** The main thread of the process that serves HTTP. */
  readonly main: number;
  /** Its other threads that run JavaScript: a broker, a pool. In a process that is not Node, all its other threads. */
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

/** CPU time of a process so far by thread, and of the processes below it, in milliseconds. */
export interface ThreadTimes {
  readonly threads: ReadonlyMap<number, Thread>;
  readonly processesMs: number;
}

/** Reads a process and those below it. Undefined if the system has no such figures. */
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

/** CPU time in milliseconds from the kernel's count in nanoseconds, if it has one. The figure in `stat` counts hundredths of a second. */
const exactCpuMs = (folder: string): number | undefined => {
  const [onCpuNs] = readOr(`${folder}/schedstat`, '').split(' ');
  return onCpuNs === undefined || onCpuNs === '' ? undefined : Number(onCpuNs) / NS_PER_MS;
};

/** CPU per call between two readings, in microseconds. Does not count a thread that ended meanwhile. Undefined without both readings. */
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

/** The median of each group over the visits that have figures; undefined if none has. */
export const medianByThread = (visits: readonly (CpuByThread | undefined)[]): CpuByThread | undefined => {
  const measured = visits.filter((visit) => visit !== undefined);
  const of = (group: keyof CpuByThread): number => median(measured.map((visit) => visit[group])) ?? 0;
  if (measured.length === 0) return undefined;
  return { main: of('main'), workers: of('workers'), helpers: of('helpers'), processes: of('processes') };
};
