// Reads the machine's processes from /proc, for tests that check that none is left. Linux only.

import { readdirSync, readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 50;
const TRAIL_EVERY_MS = 50;
const GONE_WITHIN_MS = 8_000;

/** Fields of /proc/PID/stat after the command's name, from the state on; undefined if the process has ended. */
const statOf = (processId: number | string): readonly string[] | undefined => {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
};

/** Where /proc/PID/stat has the time of the start, counted from the state on. */
const STARTED = 19;

/** All processes below one, the oldest first. Their numbers do not tell: the system begins anew with small ones at some time. */
export const descendantsOf = (processId: number): number[] => {
  const parents = new Map<number, number>();
  const startedAt = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
    if (!stat) continue;
    parents.set(Number(name), Number(stat[1]));
    startedAt.set(Number(name), Number(stat[STARTED]));
  }
  const isBelow = (id: number | undefined): boolean =>
    id !== undefined && id !== 0 && (id === processId || isBelow(parents.get(id)));
  return [...parents.keys()]
    .filter((id) => id !== processId && isBelow(id))
    .sort((left, right) => (startedAt.get(left) ?? 0) - (startedAt.get(right) ?? 0));
};

/** The command line of a process; empty if it has ended. */
export const wordsOf = (processId: number): readonly string[] => {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
};

/** True while a process runs. False for a process that has ended and waits to be reaped. */
export const isRunning = (processId: number): boolean => !['Z', 'X'].includes(statOf(processId)?.[0] ?? 'X');

/** The server's own process among these. Throws if there is none. */
export const serverOf = (processIds: readonly number[]): number => {
  // Shells and npm have the server's whole command line as one argument, so the pattern excludes blanks.
  const server = processIds.find((id) => wordsOf(id).some((word) => /^\S*main\.js$/.test(word)));
  if (server === undefined) throw new Error('none of these processes is the server');
  return server;
};

/** Records the processes below one every 50 ms, until the returned function is called. That returns all that were seen. */
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

/** Waits until all of these have ended, at most `withinMs`. Resolves with those that still run. */
export const untilGone = async (processIds: readonly number[], withinMs = GONE_WITHIN_MS): Promise<number[]> => {
  for (const startMs = performance.now(); performance.now() - startMs < withinMs; ) {
    if (!processIds.some(isRunning)) return [];
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return processIds.filter(isRunning);
};
