// Opens the count of calls for quotas: in memory, or in the Redis of the store. Front process, main thread.

import { Buckets } from '../front/gates/throttle/buckets.ts';
import type { Counts } from '../front/gates/throttle/executor.ts';
import type { SharedCounts } from '../front/gates/throttle/shared-counts.ts';
import { type Config, isShared } from '../settings/config.ts';
import type { Notice } from '../shared/protocol/task.ts';

export interface OpenCounts {
  readonly counts: Counts;
  readonly close: () => void;
}

/** Opens the count that the settings name. `redisUrl`: the address of the store's Redis. */
export const openCounts = async (
  config: Config,
  redisUrl: string,
  onNotice: ((notice: Notice) => void) | undefined,
): Promise<OpenCounts> => {
  if (!isShared(config, 'quotas')) return { counts: new Buckets(), close: () => {} };
  // Most servers have no Redis.
  const { SharedCounts: Shared } = await import('../front/gates/throttle/shared-counts.ts');
  const counts: SharedCounts = new Shared(redisUrl, (reason) =>
    onNotice?.(
      reason === undefined
        ? { level: 'info', text: 'Redis answers again: quotas are counted together with the other servers' }
        : {
            level: 'warn',
            text: `Redis does not answer (${reason}): until it does, this server counts calls by itself, so that several servers may allow more than a quota`,
          },
    ),
  );
  return { counts, close: () => counts.close() };
};
