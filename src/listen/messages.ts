// What a listening thread and the main thread say to each other. Both are ours: nothing of a plugin's runs in either.

import type { AddressInfo } from 'node:net';
import type { ServerConfig } from '../config/config.ts';
import type { ArchiveCaps } from '../http/admin-body.ts';
import type { AdminLogEntry } from '../http/admin-log.ts';
import type { CallLogEntry } from '../http/call-log.ts';
import type { AdminActions } from '../protocol/admin.ts';
import type { NamedRoute, ToolCall, Usage } from '../protocol/call.ts';
import type { Failure } from '../protocol/errors.ts';
import type { Item } from './parcel.ts';

/** Handed to a listening thread as it starts. */
export interface ListeningTask {
  /** Settings of the server; `heldBytes` is this thread's part of it. */
  readonly server: ServerConfig;
  readonly argumentsBytes: number;
  readonly callerHeaders: readonly string[];
  /** Absent if there is no admin API. */
  readonly admin?: { readonly keyHash: string; readonly archive: ArchiveCaps };
  /** Counts the connections of all threads; see connection-count.ts. */
  readonly connections: { readonly counts: Int32Array<SharedArrayBuffer>; readonly thread: number };
}

/** What a listening thread asks of the main thread, and what it gets. */
export type Question =
  /** `etag`: of the list that the thread has; it gets undefined if that is the list. */
  | { readonly kind: 'metadata'; readonly etag: string | undefined }
  | { readonly kind: 'unready' }
  | { readonly kind: 'findReceipt'; readonly callId: string; readonly caller: string }
  | { readonly kind: 'admin'; readonly action: keyof AdminActions; readonly arguments: readonly unknown[] };

/** An error that crosses from one thread to the other. */
export type CarriedError =
  | { readonly failure: Failure }
  /** One of no known kind: a fault of the host, for its log. */
  | { readonly name: string; readonly message: string; readonly stack: string | undefined };

/** Sent by a listening thread. */
export type ToMain = Item &
  (
    | { readonly t: 'listening'; readonly address: AddressInfo }
    | { readonly t: 'notListening'; readonly code: string; readonly message: string }
    /** The body is `argumentsJson`. */
    | ({ readonly t: 'call'; readonly call: number } & Pick<
        ToolCall,
        'callId' | 'toolName' | 'caller' | 'callerSecrets'
      >)
    | { readonly t: 'cancel'; readonly call: number }
    | { readonly t: 'question'; readonly question: number; readonly asked: Question }
    | { readonly t: 'receipt'; readonly callId: string; readonly caller: string; readonly text: string }
    | { readonly t: 'log'; readonly entry: CallLogEntry }
    | { readonly t: 'adminLog'; readonly entry: AdminLogEntry }
  );

/** Sent to a listening thread. */
export type ToThread = Item &
  /** Precedes the first outcome of a call with this route. */
  (
    | { readonly t: 'route'; readonly number: number; readonly route: NamedRoute }
    | { readonly t: 'forgetRoutes' }
    /** The outcome of a call that succeeded; the body is `resultJson`. `route` is absent if there was no such tool. */
    | { readonly t: 'result'; readonly call: number; readonly route: number | undefined; readonly usage: Usage }
    | {
        readonly t: 'failure';
        readonly call: number;
        readonly route: number | undefined;
        readonly usage: Usage;
        readonly failure: Failure;
      }
    | { readonly t: 'callError'; readonly call: number; readonly error: CarriedError }
    | { readonly t: 'answer'; readonly question: number; readonly value: unknown }
    | { readonly t: 'noAnswer'; readonly question: number; readonly error: CarriedError }
    | { readonly t: 'callerHeaders'; readonly names: readonly string[] }
    /** No new calls are taken from now on. */
    | { readonly t: 'drain' }
    | { readonly t: 'close' }
  );
