// The state of one fetch of a guest, and the removal of its secrets from texts. Control thread.

import type { Holding } from '../../../shared/protocol/byte-budget.ts';
import type { Grants } from '../../../shared/protocol/capabilities.ts';
import type { Limits } from '../../../shared/protocol/limits.ts';
import type { TraceparentTo } from '../../../shared/protocol/trace.ts';
import type { CapabilityAnswer } from '../refusal.ts';
import type { RequestTraces } from '../request-traces.ts';
import type { Deadline } from './deadline.ts';
import type { KeyRing } from './placeholders.ts';
import { overLimit } from './refusal.ts';
import { type Scrubber, scrubber, scrubText } from './scrub.ts';

/** The rights of one fetch of a guest, and the callbacks that count it. */
export interface FetchScope {
  readonly pluginName: string;
  readonly grants: Grants;
  readonly limits: Pick<Limits, 'fetchMs' | 'fetchCalls' | 'fetchRequestBytes' | 'fetchResponseBytes'>;
  /** Header in small letters → value. */
  readonly callerSecrets: Readonly<Record<string, string>>;
  /** Aborts when the call ends, the caller hangs up, or the guest gives the host request up. */
  readonly signal: AbortSignal;
  /** Called before each request leaves, redirects included. False if the call may send no more. Never throws. */
  readonly admit: () => boolean;
  /** Adds to the origins and bytes of the call. */
  readonly note: (origin: string, requestBytes: number, responseBytes: number) => void;
  /** Spans of the requests; undefined if the call belongs to no trace. */
  readonly traces?: RequestTraces | undefined;
}

/** The state of one fetch, from its host request to its host reply. */
export interface FetchContext {
  readonly scope: FetchScope;
  readonly deadline: Deadline;
  readonly holding: Holding;
  readonly ring: KeyRing;
  readonly traceparentTo: TraceparentTo;
  readonly origins: Set<string>;
  /** Method and origin of the current request. */
  target: string;
}

/**
 * Finds the secrets of the origins reached so far, and no others. Otherwise a server could send guesses at a secret that it never gets, and the plugin
 * could see which guess is replaced.
 */
export const scrubberFor = ({ ring, origins }: FetchContext): Scrubber | undefined => scrubber(ring.values(origins));

export const clean = (text: string, context: FetchContext): string => scrubText(text, scrubberFor(context));

/** Cleans every text of an answer, also the ones that the guest does not get, because log and caller may not see secrets either. */
export const cleaned = (answer: CapabilityAnswer, context: FetchContext): CapabilityAnswer => {
  const scrubber = scrubberFor(context);
  const withCleanTexts = (value: unknown): unknown => {
    if (typeof value === 'string') return scrubText(value, scrubber);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withCleanTexts(member)]));
  };
  return withCleanTexts(answer) as CapabilityAnswer;
};

export const admit = ({ scope, deadline }: FetchContext): void => {
  deadline.check();
  if (!scope.admit())
    throw overLimit(
      'fetchCalls',
      scope.limits.fetchCalls,
      `The call has sent ${scope.limits.fetchCalls} requests (fetchCalls), and may send no more.`,
    );
};
