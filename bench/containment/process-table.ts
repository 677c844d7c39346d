// Reads facts about other processes from /proc: parents and children, memory, threads, descriptors. Linux only.

import { readdirSync, readFileSync } from 'node:fs';

const BYTES_PER_MB = 2 ** 20;
const PAGE_BYTES = 4096;
const KB_PER_MB = 1024;

/** A process in `/proc/PID/stat`. `startTicks` distinguishes processes that had the same id. */
export interface ProcessEntry {
  readonly processId: number;
  readonly parentId: number;
  readonly name: string;
  readonly state: string;
  readonly startTicks: number;
}

/** A process's entry, or undefined if it has ended. */
export const processEntry = (processId: number): ProcessEntry | undefined => {
  const text = read(`/proc/${processId}/stat`);
  if (text === undefined) return undefined;
  const nameEnd = text.lastIndexOf(')');
  const fields = text.slice(nameEnd + 2).split(' ');
  return {
    processId,
    parentId: Number(fields[1]),
    name: text.slice(text.indexOf('(') + 1, nameEnd),
    state: fields[0] ?? 'X',
    startTicks: Number(fields[19]),
  };
};

/** All processes below one, except those that have ended and only wait to be reaped. */
export const descendantsOf = (processId: number): ProcessEntry[] => {
  const below: ProcessEntry[] = [];
  for (const childId of childrenOf(processId)) {
    const entry = processEntry(childId);
    if (entry && entry.state !== 'Z' && entry.state !== 'X') below.push(entry);
    below.push(...descendantsOf(childId));
  }
  return below;
};

/** The last process of a chain of wrappers with one child each: the runner itself inside its box. */
export const innermostOf = (processId: number): number => {
  const [childId, second] = childrenOf(processId);
  return childId === undefined || second !== undefined ? processId : innermostOf(childId);
};

/** The children of all threads of a process, because the kernel lists them by the thread that started them. */
const childrenOf = (processId: number): number[] =>
  list(`/proc/${processId}/task`).flatMap((threadId) =>
    (read(`/proc/${processId}/task/${threadId}/children`) ?? '').split(' ').filter(Boolean).map(Number),
  );

/** True while this process runs. False if another process has its id now. */
export const isRunning = ({ processId, startTicks }: ProcessEntry): boolean => {
  const entry = processEntry(processId);
  return entry?.startTicks === startTicks && entry.state !== 'Z' && entry.state !== 'X';
};

/** Resident memory in MB; 0 if the process has ended. */
export const rssMbOf = (processId: number): number =>
  (Number(read(`/proc/${processId}/statm`)?.split(' ', 2)[1] ?? 0) * PAGE_BYTES) / BYTES_PER_MB;

/** The process's highest resident memory so far, in MB; 0 if it has ended. */
export const peakRssMbOf = (processId: number): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(read(`/proc/${processId}/status`) ?? '')?.[1] ?? 0) / KB_PER_MB;

export const threadsOf = (processId: number): number => list(`/proc/${processId}/task`).length;

export const descriptorsOf = (processId: number): number => list(`/proc/${processId}/fd`).length;

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const list = (path: string): string[] => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};
