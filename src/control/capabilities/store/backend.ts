// The requests and replies of every backend of the store. Types only; control thread.

import type { StoreOperation } from '../../../shared/protocol/capabilities.ts';
import type { AtATime } from './turns.ts';

/** UTF-8 bytes of keys in one page of a `list`. The rest is left for the next page, because the time of a list grows with the number and length of its keys. */
export const LIST_KEY_BYTES = 65_536;

export interface StoreRequest {
  /** Checked: see operation.ts. */
  readonly ask: StoreOperation;
  /** Plugins, and callers of one plugin, share no namespace that they must not share. Printable ASCII without braces. */
  readonly namespace: string;
  /** Version of the entry that a `set` makes. Random, so that no version is used twice, even in a store that has lost its entries. */
  readonly newVersion: string;
  /** Bytes of keys and values that the namespace may hold. */
  readonly storeBytes: number;
  readonly storeKeys: number;
}

/** Why a backend cannot serve: no server or a wrong configuration, too slow, no room, or its content is not a store. */
export type OutageKind = 'unreachable' | 'slow' | 'full' | 'broken';

export type StoreReply = Reply & {
  /** How long the backend could serve nobody else, in milliseconds. Left out if it cannot tell. */
  readonly busyMs?: number;
};

type Reply =
  /** A StoreResult as JSON, written by the thread that carried the request out, so that no other thread pays for it. */
  | { readonly kind: 'given'; readonly text: string }
  /** `ifVersion` did not fit. */
  | { readonly kind: 'conflict' }
  /** A limit would be passed. `wanted` is the total that the namespace would hold. */
  | { readonly kind: 'overQuota'; readonly limit: 'storeBytes' | 'storeKeys'; readonly wanted: number }
  /** `detail` is for the operator only: it may name paths and hosts, and no password. */
  | { readonly kind: 'outage'; readonly outage: OutageKind; readonly detail: string };

export interface StoreBackend {
  /** How many host requests may be under way without slowing others much. */
  readonly atATime: AtATime;
  /** How long one host request may take from the time that it is handed over, in milliseconds. */
  readonly answerMs: number;
  /** Starts what carries host requests out, if it does not run; undefined if it does. Never rejects. The time that it takes is not that of a host request. */
  start(): Promise<void> | undefined;
  /** Carries out one host request, whole or not at all. Rejects for the host's own errors only. `answerBy`: milliseconds since 1970; later answers are not read. */
  perform(request: StoreRequest, answerBy: number): Promise<StoreReply>;
  /** Closes threads, files and connections. Never rejects. */
  close(): Promise<void>;
}
