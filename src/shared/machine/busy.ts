// Tells whether the machine had CPU time left in a span of time. A time limit that passed on a machine without any says nothing about a process.

import { cpus } from 'node:os';

/** What all cores did since the machine started, in milliseconds. */
export interface CoreTimes {
  readonly idleMs: number;
  readonly allMs: number;
}

/** The cores are busy if they rested for less than this share of the time. */
const IDLE_SHARE = 0.2;

export const coreTimes = (): CoreTimes => {
  let idleMs = 0;
  let allMs = 0;
  for (const { times } of cpus()) {
    idleMs += times.idle;
    allMs += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idleMs, allMs };
};

/** Whether the machine was busy between two looks. False if it cannot be told. */
export const wasBusy = (before: CoreTimes, after: CoreTimes): boolean =>
  after.idleMs - before.idleMs < (after.allMs - before.allMs) * IDLE_SHARE;
