// The failures of calls whose runner process the host ends, or which ended by itself.

import { type Failure, RETRY_AFTER_MS } from '../shared/protocol/errors.ts';
import { RUNNER_ENDS, type RunnerEnd } from '../shared/protocol/task.ts';

/** A call that the control thread saw pass a limit. */
export interface Overdue {
  readonly id: number;
  readonly failure: Failure;
}

/** Why the host ends a process. */
export interface Condemned {
  /** Counts against the plugin. */
  readonly isLost: boolean;
  /** The failure of calls that have begun; if absent, {@link endedFailure}. */
  readonly failure?: Failure;
  /** The call that is to blame, with its own failure. */
  readonly blamed?: Overdue;
  /** In `realm` mode, `failure` is only for the call that runs after all output of the process was read. */
  readonly isOfRunning?: boolean;
  /** For counts; if absent, the code of the failure tells it. */
  readonly reason?: RunnerEnd;
}

/** Why a process ended, for counts. `why` is undefined if the host did not end it. */
export const runnerEndOf = (why: Condemned | undefined): RunnerEnd => {
  if (why === undefined) return 'crashed';
  const { reason, blamed, failure } = why;
  const code = (blamed?.failure ?? failure)?.code;
  return reason ?? RUNNER_ENDS.find((end) => end === code) ?? (code === undefined ? 'retired' : 'crashed');
};

/** Another call in the process filled its memory. */
export const memoryOfAnotherFailure: Failure = {
  code: 'runner_lost',
  detail: 'The runner was ended because another call in it used too much memory.',
};

/** The failure of calls that are lost with their runner through no fault of their own. */
export const lostFailure = (detail: string): Failure => ({ code: 'runner_lost', detail });

/** An error of the host itself, in a call's process or next to it. */
export const hostFault: Failure = {
  code: 'internal',
  detail: 'The server failed while it handled this call. The operator finds the cause in the log.',
};

/** The suspended calls of one realm together filled its heap. */
export const heapFullFailure: Failure = lostFailure(
  'The runner was ended because its suspended calls together held more memory than it has. None of them alone is to blame. Call again.',
);

/** The process ended by itself; `how` names the signal or the exit code. */
export const endedFailure = (how: string): Failure =>
  lostFailure(
    `The runner process ended during this call (${how}). If it happens again with the same arguments, the tool is the cause.`,
  );

/** The kernel has ended the process, because memory ran out. */
export const outOfMemoryFailure: Failure = lostFailure(
  'The system has ended the runner, because memory ran out on this server. The tool is not to blame. Call again.',
);

/** The process has more resident memory than it may; both in MB. */
export const memoryFailure = (usedMb: number, allowedMb: number): Failure => ({
  code: 'exceeded_memory',
  limit: 'runnerRssMb',
  allowed: allowedMb,
  used: Math.ceil(usedMb),
  detail: `The plugin's process passed its limit of ${allowedMb} MB and was ended.`,
});

/** The runner took too long to prepare a call. No call that has begun is to blame. */
export const startedTooLate: Failure = lostFailure(
  'The runner was ended because it did not get ready to run another call.',
);

/** The process was stopped by a signal from outside. No call that has begun is to blame. */
export const stopped: Failure = lostFailure('The runner was ended because something on the server had stopped it.');

/** A call's wall time has passed, and the machine had no CPU for most of it. */
export const tooBusy = (waitedMs: number, wallMs: number): Failure => ({
  code: 'overloaded',
  retryAfterMs: RETRY_AFTER_MS,
  detail: `The machine is too busy: the tool waited ${waitedMs} of its ${wallMs} ms for a CPU and was stopped. Call again later.`,
});

/** The main thread did not answer in time whether a call that seemed late was still there. */
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
