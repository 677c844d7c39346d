// Collections of garbage when a test wants them, and what they have left behind.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects all garbage, or that of the young generation alone. */
export const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' | 'major' }) => void;

/** What the old generation holds, dead or alive. */
export const oldGenerationBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;
