// The failures of calls that end before the broker has them.

import { type Failure, HUNG_UP, RETRY_AFTER_MS } from '../../shared/protocol/errors.ts';
import type { Refused } from './lane.ts';

/** The plugin was removed or replaced while the call was queued. */
export const REPLACED: Failure = Object.freeze({
  code: 'runner_lost',
  detail: 'The plugin was replaced before the call began. Call again.',
});

export const refusal = (refused: Refused, queueMs: number): Failure => {
  switch (refused) {
    case 'full':
      return {
        code: 'overloaded',
        limit: 'maxQueued',
        retryAfterMs: RETRY_AFTER_MS,
        detail: 'Too many calls of this plugin are queued, or too many of this caller. Call again later.',
      };
    case 'late':
      return tooLate(queueMs, 'as many calls of this plugin are running as may run at a time');
    case 'crowded':
      return tooLate(queueMs, 'the server is busy with calls of other plugins');
    case 'aborted':
      return HUNG_UP;
    case 'closed':
      return { code: 'shutting_down', detail: 'The server is shutting down. Call again in a moment.' };
  }
};

const tooLate = (queueMs: number, why: string): Failure => ({
  code: 'overloaded',
  limit: 'queueMs',
  allowed: queueMs,
  retryAfterMs: RETRY_AFTER_MS,
  detail: `No place became free within ${queueMs} ms: ${why}. Call again later.`,
});
