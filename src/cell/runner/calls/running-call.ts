// A call in a runner as the session uses it, in either mode.

import type { RunnerMessage } from '../../../shared/protocol/messages.ts';
import type { RequestReply } from '../guest-wire/host-requests.ts';

/** Sends a message of a call to the broker: in realm mode before anything else runs, in isolate mode at the end of the turn. */
export type Send = (message: RunnerMessage, body?: string) => void;

/** One call: queued, running or suspended. It reports its own end once. After that, these methods do nothing. */
export interface RunningCall {
  /** Hands over the reply to a host request, which the guest may have cancelled. */
  reply(reply: RequestReply): void;
  /** Runs the task of a timer. */
  fireTimer(timerId: number): void;
  /** Ends the call because nobody waits for its outcome any more. In realm mode, running code goes on. */
  cancel(): void;
}
