// Checks that the settings of `idempotency` fit together. Front process and command line.

import type { Config } from '../config.ts';
import type { Found } from '../file/check-file.ts';
import type { Problem } from '../problem.ts';

/** Refuses answers in a Redis that is not there. */
export function checkIdempotency(
  { idempotency, store }: Pick<Config, 'idempotency' | 'store'>,
  found: ReadonlyMap<string, Found>,
  refused: ReadonlySet<string>,
): readonly Problem[] {
  const problem = (setting: string, wrong: string, fix: string): readonly Problem[] =>
    refused.has(setting) ? [] : [{ where: found.get(setting)?.source ?? 'default', setting, wrong, fix }];
  return [
    ...(idempotency.store === 'redis' && store.kind !== 'redis'
      ? problem('idempotency.store', 'the store is not in Redis', 'set store.kind to "redis" and store.redisUrl')
      : []),
  ];
}
