// What a store of answers does, and what is kept of a call. Types only; front process, main thread.

import type { Ending, NamedRoute } from '../../../shared/protocol/call.ts';

/** The version that answered. */
export type AnsweredBy = Pick<NamedRoute, 'pluginName' | 'version' | 'digest' | 'resultForm'>;

/** How the first call ended; only that it did, if the answer is larger than a kept one may be. */
export interface KeptAnswer {
  readonly by: AnsweredBy | undefined;
  readonly ending: Ending | 'too_large';
}

/** A call with a key, as a store knows it: no key, no argument and no caller's secret is in it. */
export interface KeyedCall {
  /** The same for the same key of the same caller. */
  readonly name: string;
  /** The same for the same call. */
  readonly fingerprint: string;
  readonly callId: string;
  /** Whose share of the memory it takes; see protocol/caller.ts. */
  readonly owner: string;
}

/** The first call with a key has begun. One of these is called once. Neither rejects. */
export interface Claim {
  keep(answer: KeptAnswer): void | Promise<void>;
  /** Forgets the call: it had no effect, so the next one with the key is the first. */
  release(): void | Promise<void>;
}

export type Found =
  | { readonly is: 'first'; readonly claim: Claim }
  | { readonly is: 'reused' }
  | { readonly is: 'running' }
  /** `callId`: that of the first call. */
  | { readonly is: 'answered'; readonly callId: string; readonly answer: KeptAnswer }
  /** The first call began, and the server that ran it is gone or has told nothing that can be read. */
  | { readonly is: 'unknown' }
  | { readonly is: 'full'; readonly retryAfterMs: number }
  | { readonly is: 'away' };

/** Where answers are kept: in memory, or with other servers in Redis. */
export interface Answers {
  /** Looks for the first call with a key; if there is none, this one is the first. Never rejects. */
  begin(call: KeyedCall): Found | Promise<Found>;
}

/** UTF-8 bytes of the result, or of the failure as JSON. */
export const answerSize = ({ ending }: KeptAnswer): number => {
  if (ending === 'too_large') return 0;
  return ending.ok ? ending.resultJson.length : Buffer.byteLength(JSON.stringify(ending.failure));
};
