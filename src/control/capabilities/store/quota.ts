// Whether a namespace may take an entry. Pure; the Redis script has the same rule.

import type { StoreReply, StoreRequest } from './backend.ts';

/**
 * Why an entry of `bytes` does not fit, or undefined. `oldBytes` is what it takes the place of. What does not grow is never
 * refused: a plugin whose limit was lowered can still write less.
 */
export const quotaFault = (
  { storeBytes, storeKeys }: Pick<StoreRequest, 'storeBytes' | 'storeKeys'>,
  held: { readonly keys: number; readonly bytes: number },
  oldBytes: number | undefined,
  bytes: number,
): StoreReply | undefined => {
  const keys = held.keys + (oldBytes === undefined ? 1 : 0);
  if (keys > held.keys && keys > storeKeys) return { kind: 'overQuota', limit: 'storeKeys', wanted: keys };
  const wanted = held.bytes + bytes - (oldBytes ?? 0);
  if (wanted > held.bytes && wanted > storeBytes) return { kind: 'overQuota', limit: 'storeBytes', wanted };
  return undefined;
};
