// The result of a call of the workbench. Command line.

import type { Outcome } from '../../shared/protocol/call.ts';
import type { GuestLogLine } from '../../shared/protocol/task.ts';

export interface Called {
  readonly outcome: Outcome;
  /** Untrusted text. */
  readonly log: readonly GuestLogLine[];
}
