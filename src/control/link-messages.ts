// What the listening thread and a control thread say to each other, as closed unions. Everything of one turn of an event loop travels in one
// message. A process has a number that the listening thread gives it, and so have the questions of a call.

import type { MessagePort } from 'node:worker_threads';
import type { ToolRoute } from '../protocol/call.ts';
import type { AskKind, Secret } from '../protocol/capabilities.ts';
import type { Violation } from '../protocol/errors.ts';
import type { CallTask, Notice } from '../protocol/task.ts';
import type { Verdict } from './call-watch.ts';
import type { Closing } from './capabilities/effects.ts';
import type { Ended } from './process-control.ts';

/** What a control thread does as a task of the pool that keeps it. */
export type ControlTask =
  /** Takes messages from the port until it closes. `watch`: memory of a SharedWatch. */
  | { readonly kind: 'serve'; readonly port: MessagePort; readonly watch: SharedArrayBuffer; readonly door: Door }
  | { readonly kind: 'useSecrets'; readonly secrets: readonly Secret[] }
  /** Asks what keeps the store from serving; takes up to 5 s. */
  | { readonly kind: 'storeTrouble' }
  | { readonly kind: 'close' };

/** Why the store does not serve; undefined if it does, and as the answer to any other task. */
export type ControlAnswer = string | undefined;

/** Where the channels of runners are connected: a socket in a folder that only this user can open, and a word that strangers do not know. */
export interface Door {
  readonly path: string;
  /** Letters and digits. */
  readonly password: string;
}

/** Of a call, what its questions are answered by. */
export type AskingCall = Pick<CallTask, 'callId' | 'caller' | 'callerSecrets'> & {
  readonly route: Pick<ToolRoute, 'pluginName' | 'grants' | 'limits'>;
};

/** Listening thread → control thread. */
export type ControlOrder =
  | { readonly t: 'start'; readonly process: number; readonly memory: SharedArrayBuffer }
  | { readonly t: 'ready'; readonly process: number }
  | { readonly t: 'assign'; readonly process: number; readonly cordon: string }
  | { readonly t: 'end'; readonly process: number }
  /** A card has work, and the thread had ended its watch. */
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
  /** Questions of a call will come under this number. The route comes once, and is named by its number from then on. */
  | {
      readonly t: 'open';
      readonly effects: number;
      readonly call: Omit<AskingCall, 'route'>;
      readonly routeNumber: number;
      readonly route?: AskingCall['route'];
    }
  /** So many routes have been named that numbers start again. */
  | { readonly t: 'forgetRoutes' }
  /** Claims of a runner about long arguments. Answered by `violations`. */
  | { readonly t: 'verify'; readonly query: number; readonly said: string; readonly argumentsJson: Uint8Array }
  | { readonly t: 'ask'; readonly effects: number; readonly ask: number; readonly kind: AskKind; readonly text: string }
  | { readonly t: 'giveUp'; readonly effects: number; readonly ask: number }
  /** Answered by `closed`. */
  | { readonly t: 'endEffects'; readonly effects: number; readonly refusedAsk: number | undefined };

/** Control thread → listening thread. */
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
      readonly t: 'answer';
      readonly effects: number;
      readonly ask: number;
      readonly ok: boolean;
      readonly text: string;
    }
  | { readonly t: 'closed'; readonly effects: number; readonly closing: Closing }
  | { readonly t: 'notice'; readonly notice: Notice };
