// Why the broker ends a runner process: what its calls are told, and whether it counts against the plugin. Runs in a broker.

import type { Failure } from '../protocol/errors.ts';
import type { Overdue } from './in-flight.ts';

/** `isLost` counts against the plugin. */
export interface Condemned {
  readonly isLost: boolean;
  /** What calls that have begun are told; where absent, that the process ended. */
  readonly failure?: Failure;
  /** The call that is to blame, and what it is told. */
  readonly blamed?: Overdue;
}

/** A runner is lost, and its calls with it, through no fault of theirs. */
export const lostFailure = (detail: string): Failure => ({ code: 'runner_lost', detail });

/** Calls that waited in one realm held all of its heap together. */
export const heapFullFailure: Failure = lostFailure(
  'The runner was ended because the calls that waited in it held more memory together than it has. None of them alone is to blame. Call again.',
);

/** The process ended by itself; `how` names the signal or the exit code. */
export const endedFailure = (how: string): Failure =>
  lostFailure(
    `The runner process ended during this call (${how}). If it happens again with the same arguments, the tool is the cause.`,
  );

/** The process has more memory resident than it may; both in MB. */
export const memoryFailure = (usedMb: number, allowedMb: number): Failure => ({
  code: 'exceeded_memory',
  limit: 'runnerRssMb',
  allowed: allowedMb,
  used: Math.ceil(usedMb),
  detail: `The plugin's process passed its limit of ${allowedMb} MB and was ended.`,
});

/** The runner took too long before the code of a call began. No call that had begun is to blame. */
export const startedTooLate: Failure = lostFailure(
  'The runner was ended because it did not get ready to run another call.',
);

/** A call's wall time has passed, and for most of it the machine had no CPU for the call. */
export const tooBusy = (waitedMs: number, wallMs: number): Failure => ({
  code: 'overloaded',
  retryAfterMs: 1_000,
  detail: `The machine is too busy: the tool waited ${waitedMs} of its ${wallMs} ms for a CPU and was stopped. Call again later.`,
});
