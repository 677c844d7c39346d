// The section `idempotency`: calls that callers may repeat without a second effect. Data only.

import { off, whole } from './setting.ts';

export const IDEMPOTENCY = {
  enabled: off(
    'Reads the header `Idempotency-Key` of calls: only the first call with a key runs, and its repeats get its answer.',
    'Answers are kept for it, in memory or in Redis; without it the header is ignored.',
  ),
  keptMs: whole(
    { default: 3_600_000, min: 1_000, max: 604_800_000 },
    'How long an answer is kept after its call has ended; afterwards the key is new.',
    'An hour covers a caller that was restarted meanwhile.',
  ),
};
