// Counts the threads and descriptors of a host's process, and the processes below it, at rest. A count that is higher after a run than
// before it is a leak.

import { descendantsOf, descriptorsOf, threadsOf } from './process-table.ts';
import { pause } from './statistics.ts';

/** Longest wait for the host to be at rest: its idle runners have ended, and its connections are closed. */
const REST_MS = 20_000;
const LOOK_EVERY_MS = 500;
/** Number of equal counts in a row after which the host is at rest. */
const STEADY_LOOKS = 5;

/** The counts of a host's process and of those below it. */
export interface Census {
  readonly threads: number;
  readonly descriptors: number;
  readonly processes: number;
}

/** The counts at rest. Waits until they have stopped changing and are not above the baseline, at most `REST_MS`. */
export const censusAtRest = async (processId: number, baseline: Census | undefined): Promise<Census> => {
  const untilMs = performance.now() + REST_MS;
  let last = censusOf(processId);
  let steady = 0;
  while (performance.now() < untilMs && steady < STEADY_LOOKS) {
    await pause(LOOK_EVERY_MS);
    const next = censusOf(processId);
    const isSame = JSON.stringify(next) === JSON.stringify(last);
    const isDown = baseline === undefined || exceeding(next, baseline).length === 0;
    steady = isSame && isDown ? steady + 1 : 0;
    last = next;
  }
  return last;
};

const censusOf = (processId: number): Census => ({
  threads: threadsOf(processId),
  descriptors: descriptorsOf(processId),
  processes: descendantsOf(processId).length,
});

/** The counts that are higher after than before, as texts. */
export const exceeding = (after: Census, before: Census): string[] =>
  (['threads', 'descriptors', 'processes'] as const)
    .filter((name) => after[name] > before[name])
    .map((name) => `${name} ${before[name]} → ${after[name]}`);
