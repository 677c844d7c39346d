// The messages between a listening thread and the main thread. Both run trusted code only.

import type { AddressInfo } from 'node:net';
import type { LogConfig, ServerConfig } from '../../settings/config.ts';
import type { AdminActions } from '../../shared/protocol/admin.ts';
import type { NamedRoute, ProgressReport, ToolCall, Usage } from '../../shared/protocol/call.ts';
import type { Caller } from '../../shared/protocol/caller.ts';
import type { ToolSearch } from '../../shared/protocol/discovery.ts';
import type { Failure } from '../../shared/protocol/errors.ts';
import type { FormRequest } from '../../shared/protocol/formats.ts';
import type { Sampling } from '../../shared/protocol/sampling.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { QuotaState } from '../../shared/protocol/throttle.ts';
import type { AdminKey } from '../doors/admin-keys.ts';
import type { CertificateEntries } from '../doors/certificates.ts';
import type { KeyRecord } from '../doors/key-record.ts';
import type { TokenSettings } from '../doors/tokens/settings.ts';
import type { AdminLogEntry } from '../http/admin.ts';
import type { ArchiveCaps } from '../http/admin-bodies.ts';
import type { HttpBounds } from '../http/bounds.ts';
import type { CallLogEntry } from '../http/call-log.ts';
import type { RequestRecord } from '../http/request-record.ts';
import type { TlsMaterial } from '../tls/material.ts';
import type { Item } from './parcel.ts';

export interface ListeningTask {
  readonly server: ServerConfig;
  /** `heldBytes` is this thread's share. */
  readonly bounds: Partial<HttpBounds>;
  readonly argumentsBytes: number;
  readonly callerHeaders: readonly string[];
  readonly metaTools: boolean;
  readonly payloads: LogConfig['payloads'] | undefined;
  readonly readsIdempotencyKeys: boolean;
  /** Which requests are accepted; `keys` is absent if there is no file of keys, `certificates` if callers are asked for none. */
  readonly door: {
    readonly keys?: readonly KeyRecord[];
    readonly certificates?: CertificateEntries;
    readonly tokens?: TokenSettings;
    readonly allowsAnonymous: boolean;
  };
  /** Absent if there is no admin API. */
  readonly admin?: { readonly keys: readonly AdminKey[]; readonly archive: ArchiveCaps; readonly hasFigures: boolean };
  /** Absent if only the trace ids of callers are logged. */
  readonly sampling?: Sampling;
  /** Absent if the server speaks HTTP. */
  readonly tls?: TlsMaterial;
  /** Counts the connections of all threads; see connection-count.ts. */
  readonly connections: { readonly counts: Int32Array<SharedArrayBuffer>; readonly thread: number };
}

/** A question of a listening thread to the main thread. */
export type Question =
  /** `etag`: of the list that the thread has. Answered with undefined if the caller's list is the same. */
  | {
      readonly kind: 'metadata';
      readonly caller: Caller;
      readonly selection: Selection | undefined;
      readonly etag: string | undefined;
    }
  | { readonly kind: 'find'; readonly caller: Caller; readonly search: ToolSearch }
  | { readonly kind: 'form'; readonly caller: Caller; readonly request: FormRequest }
  | { readonly kind: 'unready' }
  | { readonly kind: 'figures' }
  | { readonly kind: 'findReceipt'; readonly callId: string; readonly caller: string }
  | { readonly kind: 'admin'; readonly action: keyof AdminActions; readonly arguments: readonly unknown[] };

/** An error that crosses between threads. */
export type CarriedError =
  | { readonly failure: Failure }
  /** An unexpected error: a fault of the host, for its log. */
  | { readonly name: string; readonly message: string; readonly stack: string | undefined };

/** Sent by a listening thread. */
export type ToMain = Item &
  (
    | { readonly t: 'listening'; readonly address: AddressInfo }
    | { readonly t: 'notListening'; readonly code: string; readonly message: string }
    /** The body is `argumentsJson`. */
    | ({ readonly t: 'call'; readonly call: number } & Pick<
        ToolCall,
        'callId' | 'toolName' | 'caller' | 'callerSecrets' | 'idempotencyKey' | 'trace' | 'selection'
      > & {
          /** The caller wants to know of progress. */
          readonly wantsProgress?: boolean;
        })
    | { readonly t: 'cancel'; readonly call: number }
    | { readonly t: 'question'; readonly question: number; readonly asked: Question }
    | { readonly t: 'receipt'; readonly callId: string; readonly caller: string; readonly text: string }
    | { readonly t: 'log'; readonly entry: CallLogEntry }
    | { readonly t: 'traced'; readonly record: RequestRecord }
    | { readonly t: 'adminLog'; readonly entry: AdminLogEntry }
  );

/** Sent to a listening thread. */
export type ToThread = Item &
  /** Precedes the first outcome of a call with this route. */
  (
    | { readonly t: 'route'; readonly number: number; readonly route: NamedRoute }
    | { readonly t: 'forgetRoutes' }
    /** The Outcome of a call that succeeded; the body is `resultJson`. `route` is absent if there was no such tool. */
    | {
        readonly t: 'result';
        readonly call: number;
        readonly route: number | undefined;
        readonly usage: Usage;
        readonly quotas?: readonly QuotaState[];
        readonly replayOf?: string;
      }
    | {
        readonly t: 'failure';
        readonly call: number;
        readonly route: number | undefined;
        readonly usage: Usage;
        readonly quotas?: readonly QuotaState[];
        readonly replayOf?: string;
        readonly failure: Failure;
      }
    | {
        readonly t: 'progress';
        readonly call: number;
        readonly report: ProgressReport;
        readonly quotas?: readonly QuotaState[];
      }
    | { readonly t: 'callError'; readonly call: number; readonly error: CarriedError }
    | { readonly t: 'answer'; readonly question: number; readonly value: unknown }
    | { readonly t: 'noAnswer'; readonly question: number; readonly error: CarriedError }
    | { readonly t: 'callerHeaders'; readonly names: readonly string[] }
    | { readonly t: 'keys'; readonly keys: readonly KeyRecord[] }
    | { readonly t: 'adminKeys'; readonly keys: readonly AdminKey[] }
    | { readonly t: 'certificates'; readonly entries: CertificateEntries }
    | { readonly t: 'tls'; readonly material: TlsMaterial }
    | { readonly t: 'toolsChanged' }
    | { readonly t: 'leave' }
    | { readonly t: 'drain' }
    | { readonly t: 'close' }
  );
