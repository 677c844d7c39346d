// The refusal of a host request: the error for the guest, the failure for the caller if the call ends by it, and the line for the operator.

import type { HostReply, HostRequestError } from '../../shared/protocol/capabilities.ts';
import type { Failure } from '../../shared/protocol/errors.ts';
import type { Limits } from '../../shared/protocol/limits.ts';

/**
 * Why it was refused: the manifest does not ask for it, the operator has not granted it, the address may not be reached, no secret is bound, the
 * caller sent none, a secret may not be in that place, or a limit of this name is passed.
 */
export type DenialRule = 'manifest' | 'grant' | 'address' | 'secret' | 'callerSecret' | 'secretPlace' | keyof Limits;

export interface Denial {
  readonly rule: DenialRule;
  /** `GET https://api.example.com` or `store set`: no path, query or key, which may hold anything. */
  readonly target: string;
  readonly reason: string;
  /** What the author or the operator has to change. Names files and settings. */
  readonly hint?: string;
}

/** The host reply, with the parts that the guest does not get. */
export interface CapabilityAnswer extends HostReply {
  /**
   * The call's failure if this error ends the call, or if a response does whose status is an error. Without it the error is the plugin's own. An empty
   * `detail` stands for the tool's own words.
   */
  readonly failure?: Failure;
  readonly denial?: Denial;
}

export const refusal = (
  { name, message }: HostRequestError,
  more: Pick<CapabilityAnswer, 'failure' | 'denial'> = {},
): CapabilityAnswer => ({
  ok: false,
  text: JSON.stringify({ name, message } satisfies HostRequestError),
  ...more,
});

/** The failure for a capability that the plugin requests and the operator has not granted. `setting`: the key that grants it. */
export const notGranted = (what: string, setting: string): Failure => ({
  code: 'not_granted',
  setting,
  detail: `${what} No other arguments change that: use another tool, or tell the person you work for that the operator of this server can grant it.`,
});

/** The failure of a call that asked for more than a limit allows. The plugin has to avoid that. */
export const pastLimit = (limit: keyof Limits, allowed: number, message: string): Failure => ({
  code: 'tool_error',
  limit,
  allowed,
  detail: `QuotaExceededError: ${message}`,
});

/** The text of the host's own error, for the operator. */
export const stackOf = (error: unknown): string => (error instanceof Error && error.stack) || String(error);

/** An error of the host itself. The guest and the caller get no details. */
export const HOST_FAULT: CapabilityAnswer = refusal(
  { name: 'UnavailableError', message: 'The host could not carry this out. Its log has the reason.' },
  {
    failure: {
      code: 'internal',
      detail: 'The server could not carry out a host request of the tool. The operator finds the cause in the log.',
    },
  },
);
