// Opens the store of answers for calls with an idempotency key: in memory, or in the Redis of the store. Front process, main thread.

import type { Answers } from '../front/gates/idempotency/answers.ts';
import { ANSWER_BOUNDS, MemoryAnswers } from '../front/gates/idempotency/memory.ts';
import { type Config, isShared } from '../settings/config.ts';
import type { Notice } from '../shared/protocol/task.ts';

export interface OpenAnswers {
  readonly answers: Answers;
  readonly close: () => void;
}

/** Opens the store that the settings name; undefined if the server reads no keys. `redisUrl`: the address of the store's Redis. */
export const openAnswers = async (
  config: Config,
  redisUrl: string,
  onNotice: ((notice: Notice) => void) | undefined,
): Promise<OpenAnswers | undefined> => {
  const { idempotency } = config;
  if (!idempotency.enabled) return undefined;
  if (!isShared(config, 'answers'))
    return { answers: new MemoryAnswers({ ...ANSWER_BOUNDS, keptMs: idempotency.keptMs }), close: () => {} };
  // Most servers have no Redis.
  const { SharedAnswers } = await import('../front/gates/idempotency/shared-answers.ts');
  const answers = new SharedAnswers({
    url: redisUrl,
    answerBytes: ANSWER_BOUNDS.answerBytes,
    keptMs: idempotency.keptMs,
    onOutage: (reason) => onNotice?.(noticeOf(reason)),
  });
  return { answers, close: () => answers.close() };
};

const noticeOf = (reason: string | undefined): Notice =>
  reason === undefined
    ? { level: 'info', text: 'Redis answers again: calls with an Idempotency-Key are taken' }
    : {
        level: 'error',
        text: `Redis does not answer (${reason}): until it does, calls with an Idempotency-Key are answered idempotency_unavailable; other calls go on`,
      };
