// The messages between the main thread and a control thread. Those of one turn of an event loop travel together. The main thread numbers
// processes, queries and the handlers of host requests.

import type { MessagePort } from 'node:worker_threads';
import type { HostRequestKind, Secret } from '../shared/protocol/capabilities.ts';
import type { EmbeddingAnswer, EmbeddingRequest } from '../shared/protocol/embeddings.ts';
import type { Violation } from '../shared/protocol/errors.ts';
import type { Notice, RequestingCall } from '../shared/protocol/task.ts';
import type { PreparationLimits, Verdict } from './call-watch.ts';
import type { Closing } from './capabilities/host-calls.ts';
import type { CapabilitySettings } from './capabilities/open.ts';
import type { LaunchPlan } from './launch/plan.ts';
import type { Ended } from './process-control.ts';

/** The settings of a control thread: plain data that main makes from the configuration. */
export interface ControlSettings extends CapabilitySettings {
  readonly launch: LaunchPlan;
  /** Threads that can run at a time on this machine. */
  readonly cores: number;
  /** How long a runner may take to prepare a call; PREPARATION if absent. */
  readonly preparation?: PreparationLimits;
}

/** The Piscina tasks of a control thread. */
export type ControlTask =
  /** Takes orders from the port until it closes. `watch`: memory of a SharedWatch. */
  | { readonly kind: 'serve'; readonly port: MessagePort; readonly watch: SharedArrayBuffer; readonly door: Door }
  | { readonly kind: 'useSecrets'; readonly secrets: readonly Secret[] }
  /** Asks why the store does not serve; takes up to 5 s. */
  | { readonly kind: 'storeTrouble' }
  /** Asks the operator's embedding endpoint; takes up to `timeoutMs`. */
  | { readonly kind: 'embed'; readonly request: EmbeddingRequest }
  | { readonly kind: 'close' };

/** Why the store does not serve, or the vectors of an endpoint. Undefined if the store serves, and for other tasks. */
export type ControlAnswer = string | EmbeddingAnswer | undefined;

/** The socket to which the channels of runners are connected, in a folder that only this user can open. */
export interface Door {
  readonly path: string;
  /** Letters and digits. */
  readonly password: string;
}

/** Main thread → control thread. */
export type ControlOrder =
  | { readonly t: 'start'; readonly process: number; readonly memory: SharedArrayBuffer }
  | { readonly t: 'ready'; readonly process: number }
  | { readonly t: 'assign'; readonly process: number; readonly cordon: string }
  | { readonly t: 'end'; readonly process: number }
  /** A card has work, and the thread's watch had ended. */
  | { readonly t: 'wake' }
  /** Answered by `coreWaits`. */
  | { readonly t: 'coreWaits'; readonly query: number; readonly process: number }
  /** Answered by `waitedMs`. */
  | {
      readonly t: 'waitedMs';
      readonly query: number;
      readonly process: number;
      readonly id: number;
      readonly wallMs: number;
    }
  /** Host requests of a call will name this handler. Each route is sent once, and named by its number later. */
  | {
      readonly t: 'open';
      readonly handler: number;
      readonly call: Omit<RequestingCall, 'route'>;
      readonly routeNumber: number;
      readonly route?: RequestingCall['route'];
    }
  /** All route numbers are used up and start again. */
  | { readonly t: 'forgetRoutes' }
  /** Claims of a runner about long arguments. Answered by `violations`. */
  | { readonly t: 'verify'; readonly query: number; readonly claims: string; readonly argumentsJson: Uint8Array }
  | {
      readonly t: 'hostRequest';
      readonly handler: number;
      readonly request: number;
      readonly kind: HostRequestKind;
      readonly text: string;
    }
  | { readonly t: 'cancelHostRequest'; readonly handler: number; readonly request: number }
  /** Answered by `closed`. */
  | { readonly t: 'endCall'; readonly handler: number; readonly refusedRequest: number | undefined };

/** Control thread → main thread. */
export type ControlReport =
  | { readonly t: 'started'; readonly process: number; readonly processId: number | undefined }
  | { readonly t: 'suspicion'; readonly process: number; readonly verdict: Verdict }
  | { readonly t: 'overMemory'; readonly process: number; readonly usedMb: number }
  | { readonly t: 'ended'; readonly process: number; readonly ended: Ended }
  | { readonly t: 'exited'; readonly process: number; readonly how: string }
  | { readonly t: 'coreWaits'; readonly query: number; readonly waits: ReadonlyMap<string, number> }
  | { readonly t: 'violations'; readonly query: number; readonly violations: readonly Violation[] }
  | { readonly t: 'waitedMs'; readonly query: number; readonly waitedMs: number | undefined }
  | {
      readonly t: 'hostReply';
      readonly handler: number;
      readonly request: number;
      readonly ok: boolean;
      readonly text: string;
    }
  | { readonly t: 'closed'; readonly handler: number; readonly closing: Closing }
  | { readonly t: 'notice'; readonly notice: Notice };
