// The host requests of one call, from its first one until the control thread has reported what they reached. Main thread.

import type { LoggedDenial } from '../../control/capabilities/denials.ts';
import type { Closing, HostCalls } from '../../control/capabilities/host-calls.ts';
import type { HostReply, HostRequestKind } from '../../shared/protocol/capabilities.ts';
import { ERRORS, type Failure, type FailureCode } from '../../shared/protocol/errors.ts';
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

/** Failures for which a plugin is to blame by its own account. A refusal of the host, or of a far end, may be behind them. */
const BY_OWN_ACCOUNT: readonly FailureCode[] = [
  ...(['tool_error', 'invalid_result', 'exceeded_wall_time', 'exceeded_cpu', 'exceeded_host_calls'] as const),
];

/**
 * The failure of a call, with the refusal of its last host request, if there is one. A library may have put its own error in place of that of the host,
 * or may have asked again until a limit was passed. Whether it did cannot be known, so the code stays.
 */
export const withLastRefusal = (failure: Failure, closing: Closing | undefined): Failure => {
  const refusal = closing?.lastRefusal;
  if (refusal === undefined || failure === closing?.failure || !BY_OWN_ACCOUNT.includes(failure.code)) return failure;
  const { fault } = ERRORS[refusal.code];
  const verb = fault === 'upstream' || fault === 'host' ? 'failed' : 'was refused';
  return {
    ...failure,
    detail: `${failure.detail} Before that, its last request ${verb}: ${refusal.detail}`,
    ...(refusal.setting !== undefined && { setting: refusal.setting }),
  };
};

const deniedLine = ({ rule, target, reason, hint, leftOut }: LoggedDenial, atMs: number): GuestLogLine => ({
  level: 'warn',
  atMs,
  text: `Refused ${target}: ${reason}`,
  denied: { rule, target, ...(hint !== undefined && { hint }), ...(leftOut !== undefined && { leftOut }) },
});
