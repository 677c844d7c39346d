// The one error class inside the egress. At its edge the error becomes the guest's.

import { type Failure, RETRY_AFTER_MS } from '../../../shared/protocol/errors.ts';
import type { Limits } from '../../../shared/protocol/limits.ts';
import { type CapabilityAnswer, type Denial, pastLimit, refusal } from '../refusal.ts';

/** The parts of a refusal in addition to the guest's error. */
interface More {
  readonly denied?: Pick<Denial, 'rule' | 'hint'>;
  readonly failure?: Failure;
}

/**
 * A request without a response. `message` is for whoever wrote the plugin, and may reach a language model: no resolved address, no secret,
 * no library's words, no file or setting of the operator's.
 */
export class EgressRefusal extends Error {
  override readonly name: string;
  readonly more: More;

  constructor(name: string, message: string, more: More = {}) {
    super(message);
    this.name = name;
    this.more = more;
  }
}

/** The manifest or the operator does not allow it. */
export const notAllowed = (message: string, more: More): EgressRefusal =>
  new EgressRefusal('NotAllowedError', message, more);

/** The request is invalid. `fetch` rejects with the same error in browsers. */
export const failed = (message: string): EgressRefusal => new EgressRefusal('TypeError', message);

/** The network, or the server that was asked, failed. In the guest this is the same TypeError. `setting`: a key that may help. */
export const upstreamFailed = (message: string, setting?: string): EgressRefusal =>
  new EgressRefusal('TypeError', message, {
    failure: { code: 'upstream_failed', detail: upstreamDetail(message), ...(setting !== undefined && { setting }) },
  });

/** The first status that is an error. */
export const FIRST_ERROR = 400;
/** Statuses below 500 after which the same request may succeed later. */
const MOMENTARY: readonly number[] = [408, 425, 429];

/** The failure of a call that ends by a response with such a status, in the tool's own words. */
export const answeredWith = (status: number): Failure => ({
  code: status >= 500 || MOMENTARY.includes(status) ? 'upstream_failed' : 'upstream_refused',
  detail: '',
});

/** A limit of the call was passed. `message` names it. */
export const overLimit = (limit: keyof Limits, allowed: number, message: string): EgressRefusal =>
  new EgressRefusal('QuotaExceededError', message, {
    denied: { rule: limit, hint: raiseHint(limit) },
    failure: pastLimit(limit, allowed, message),
  });

/** The request took longer than it may. */
export const tookTooLong = (fetchMs: number): EgressRefusal => {
  const message = `The request took longer than ${fetchMs} ms (fetchMs).`;
  return new EgressRefusal('TimeoutError', message, {
    failure: { code: 'upstream_failed', limit: 'fetchMs', allowed: fetchMs, detail: upstreamDetail(message) },
  });
};

/** The call ended, or the guest gave the request up. */
export const givenUp = (): EgressRefusal => new EgressRefusal('AbortError', 'The request was aborted.');

/** The machine has no room for another connection. */
export const noRoom = (message: string): EgressRefusal =>
  new EgressRefusal('TypeError', message, {
    failure: { code: 'overloaded', detail: message, retryAfterMs: RETRY_AFTER_MS },
  });

/** The responses of the plugin, or of all plugins, have reached their limit, and this one has held the most bytes for the longest time. */
export const noMoreBytes = (): EgressRefusal => {
  const message =
    'The responses under way have together reached the limit of this server, and this one has held the most bytes for the longest time. Ask for less at a time.';
  const failure: Failure = {
    code: 'overloaded',
    detail: message,
    limit: 'heldResponseBytes',
    retryAfterMs: RETRY_AFTER_MS,
  };
  return new EgressRefusal('TypeError', message, { failure });
};

/** The answer that a refusal becomes. `target`: as in {@link Denial}. */
export const answerOf = ({ name, message, more }: EgressRefusal, target: string): CapabilityAnswer => {
  const { denied, failure } = more;
  const denial = denied && { ...denied, target, reason: message };
  return refusal({ name, message }, { ...(failure && { failure }), ...(denial && { denial }) });
};

const upstreamDetail = (message: string): string =>
  `A server that the tool needs did not answer as it should. ${message} Try again later; the arguments may be right.`;

const raiseHint = (limit: keyof Limits): string => `raise limits.${limit} in sandbox.config.json, or ask for less`;
