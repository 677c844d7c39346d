// One call, its outcome, and the face that every layer between the route and the plugin shares.

import type { Grants, Reach } from './capabilities.ts';
import type { Failure } from './errors.ts';
import type { Limits } from './limits.ts';
import type { CheckedProgram } from './program.ts';

/** What a call asks of an `AbortSignal`, which is one of these; one that is made for every call can do with less. */
export interface CallSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A call as it leaves the HTTP layer. */
export interface ToolCall {
  /** Unique on this server; the caller sees it in the `Toolcell-Call-Id` header. */
  readonly callId: string;
  readonly toolName: string;
  /** The JSON text of `arguments`, an object, byte for byte as the caller sent it. */
  readonly argumentsJson: Buffer;
  /** Who calls, as far as that is known; never a secret itself. */
  readonly caller?: string;
  /** Values that the caller brought for secrets of its own, by header in small letters. Never logged, never shown to a guest. */
  readonly callerSecrets?: Readonly<Record<string, string>>;
  /** Aborts when the caller hangs up. */
  readonly signal: CallSignal;
  /** Called with the route of the call, even if the call ends there. */
  readonly onRoute?: (route: NamedRoute) => void;
}

/** How fresh state is given: a new isolate for every call, or a frozen realm entered afresh. */
export type FreshState = 'isolate' | 'realm';

/** What an operator may ask for; `auto` lets the plugin's own examples decide. */
export type FreshStatePolicy = 'auto' | FreshState;

/** Where the catalog sends a call: the tool, its bundle version, and the limits frozen onto it. */
export interface ToolRoute {
  readonly toolName: string;
  readonly pluginName: string;
  /** Version of the bundle that answers, and the `sha256-<hex>` digest of its content. */
  readonly version: string;
  readonly digest: string;
  /** Plugins of one cordon share a runner process; a plugin outside every cordon has one of its own. */
  readonly cordon: string;
  readonly exportName: string;
  readonly limits: Limits;
  readonly grants: Grants;
  readonly freshState: FreshState;
  /** Check arguments against the input schema before the call. */
  readonly validateArguments: boolean;
}

/** What whoever sent a call is told of its route. */
export type NamedRoute = Pick<ToolRoute, 'pluginName' | 'version' | 'digest' | 'limits'>;

/** A call that the catalog has given its route. */
export interface RoutedCall extends ToolCall {
  readonly route: ToolRoute;
  /** Digest → program of the catalog that gave the route: a call ends on the version it began on, also once another serves. */
  readonly programs: ReadonlyMap<string, CheckedProgram>;
}

/** What a call cost. */
export interface Usage {
  /** Milliseconds of waiting for a place. */
  readonly queueMs: number;
  /** Milliseconds from the moment the plugin's code began to the answer. */
  readonly runMs: number;
  /** CPU milliseconds in the isolate. */
  readonly cpuMs: number;
  /** The largest heap that was seen of the call's isolate, in bytes; in a frozen realm, which calls share, of that. Absent where none was. */
  readonly heapBytes?: number;
  /** Timers and requests of the guest, as its runner counted them. */
  readonly hostCalls?: number;
  /** Absent where the call reached for nothing. */
  readonly reach?: Reach;
}

/** Exactly one of these answers every call. */
export type Outcome =
  /** `resultJson`: the JSON text of the result, in UTF-8, byte for byte as it goes to the caller. */
  | { readonly ok: true; readonly resultJson: Buffer; readonly usage: Usage }
  | { readonly ok: false; readonly failure: Failure; readonly usage: Usage };

export const NO_USAGE: Usage = Object.freeze({ queueMs: 0, runMs: 0, cpuMs: 0 });

/** The one verb. Resolves with an outcome; rejects only for a bug of the host. */
export interface Executor<Call extends ToolCall = ToolCall> {
  execute(call: Call): Promise<Outcome>;
}
