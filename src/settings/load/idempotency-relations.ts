// Checks that the settings of `idempotency` fit together. Front process and command line.

import type { Config } from '../config.ts';
import type { Found } from '../file/check-file.ts';
import type { Problem } from '../problem.ts';

/** One caller may hold half of all bytes, and an entry takes some besides its answer. */
const MOST_SHARE = 0.4;

/** Refuses answers in a Redis that is not there, and room that would not do for the answer of one call. */
export function checkIdempotency(
  { idempotency, store }: Pick<Config, 'idempotency' | 'store'>,
  found: ReadonlyMap<string, Found>,
  refused: ReadonlySet<string>,
): readonly Problem[] {
  const problem = (setting: string, wrong: string, fix: string): readonly Problem[] =>
    refused.has(setting) ? [] : [{ where: found.get(setting)?.source ?? 'default', setting, wrong, fix }];
  const { store: kind, answerBytes, keptBytes } = idempotency;
  const most = Math.floor(keptBytes * MOST_SHARE);
  return [
    ...(kind === 'redis' && store.kind !== 'redis'
      ? problem('idempotency.store', 'the store is not in Redis', 'set store.kind to "redis" and store.redisUrl')
      : []),
    ...(answerBytes > most
      ? problem(
          'idempotency.answerBytes',
          `${answerBytes} is more than two fifths of idempotency.keptBytes (${keptBytes}), so no call could reserve it`,
          `use at most ${most}, or raise idempotency.keptBytes`,
        )
      : []),
  ];
}
