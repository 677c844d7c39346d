// What the front process asks of a broker thread, as a closed union, and what it gets back.

import type { MessagePort } from 'node:worker_threads';
import type { Outcome, ToolRoute } from './call.ts';
import type { LogLevel } from './messages.ts';
import type { Inspection, Program } from './program.ts';

export type BrokerTask =
  /** Takes calls from the port until it closes: batches of calls in, batches of answers out (batches.ts). */
  | { readonly kind: 'serve'; readonly port: MessagePort }
  | { readonly kind: 'inspect'; readonly program: Program }
  | { readonly kind: 'status' }
  | { readonly kind: 'close' };

/** A call as a broker runs it. */
export interface CallTask {
  readonly callId: string;
  readonly caller: string;
  /** Header in small letters → value. */
  readonly callerSecrets: Readonly<Record<string, string>>;
  readonly argumentsText: string;
  readonly route: ToolRoute;
  /** How long the call may still wait for a runner, in milliseconds. */
  readonly queueMs: number;
}

/** A line a guest wrote during a call. Untrusted text. */
export interface GuestLogLine {
  readonly level: LogLevel;
  readonly text: string;
  /** How far the call says it is, where that is what the line tells. */
  readonly progress?: Progress;
}

/** How far a call says it is, in units of its own. */
export interface Progress {
  readonly done: number;
  readonly total?: number;
}

export interface CallReport {
  readonly outcome: Outcome;
  readonly log: readonly GuestLogLine[];
  /** The call has let others run in its runner while it waited for something. */
  readonly hasWaited: boolean;
}

/** A runner process as status shows it. */
export interface RunnerStatus {
  readonly processId: number | undefined;
  readonly cordon: string | undefined;
  readonly state: string;
  readonly callsInFlight: number;
  readonly callsServed: number;
  readonly rssMb: number | undefined;
}

export interface BrokerStatus {
  readonly runners: readonly RunnerStatus[];
  /** Highest resident memory seen of any runner, in MB. */
  readonly peakRssMb: number;
  /** Paused cordons and the milliseconds until they are let in again. */
  readonly quarantined: readonly { readonly cordon: string; readonly retryAfterMs: number }[];
  readonly started: number;
  readonly killed: number;
}

export type BrokerAnswer =
  | { readonly kind: 'inspection'; readonly inspection: Inspection }
  | { readonly kind: 'status'; readonly status: BrokerStatus }
  | { readonly kind: 'done' };
