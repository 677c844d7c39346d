// Tells the operator that the endpoint fails, seldom enough that callers cannot fill the log, and that it works again. Front process, main thread.

import { Outage } from '../../shared/lifetime/outage.ts';
import type { Notice } from '../../shared/protocol/task.ts';

const WARN_EVERY_MS = 60_000;

/** What failed: the endpoint, what it was asked for, and why, without secrets and texts of callers. */
interface EndpointFailure {
  readonly origin: string;
  readonly asking: string;
  readonly why: string;
}

/** Reports of all who ask the endpoint. */
export type Reports = Pick<Outage<EndpointFailure>, 'failed' | 'worked'>;

export const reportsTo = (onNotice: (notice: Notice) => void, nowMs?: () => number): Reports => {
  let failing = '';
  return new Outage<EndpointFailure>({
    // Each who asks has pauses of its own.
    pauseMs: 0,
    report: { everyMs: WARN_EVERY_MS },
    onFault: ({ origin, asking, why }, unreported) => {
      failing = origin;
      const more = unreported === 0 ? '' : `; it failed ${unreported} more times since the last warning`;
      const text = `the embedding endpoint ${origin} gave no vectors for ${asking}: ${why.replace(/\.$/, '')}${more}; what has no vector is ranked by words alone`;
      onNotice({ level: 'warn', text, fault: 'upstream' });
    },
    onMended: () => onNotice({ level: 'info', text: `the embedding endpoint ${failing} answers again` }),
    ...(nowMs && { nowMs }),
  });
};
