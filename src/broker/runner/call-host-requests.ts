// The host requests of one call, from its first one until the control thread has reported what they reached. Main thread.

import type { LoggedDenial } from '../../control/capabilities/denials.ts';
import type { Closing, HostCalls } from '../../control/capabilities/host-calls.ts';
import type { HostReply, HostRequestKind } from '../../shared/protocol/capabilities.ts';
import type { GuestLogLine } from '../../shared/protocol/task.ts';

export class CallHostRequests {
  readonly #hostCalls: HostCalls;
  #closing: Closing | undefined;
  #onClosed: (() => void) | undefined;

  constructor(hostCalls: HostCalls) {
    this.#hostCalls = hostCalls;
  }

  /** What they reached and what was refused; undefined until all have ended. */
  get closing(): Closing | undefined {
    return this.#closing;
  }

  request(id: number, kind: HostRequestKind, text: string, onAnswer: (answer: HostReply) => void): void {
    this.#hostCalls.request(id, kind, text, onAnswer);
  }

  cancel(id: number): void {
    this.#hostCalls.cancel(id);
  }

  /** Ends all of them. Call once. */
  end(refusedRequest: number | undefined): void {
    this.#hostCalls.end(refusedRequest, (closing) => {
      this.#closing = closing;
      this.#onClosed?.();
    });
  }

  /** Calls back, perhaps at once, when all have ended. A later callback takes the place of one that still waits. */
  whenClosed(onClosed: () => void): void {
    if (this.#closing) onClosed();
    else this.#onClosed = onClosed;
  }

  /** A line for each refusal of the host. */
  denialLines(atMs: number): readonly GuestLogLine[] {
    return (this.#closing?.denials ?? []).map((denial) => deniedLine(denial, atMs));
  }
}

const deniedLine = ({ rule, target, reason, hint, leftOut }: LoggedDenial, atMs: number): GuestLogLine => ({
  level: 'warn',
  atMs,
  text: `Refused ${target}: ${reason}`,
  denied: { rule, target, ...(hint !== undefined && { hint }), ...(leftOut !== undefined && { leftOut }) },
});
