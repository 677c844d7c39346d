// What the host tells when it does not do what a guest asked: to the guest, to the caller of a call that ends by it, and to the
// operator. Control thread.

import type { AskAnswer, AskError } from '../../protocol/capabilities.ts';
import type { Failure } from '../../protocol/errors.ts';
import type { Limits } from '../../protocol/limits.ts';

/**
 * What refused: the manifest does not ask for it, the operator has not granted it, the address may not be reached, no secret is bound, the
 * caller sent none, a secret cannot stand there, or a limit of this name.
 */
export type DenialRule = 'manifest' | 'grant' | 'address' | 'secret' | 'callerSecret' | 'secretPlace' | keyof Limits;

/** A refusal as the operator's log has it. */
export interface Denial {
  readonly rule: DenialRule;
  /** `GET https://api.example.com` or `store set`: no path, query or key, which may hold anything. */
  readonly target: string;
  readonly reason: string;
  /** What its author or the operator changes to have it let through; names files and settings. */
  readonly hint?: string;
}

/** What a guest's question came to, with what the guest is not told. */
export interface CapabilityAnswer extends AskAnswer {
  /** What becomes of a call that ends by this very error; without it the error is the plugin's own. */
  readonly failure?: Failure;
  readonly denial?: Denial;
}

/** An answer that is an error in the guest. */
export const refusal = (
  { name, message }: AskError,
  more: Pick<CapabilityAnswer, 'failure' | 'denial'> = {},
): CapabilityAnswer => ({
  ok: false,
  text: JSON.stringify({ name, message } satisfies AskError),
  ...(more.failure && { failure: more.failure }),
  ...(more.denial && { denial: more.denial }),
});

/** The plugin asks the operator for it, and the operator has not granted it. `setting`: the key that grants it. */
export const notGranted = (what: string, setting: string): Failure => ({
  code: 'not_granted',
  setting,
  detail: `${what} No other arguments change that: use another tool, or tell the person you work for that the operator of this server can grant it.`,
});

/** The call asked for more than a limit lets it, which is the plugin's to avoid. */
export const pastLimit = (limit: keyof Limits, allowed: number, message: string): Failure => ({
  code: 'tool_error',
  limit,
  allowed,
  detail: `QuotaExceededError: ${message}`,
});

/** An error of ours: the guest and the caller learn nothing of it. */
export const HOST_FAULT: CapabilityAnswer = refusal(
  { name: 'UnavailableError', message: 'The host failed at this. Its log has the reason.' },
  {
    failure: {
      code: 'internal',
      detail: 'The server failed at what the tool asked of it. The operator finds the cause in the log.',
    },
  },
);
