// Reads the CPU time and memory of processes and their descendants from /proc, and stops and ends them. Linux only.

import { readdirSync, readFileSync } from 'node:fs';

/** Linux gives a process's time in hundredths of a second, independent of the kernel's own tick. */
const MS_PER_TICK = 10;

export interface ProcessStat {
  readonly processId: number;
  readonly parentId: number;
  readonly program: string;
  /** CPU time of its threads, in milliseconds. */
  readonly ownCpuMs: number;
  /** CPU time of the children it has waited for, in milliseconds. */
  readonly reapedCpuMs: number;
}

/** The text of a file in /proc, or `instead` if its process has ended. */
export const readOr = (path: string, instead: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return instead;
  }
};

/** One process, or undefined if it has ended. */
export const statOf = (processId: number): ProcessStat | undefined => statIn(`/proc/${processId}`);

/** The process or thread of a folder in /proc, or undefined if it has ended. */
export const statIn = (folder: string): ProcessStat | undefined => {
  const text = readOr(`${folder}/stat`, '');
  // The program's name is in brackets, and may contain brackets itself. The fields after it begin with the third.
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  if (open === -1) return undefined;
  const fields = text.slice(close + 2).split(' ');
  const ticks = (at: number): number => Number(fields[at - 3]);
  return {
    processId: Number(text.slice(0, open)),
    parentId: ticks(4),
    program: text.slice(open + 1, close),
    ownCpuMs: (ticks(14) + ticks(15)) * MS_PER_TICK,
    reapedCpuMs: (ticks(16) + ticks(17)) * MS_PER_TICK,
  };
};

/** The process and all its descendants, parents before children. */
export const treeOf = (rootId: number): readonly ProcessStat[] => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const root = all.find(({ processId }) => processId === rootId);
  const tree = root ? [root] : [];
  for (const parent of tree) tree.push(...all.filter(({ parentId }) => parentId === parent.processId));
  return tree;
};

/** CPU time of a tree so far, in milliseconds: running processes, and ended ones that their parent has reaped. */
export const treeCpuMs = (rootId: number): number =>
  treeOf(rootId).reduce((sum, { ownCpuMs, reapedCpuMs }) => sum + ownCpuMs + reapedCpuMs, 0);

/** Stops every process of a tree. Parents first, so that none reacts to a child's stop. */
export const freeze = (rootId: number): void => {
  for (const { processId } of treeOf(rootId)) signal(processId, 'SIGSTOP');
};

/** Continues a stopped tree, children first. */
export const thaw = (rootId: number): void => {
  for (const { processId } of [...treeOf(rootId)].reverse()) signal(processId, 'SIGCONT');
};

/** Kills every process of a tree. */
export const killTree = (rootId: number): void => {
  const tree = treeOf(rootId);
  for (const { processId } of tree) signal(processId, 'SIGKILL');
};

const signal = (processId: number, name: NodeJS.Signals): void => {
  try {
    process.kill(processId, name);
  } catch {
    // The process has ended meanwhile.
  }
};

/** Memory of one process in MB (2^20 bytes): its proportional share (PSS) and its resident memory (RSS). */
export const memoryMb = (processId: number): { readonly pssMb: number; readonly rssMb: number } => {
  const text = readOr(`/proc/${processId}/smaps_rollup`, '');
  const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
  return { pssMb: kilobytes('Pss') / 1024, rssMb: kilobytes('Rss') / 1024 };
};
