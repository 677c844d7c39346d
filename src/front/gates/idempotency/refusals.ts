// The failures of calls with a key that are not the first and have no answer. Front process, main thread.

import { type Failure, RETRY_AFTER_MS } from '../../../shared/protocol/errors.ts';
import { SHARES } from './memory.ts';

export const KEY_REUSED: Failure = Object.freeze({
  code: 'key_reused',
  detail:
    'This Idempotency-Key was sent before with another tool, other arguments or another secret. Send exactly the same bytes to get the answer of that call, or use a new key for a new call.',
});

export const CALL_RUNNING: Failure = Object.freeze({
  code: 'call_running',
  detail:
    'The first call with this Idempotency-Key is still running, so this one was not begun. Send it again to get the answer.',
  retryAfterMs: RETRY_AFTER_MS,
});

/** The first call ended, and its answer was too large. */
export const answerNotKept = (answerBytes: number): Failure => ({
  code: 'answer_not_kept',
  detail: `The call with this Idempotency-Key was made, and is not made again. Its answer is gone: it was larger than the ${answerBytes} bytes that are kept.`,
  limit: 'answerBytes',
  allowed: answerBytes,
});

/** Nobody knows how the first call ended. */
export const OUTCOME_UNKNOWN: Failure = Object.freeze({
  code: 'outcome_unknown',
  detail:
    'The call with this Idempotency-Key was begun, and the server that ran it was lost before its answer was kept. It may have had its effects, so it is not made again. Find out what it has done before you send it with a new key.',
});

export const noRoom = (keptBytes: number, retryAfterMs: number): Failure => ({
  code: 'overloaded',
  detail: `The server has no room to keep the answer of one more call with an Idempotency-Key: those of one caller may take ${Math.floor(keptBytes / SHARES)} bytes, and without Redis all together ${keptBytes}. The call was not begun.`,
  limit: 'keptBytes',
  allowed: keptBytes,
  retryAfterMs,
});

export const STORE_AWAY: Failure = Object.freeze({
  code: 'idempotency_unavailable',
  detail:
    'The server cannot find out now whether a call with this Idempotency-Key was made before, so it was not begun. Send it again with the same key.',
  retryAfterMs: RETRY_AFTER_MS,
});
