// Tells whether the kernel has ended a process because memory ran out, from its count of such kills. Linux only. Control thread.

import { readFileSync } from 'node:fs';

/** A kill is counted before the process ends, and several processes may end for one rise that was seen. */
const RECENT_MS = 2_000;
/** How a process ends by SIGKILL: seen from outside, or as bubblewrap and shells report it. */
const BY_SIGKILL = /\b(?:SIGKILL|exit code 137)\b/;

/** Remembers the count from its creation on. */
export class MemoryKills {
  readonly #count: () => number;
  readonly #now: () => number;
  #seen: number;
  #risenAtMs = Number.NEGATIVE_INFINITY;

  constructor(count: () => number = countOfKernel, now: () => number = () => performance.now()) {
    this.#count = count;
    this.#now = now;
    this.#seen = count();
  }

  /**
   * Whether memory ran out when a process ended, which this host has not killed. `how` as in `RunnerChild`. The count is the whole machine's, so a
   * process that somebody else kills at the same time is taken for one of them.
   */
  explain(how: string): boolean {
    if (!BY_SIGKILL.test(how)) return false;
    const count = this.#count();
    if (count > this.#seen) this.#risenAtMs = this.#now();
    this.#seen = count;
    return this.#now() - this.#risenAtMs < RECENT_MS;
  }
}

/** Processes that the kernel has ended for want of memory since it started; 0 if it does not say. */
const countOfKernel = (): number => {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};
