// What the front process asks of a broker thread, as a closed union, and what it gets back.

import type { MessagePort } from 'node:worker_threads';
import type { Outcome, ToolRoute } from './call.ts';
import type { LogLevel } from './messages.ts';
import type { CheckedProgram, Inspection, Program } from './program.ts';

export type BrokerTask =
  /** Takes calls from the port until it closes: {@link CallBatch} in, lists of {@link CallAnswer} out. */
  | { readonly kind: 'serve'; readonly port: MessagePort }
  | { readonly kind: 'inspect'; readonly program: Program }
  | { readonly kind: 'status' }
  | { readonly kind: 'close' };

/** What one turn of the front process's event loop has for a broker. */
export interface CallBatch {
  /** Routes that later calls name by their number. */
  readonly routes: readonly (readonly [number: number, route: ToolRoute])[];
  /** Programs that the broker said it does not have. */
  readonly programs: readonly CheckedProgram[];
  readonly calls: readonly (readonly [
    id: number,
    route: number,
    callId: string,
    argumentsText: string,
    queueMs: number,
  ])[];
  /** Ids of calls nobody waits for any more. */
  readonly cancelled: readonly number[];
}

/** `unknown_program`: the broker does not have it; nothing has begun, and the call is to be sent again with it. */
export type CallAnswer = readonly [id: number, report: CallReport | 'unknown_program'];

/** A call as a broker runs it. */
export interface CallTask {
  readonly callId: string;
  readonly argumentsText: string;
  readonly route: ToolRoute;
  /** How long the call may still wait for a runner, in milliseconds. */
  readonly queueMs: number;
}

/** A line a guest wrote during a call. Untrusted text. */
export interface GuestLogLine {
  readonly level: LogLevel;
  readonly text: string;
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
