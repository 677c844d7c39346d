// One call, its route and its Outcome, as all layers of the front process pass them on.

import type { Caller } from './caller.ts';
import type { Grants, HostRequestTotals } from './capabilities.ts';
import type { Failure } from './errors.ts';
import type { FreshState } from './fresh-state.ts';
import type { InnerCalls } from './inner-calls.ts';
import type { Limits } from './limits.ts';
import type { CheckedProgram } from './program.ts';
import type { ScriptLine } from './script-report.ts';
import type { Selection } from './selection.ts';
import type { QuotaState } from './throttle.ts';
import type { CallTimes, Trace } from './trace.ts';

/** The part of `AbortSignal` that a call uses. A signal with these members alone is cheaper to make for every call. */
export interface CallSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Limits that are lower for some callers than for others. */
export interface CallerLimits {
  /** The same for equal values. */
  readonly key: string;
  readonly values: Partial<Limits>;
}

/** A call as it leaves the HTTP layer. */
export interface ToolCall {
  /** Unique on this server; the caller sees it in the `Toolcell-Call-Id` header. */
  readonly callId: string;
  readonly toolName: string;
  /** The JSON text of `arguments`, an object, byte for byte as the caller sent it. */
  readonly argumentsJson: Buffer;
  /** `NOBODY` if absent. */
  readonly caller?: Caller;
  /** Whose turn the call takes if it has to wait; see `sharerOf` in caller.ts. Absent: that of all who have none. */
  readonly sharer?: () => string;
  /** Values of the caller's own secrets, by header in small letters. Never logged, never shown to a guest. */
  readonly callerSecrets?: Readonly<Record<string, string>>;
  /** The caller's name for this call and its repeats, 1 to 255 visible ASCII characters. Absent if repeats are new calls. */
  readonly idempotencyKey?: string;
  readonly trace?: Trace | undefined;
  /** Fewer tools than the caller may call: the call fails if its tool is not among them. Absent: all. */
  readonly selection?: Selection;
  /** Limits that are lower for this caller. */
  readonly limits?: CallerLimits;
  /** Aborts when the caller hangs up. */
  readonly signal: CallSignal;
  /** Called with the route of the call, even if the call ends there. */
  readonly onRoute?: (route: NamedRoute) => void;
  /** Called before the call begins with the quotas that count it, if there are any. */
  readonly onQuotas?: (quotas: readonly QuotaState[]) => void;
  /** Called while the call runs, each time the tool reports its progress. */
  readonly onProgress?: (report: ProgressReport) => void;
  /** A script makes the call. `queueMs`: how long it may be queued, in place of its route's limit. */
  readonly ofScript?: { readonly queueMs: number };
}

/** How far a call says it is: untrusted. */
export interface ProgressReport extends Progress {
  /** Empty if the tool says nothing more. */
  readonly message: string;
}

/** How far a call says it is, in units of its own. */
export interface Progress {
  readonly done: number;
  readonly total?: number;
}

/** `object`: the output schema allows objects only. `value`: it allows other values, too. `content`: content blocks; see content-blocks.ts. */
export const RESULT_FORMS = ['object', 'value', 'content'] as const;
export type ResultForm = (typeof RESULT_FORMS)[number];

/** Where the catalog sends a call: the tool, its bundle version, and the limits and grants in force. */
export interface ToolRoute {
  readonly toolName: string;
  readonly pluginName: string;
  /** Version of the bundle that answers, and the `sha256-<hex>` digest of its content. */
  readonly version: string;
  readonly digest: string;
  /** Plugins of one cordon share a runner process; a plugin outside every cordon has one of its own. */
  readonly cordon: string;
  readonly exportName: string;
  readonly resultForm: ResultForm;
  readonly limits: Limits;
  readonly grants: Grants;
  readonly freshState: FreshState;
  /** What runs is a caller's script. Its processes come from the share of scripts. */
  readonly isScript?: true;
}

/** The part of a route that the sender of a call may see. */
export type NamedRoute = Pick<ToolRoute, 'pluginName' | 'version' | 'digest' | 'resultForm' | 'limits'>;

/** A call that the catalog has given its route. */
export interface RoutedCall extends ToolCall {
  readonly route: ToolRoute;
  /** Digest → program of the snapshot that gave the route: a call ends on the version it began on, even if another version serves by then. */
  readonly programs: ReadonlyMap<string, CheckedProgram>;
  /** Makes the calls of tools that the script asks for. Absent for the call of a tool, which may make none. */
  readonly innerCalls?: InnerCalls;
  /** Takes the lines of the guest in place of the operator's log. */
  readonly onLines?: (lines: readonly ScriptLine[]) => void;
}

export interface Usage {
  /** Milliseconds in the queue. */
  readonly queueMs: number;
  /** Milliseconds from the start of the plugin's code to the answer. */
  readonly runMs: number;
  /** CPU milliseconds in the isolate. */
  readonly cpuMs: number;
  /** The largest heap seen of the call's isolate, or of the frozen realm that calls share, in bytes. Absent if none was measured. */
  readonly heapBytes?: number;
  /** Host calls of the guest, as its runner counted them. */
  readonly hostCalls?: number;
  /** Absent if the call made no host request. */
  readonly hostRequests?: HostRequestTotals;
  /** Only of a call whose trace is recorded, if it began. */
  readonly times?: CallTimes;
}

/** How a call ended. Every call has exactly one. */
export type Outcome = Ending & {
  readonly usage: Usage;
  /** The id of the first call with the same idempotency key, if this is the answer of that one. */
  readonly replayOf?: string;
};

/** `resultJson`: the JSON text of the result, in UTF-8, byte for byte as it goes to the caller. */
export type Ending =
  | { readonly ok: true; readonly resultJson: Buffer }
  | { readonly ok: false; readonly failure: Failure };

export const NO_USAGE: Usage = Object.freeze({ queueMs: 0, runMs: 0, cpuMs: 0 });

export const usageOfQueued = (queueMs: number): Usage => ({ queueMs, runMs: 0, cpuMs: 0 });

/** Executes calls. Resolves with an Outcome; rejects only for a bug of the host. */
export interface Executor<Call extends ToolCall = ToolCall> {
  execute(call: Call): Promise<Outcome>;
}
