// Opens what the gates keep of calls, in memory or in the Redis of the store: answers for idempotency keys, and counts for quotas.

import type { Answers } from '../front/gates/idempotency/answers.ts';
import { ANSWER_BOUNDS, MemoryAnswers } from '../front/gates/idempotency/memory.ts';
import { Buckets } from '../front/gates/throttle/buckets.ts';
import type { Counts } from '../front/gates/throttle/executor.ts';
import { type Config, isShared } from '../settings/config.ts';
import type { Notice } from '../shared/protocol/task.ts';

type OnNotice = ((notice: Notice) => void) | undefined;

/** The store of answers; undefined if the server reads no keys. `redisUrl`: the address of the store's Redis. */
export const openAnswers = async (
  config: Config,
  redisUrl: string,
  onNotice: OnNotice,
): Promise<{ readonly answers: Answers; readonly close: () => void } | undefined> => {
  const { enabled, keptMs } = config.idempotency;
  if (!enabled) return undefined;
  if (!isShared(config, 'answers'))
    return { answers: new MemoryAnswers({ ...ANSWER_BOUNDS, keptMs }), close: () => {} };
  // Most servers have no Redis.
  const { SharedAnswers } = await import('../front/gates/idempotency/shared-answers.ts');
  const answers = new SharedAnswers({
    ...{ url: redisUrl, ...ANSWER_BOUNDS, keptMs },
    onOutage: noticing(onNotice, 'error', {
      back: 'calls with an Idempotency-Key are taken',
      away: 'calls with an Idempotency-Key are answered idempotency_unavailable; other calls go on',
    }),
  });
  return { answers, close: () => answers.close() };
};

/** The count of calls that the settings name. `redisUrl`: the address of the store's Redis. */
export const openCounts = async (
  config: Config,
  redisUrl: string,
  onNotice: OnNotice,
): Promise<{ readonly counts: Counts; readonly close: () => void }> => {
  if (!isShared(config, 'quotas')) return { counts: new Buckets(), close: () => {} };
  const { SharedCounts } = await import('../front/gates/throttle/shared-counts.ts');
  const onOutage = noticing(onNotice, 'warn', {
    back: 'quotas are counted together with the other servers',
    away: 'this server counts calls by itself, so that several servers may allow more than a quota',
  });
  const counts = new SharedCounts(redisUrl, onOutage);
  return { counts, close: () => counts.close() };
};

const noticing =
  (onNotice: OnNotice, level: Notice['level'], { back, away }: { readonly back: string; readonly away: string }) =>
  (reason: string | undefined): void =>
    onNotice?.(
      reason === undefined
        ? { level: 'info', text: `Redis answers again: ${back}` }
        : { level, text: `Redis does not answer (${reason}): until it does, ${away}` },
    );
