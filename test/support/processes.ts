// Looks at the machine's processes through /proc, for tests that show that none is left. Linux only.

import { readdirSync, readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 50;
const TRAIL_EVERY_MS = 50;
const GONE_WITHIN_MS = 8_000;

/** Fields of /proc/PID/stat after the command's name, from the state on; undefined if the process has gone. */
const statOf = (processId: number | string): readonly string[] | undefined => {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
};

/** All processes below one, as the kernel lists them. */
export const descendantsOf = (processId: number): number[] => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
    if (stat) parents.set(Number(name), Number(stat[1]));
  }
  const isBelow = (id: number | undefined): boolean =>
    id !== undefined && id !== 0 && (id === processId || isBelow(parents.get(id)));
  return [...parents.keys()].filter((id) => id !== processId && isBelow(id));
};

/** The words a process was started with; none if it has gone. */
export const wordsOf = (processId: number): readonly string[] => {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
};

/** True while a process runs; one that has ended and waits to be collected does not. */
export const isRunning = (processId: number): boolean => !['Z', 'X'].includes(statOf(processId)?.[0] ?? 'X');

/** The one among these processes that is the server itself. Throws if none is. */
export const serverOf = (processIds: readonly number[]): number => {
  // A shell, and npm, have the server's command line as one of their words.
  const server = processIds.find((id) => wordsOf(id).some((word) => /^\S*main\.js$/.test(word)));
  if (server === undefined) throw new Error('none of these processes is the server');
  return server;
};

/** Gathers the processes below one as they come, until the result is called; that returns all that ever were. */
export const trailOf = (processId: number): (() => readonly number[]) => {
  const seen = new Set<number>();
  const look = (): void => {
    for (const id of descendantsOf(processId)) seen.add(id);
  };
  const timer = setInterval(look, TRAIL_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    look();
    return [...seen];
  };
};

/** Waits until all of these have ended, for at most `withinMs`; resolves with those that still run. */
export const untilGone = async (processIds: readonly number[], withinMs = GONE_WITHIN_MS): Promise<number[]> => {
  for (const startMs = performance.now(); performance.now() - startMs < withinMs; ) {
    if (!processIds.some(isRunning)) return [];
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return processIds.filter(isRunning);
};
