// Makes a control group with a limit of memory, for processes of a test. Needs the right to make one, as root has it on most machines.

import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface MemoryGroup {
  /** A command line that runs the words after it in a group below the one with the limit. */
  readonly words: readonly string[];
  /** How often the kernel has killed a process because of the limit. */
  readonly kills: () => number;
  /** Only after the last process has ended. */
  remove(): void;
}

/** Where groups can be made, and the names of its files, in both versions of control groups. */
const PLACES = [
  { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', events: 'memory.oom_control' },
  { folder: '/sys/fs/cgroup', limit: 'memory.max', events: 'memory.events' },
];
let made = 0;

/** The kernel takes a moment to forget the processes that have ended. */
const removeWhenEmpty = (folder: string): void => {
  for (let attempt = 0; ; attempt += 1)
    try {
      return rmdirSync(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY' || attempt >= 100) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
};

/** A group of at most `bytes`, with one in it without a limit of its own; undefined if none can be made here. */
export const makeMemoryGroup = (bytes: number): MemoryGroup | undefined => {
  for (const { folder, limit, events } of PLACES) {
    made += 1;
    const outer = join(folder, `toolcell-test-${process.pid}-${made}`);
    const inner = join(outer, 'inner');
    const remove = (): void => {
      for (const each of [inner, outer]) removeWhenEmpty(each);
    };
    try {
      mkdirSync(inner, { recursive: true });
    } catch {
      continue;
    }
    try {
      writeFileSync(join(outer, limit), String(bytes), { flag: 'r+' });
    } catch {
      remove();
      continue;
    }
    return {
      words: ['sh', '-c', `echo $$ > ${inner}/cgroup.procs && exec "$0" "$@"`],
      kills: () =>
        [inner, outer].reduce(
          (sum, each) => sum + Number(/^oom_kill (\d+)$/m.exec(readFileSync(join(each, events), 'utf8'))?.[1] ?? 0),
          0,
        ),
      remove,
    };
  }
  return undefined;
};

/** For tests that need such a group. */
export const noMemoryGroup = (): string | undefined => {
  const group = makeMemoryGroup(2 ** 30);
  group?.remove();
  return group === undefined ? 'no right to make a control group with a limit of memory' : undefined;
};
