// What the front process reports of an admin's request: who asked for what, and what became of it. Never a body.

import type { FailureCode } from '../protocol/errors.ts';

/** What was asked for. */
export type AdminAction = 'list' | 'show' | 'put' | 'remove' | 'approve' | 'rollback' | 'unpin';

/** One line for each admin request that had the key. */
export interface AdminLogEntry {
  readonly callId: string;
  /** The first digits of the key's hash. */
  readonly key: string;
  readonly action: AdminAction;
  /** As asked for, escaped and cut. */
  readonly pluginName?: string;
  readonly version?: string;
  readonly digest?: string;
  /** What a version came to, `done`, or why it failed. */
  readonly outcome: string;
  readonly code: 'ok' | FailureCode;
  readonly detail?: string;
  /** Milliseconds from the request's headers to its end. */
  readonly totalMs: number;
}
