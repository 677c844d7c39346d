// What the front process asks of a broker thread, as a closed union, and what it gets back.

import type { Outcome, ToolRoute } from './call.ts';
import type { LogLevel } from './messages.ts';
import type { CheckedProgram, Inspection, Program } from './program.ts';

export type BrokerTask =
  | CallTask
  | { readonly kind: 'cancel'; readonly callId: string }
  | { readonly kind: 'inspect'; readonly program: Program }
  | { readonly kind: 'status' }
  | { readonly kind: 'close' };

export interface CallTask {
  readonly kind: 'call';
  readonly callId: string;
  readonly argumentsText: string;
  readonly route: ToolRoute;
  /** How long the call may still wait for a runner, in milliseconds. */
  readonly queueMs: number;
  /** Sent along once, after a broker answered that it does not have it. */
  readonly program?: CheckedProgram;
}

/** A line a guest wrote during a call. Untrusted text. */
export interface GuestLogLine {
  readonly level: LogLevel;
  readonly text: string;
}

export interface CallReport {
  readonly outcome: Outcome;
  readonly log: readonly GuestLogLine[];
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
  | { readonly kind: 'report'; readonly report: CallReport }
  /** The broker does not have the program: send the call again with it. Nothing has begun. */
  | { readonly kind: 'unknown_program' }
  | { readonly kind: 'inspection'; readonly inspection: Inspection }
  | { readonly kind: 'status'; readonly status: BrokerStatus }
  | { readonly kind: 'done' };
