// Runs the garbage collector, and measures the memory that it has left.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options?: { readonly type: 'minor' | 'major' }) => void;

const takeCollector = (): Collect => {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('gc') as Collect;
  } finally {
    // A flag holds for the process, and mocha runs many files in one. With it, each new realm has a global that lockdown cannot remove.
    setFlagsFromString('--no-expose-gc');
  }
};

/** Collects all garbage, or only that of the young generation. */
export const collect = takeCollector();

/** Bytes of all objects in the old generation, dead ones included. */
export const oldGenerationBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;
