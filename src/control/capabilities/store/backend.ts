// What a backend of the store is asked and what it replies, whichever it is.

import type { StoreAsk } from '../../../protocol/capabilities.ts';
import type { AtATime } from './turns.ts';

/** UTF-8 bytes of keys in the answer to a `list`, past which the rest is left for the next page: a list takes about as long as its keys are many and long. */
export const LIST_KEY_BYTES = 65_536;

export interface StoreRequest {
  /** Checked: see ask.ts. */
  readonly ask: StoreAsk;
  /** No two plugins, and no two callers of one, share a namespace where they must not. Printable ASCII without braces. */
  readonly namespace: string;
  /** Of the entry that a `set` makes. Random, so that no version comes twice, not even in a store that has lost its entries. */
  readonly newVersion: string;
  /** Bytes of keys and values that the namespace may hold. */
  readonly storeBytes: number;
  readonly storeKeys: number;
}

/** Why a backend cannot serve: nobody there or not with this configuration, too slow, no room, or it holds what is not a store. */
export type Outage = 'unreachable' | 'slow' | 'full' | 'broken';

export type StoreReply = Reply & {
  /** Time for which the backend could serve nobody else, in milliseconds, if it can tell. */
  readonly busyMs?: number;
};

type Reply =
  /** A StoreGiven as JSON: made where the ask was done, so that no other thread pays for it. */
  | { readonly kind: 'given'; readonly text: string }
  /** `ifVersion` did not fit. */
  | { readonly kind: 'conflict' }
  /** A limit would be passed. `wanted` is what the namespace would hold. */
  | { readonly kind: 'overQuota'; readonly limit: 'storeBytes' | 'storeKeys'; readonly wanted: number }
  /** `detail` is for the operator only: it may name paths and hosts, and no password. */
  | { readonly kind: 'outage'; readonly outage: Outage; readonly detail: string };

export interface StoreBackend {
  /** So many asks at a time cost no other one much time. */
  readonly atATime: AtATime;
  /** Does one ask, whole or not at all. Rejects for our own faults only. `answerBy`: milliseconds since 1970; nobody waits for the answer afterwards. */
  perform(request: StoreRequest, answerBy: number): Promise<StoreReply>;
  /** Lets go of threads, files and connections. Never rejects. */
  close(): Promise<void>;
}
