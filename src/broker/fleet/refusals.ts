// The failures of calls that end before a runner has begun them.

import { lostFailure } from '../../control/kill-reasons.ts';
import { type Failure, RETRY_AFTER_MS } from '../../shared/protocol/errors.ts';
import { START_WAIT_MS } from '../../shared/protocol/task.ts';

/** Processes that may end while they prepare the same call. */
export const MOST_PREPARATIONS = 3;

/** Processes were starting all the time, and none was ready for the call. */
export const startTooLate: Failure = {
  code: 'overloaded',
  retryAfterMs: RETRY_AFTER_MS,
  detail: `The process for this plugin did not start within ${START_WAIT_MS / 1_000} s, because the machine is too busy. Call again later.`,
};

/** No place became free in time. `isBusy`: other calls of the plugin have places. */
export const noPlace = (queueMs: number, isBusy: boolean): Failure => ({
  code: 'overloaded',
  limit: 'queueMs',
  allowed: queueMs,
  retryAfterMs: RETRY_AFTER_MS,
  detail: isBusy
    ? `Other calls of this plugin took all its places for ${queueMs} ms. Call again later.`
    : `No process was free for this plugin within ${queueMs} ms: other plugins hold them all, or the machine is too busy. Call again later.`,
});

/** Every process that was to run a call ended before the call began. */
export const neverBegun: Failure = lostFailure(
  `${MOST_PREPARATIONS} runner processes ended before this call could begin. It has done nothing; call again later.`,
);

/** The server starts no more runners. */
export const shuttingDown: Failure = {
  code: 'shutting_down',
  detail: 'The server is shutting down. Call again in a moment.',
};

export const notStarted = (retryAfterMs = 0): Failure => ({
  code: 'runner_not_started',
  detail:
    'The server could not start a process for this tool. This is a fault of the server, not of the call or the tool; its operator finds the cause in the log and with "toolcell doctor".',
  ...(retryAfterMs > 0 && { retryAfterMs }),
});

export const quarantined = (pluginName: string, retryAfterMs: number): Failure => ({
  code: 'quarantined',
  retryAfterMs,
  detail: `The plugin ${pluginName} has stopped its process several times and is paused for ${Math.ceil(retryAfterMs / 1000)} s. Use another tool, or call again after that.`,
});
