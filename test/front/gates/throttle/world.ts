// Needs of calls for tests of quotas.

import type { BucketNeed, PlaceNeed } from '../../../../src/settings/rules/quota.ts';

/** A bucket of `capacity` calls that `perS` come back to in a second. */
export const callsNeed = (capacity: number, perS: number, key = 'each calls ["ada"]'): BucketNeed => ({
  ...{ kind: 'bucket', key, quota: 'each', budget: 'calls', capacity, perMs: perS / 1_000, least: 1, taken: 1 },
  ...{ windowS: 60, allowed: capacity },
});

/** A budget of CPU time. */
export const cpuNeed = (capacity: number, perS: number, key = 'cpu cpuMs ["ada"]'): BucketNeed => ({
  ...{ kind: 'bucket', key, quota: 'cpu', budget: 'cpuMs', capacity, perMs: perS / 1_000, least: 1, taken: 0 },
  ...{ windowS: 60, allowed: capacity },
});

export const placesNeed = (allowed: number, key = 'few places ["ada"]'): PlaceNeed => ({
  kind: 'places',
  key,
  quota: 'few',
  allowed,
});
