// Why the host ends a runner process: what its calls are told, and whether it counts against the plugin.

import type { Failure } from '../protocol/errors.ts';

/** A call that passed a limit which can only be seen from outside. */
export interface Overdue {
  readonly id: number;
  readonly failure: Failure;
}

/** `isLost` counts against the plugin. */
export interface Condemned {
  readonly isLost: boolean;
  /** What calls that have begun are told; where absent, that the process ended. */
  readonly failure?: Failure;
  /** The call that is to blame, and what it is told. */
  readonly blamed?: Overdue;
  /** `failure` is that of the call that ran last, if calls run one after the other: known once all is read that the process wrote. */
  readonly isOfRunning?: boolean;
}

/** Another call in the process filled its memory. */
export const memoryOfAnotherFailure: Failure = {
  code: 'runner_lost',
  detail: 'The runner was ended because another call in it used too much memory.',
};

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

/** The listening thread did not say for long whether a call that seemed late was still there. */
export const unansweredFailure: Failure = lostFailure(
  'The runner was ended because a call in it seemed late, and the server was too busy to tell. Call again later.',
);

export const overWall = (allowed: number, usedMs: number): Failure => ({
  code: 'exceeded_wall_time',
  limit: 'wallMs',
  allowed,
  used: Math.round(usedMs),
  detail: `The tool passed its limit of ${allowed} ms and its process was ended. Ask for less at a time.`,
});

export const overCpu = (allowed: number, usedMs: number): Failure => ({
  code: 'exceeded_cpu',
  limit: 'cpuMs',
  allowed,
  used: Math.round(usedMs),
  detail: `The tool passed its limit of ${allowed} ms of CPU time and was stopped. Send less input, or ask for less at a time.`,
});
