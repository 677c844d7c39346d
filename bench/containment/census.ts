// What a host's process holds at rest: threads, descriptors, processes below it. Higher after a run than before is a leak.

import { descendantsOf, descriptorsOf, threadsOf } from './process-table.ts';
import { pause } from './statistics.ts';

/** Time the host is given to come to rest: idle runners ended, closed connections let go. */
const REST_MS = 20_000;
const LOOK_EVERY_MS = 500;
/** Looks in a row that must agree. */
const STEADY_LOOKS = 5;

/** What is counted of a host's process and of those below it. */
export interface Census {
  readonly threads: number;
  readonly descriptors: number;
  readonly processes: number;
}

/** The host at rest: waits until it is down to the baseline, or as low as it gets. */
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

/** Which counts are higher after than before. */
export const exceeding = (after: Census, before: Census): string[] =>
  (['threads', 'descriptors', 'processes'] as const)
    .filter((name) => after[name] > before[name])
    .map((name) => `${name} ${before[name]} → ${after[name]}`);
