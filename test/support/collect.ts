// Runs the garbage collector, and measures the memory that it has left.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects all garbage, or only that of the young generation. */
export const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' | 'major' }) => void;

/** Bytes of all objects in the old generation, dead ones included. */
export const oldGenerationBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;
