// Which contents of a plugin are known by their numbers, from the lock file. Front process and command line.

import type { LockedPlugin } from './lock.ts';

/** Digests of a plugin, the one first that a number stands for most likely: what serves, then what did, the last first. */
export const knownDigests = (entry: LockedPlugin | undefined, servingDigest?: string): readonly string[] => [
  ...(servingDigest === undefined ? [] : [servingDigest]),
  ...(entry?.versions.map(({ digest }) => digest).toReversed() ?? []),
];
