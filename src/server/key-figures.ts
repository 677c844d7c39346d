// Figures about the API keys in force. Front process, main thread.

import { hasExpired, type KeyRecord } from '../front/doors/key-record.ts';
import type { KeyFigures } from './metrics/sources.ts';

/** `nowMs`: milliseconds since 1970. */
export const keyFiguresOf = (keys: readonly KeyRecord[], nowMs: number): KeyFigures => {
  const held = keys.filter((key) => !hasExpired(key, nowMs));
  const nextEndMs = held.reduce(
    (first, { expiresAt, replacedBy }) =>
      expiresAt === undefined || replacedBy !== undefined ? first : Math.min(first, Date.parse(expiresAt)),
    Number.POSITIVE_INFINITY,
  );
  return { held: held.length, nextEndMs: nextEndMs === Number.POSITIVE_INFINITY ? undefined : nextEndMs };
};
