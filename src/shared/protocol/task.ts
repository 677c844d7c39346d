// Calls as a broker runs them, its reports on them, and the status of its runners. Types only; front process. Decision 0043.

import type { Outcome, Progress, ToolRoute } from './call.ts';
import type { Secret } from './capabilities.ts';
import type { Fault } from './errors.ts';
import type { InnerCalls } from './inner-calls.ts';
import type { LogLevel, LogLimit } from './messages.ts';
import type { CheckedProgram } from './program.ts';
import type { Trace } from './trace.ts';

export interface Notice {
  /** `error` if something does not work, `warn` if it soon will not, `info` if it works again. */
  readonly level: 'error' | 'warn' | 'info';
  /** May name paths and hosts. */
  readonly text: string;
  /** Whose fault it is, if that is known. */
  readonly fault?: Fault;
}

/** Why calls cannot run, for the operator. Each text may name paths and hosts, and is absent if all is well. */
export interface Readiness {
  /** Why no runner process starts. */
  readonly runners?: string;
  /** Why nobody with a key can be let in. */
  readonly keys?: string;
  readonly store?: string;
  /** True if the store does not serve, and a plugin works without it. */
  readonly isDegraded?: true;
  /** Why no tool can be called. */
  readonly tools?: string;
}

/** Limits of an inspection: heap, resident memory of the runner, and the wait before a kill. */
export interface LoadLimits {
  readonly loadMemoryMb: number;
  readonly loadRssMb: number;
  readonly killGraceMs: number;
}

/** Settings for running calls that a running server may change. */
export interface SandboxChange extends LoadLimits {
  readonly secrets: readonly Secret[];
}

// A call on its way, and back. Down to the dispatcher each hop awaits the next; below it each is the listener of the next.
//
//   http / listen     catalog         dispatcher         broker          cordon         runner process       runner
//        │ execute(call) │ execute(call) │                  │               │                 │                 │
//        ├──────────────▶├──────────────▶├ queued: its turn │               │                 │                 │
//        │               │               │ execute(task, …) │ execute(…)    │                 │                 │
//        │               │               ├─────────────────▶├──────────────▶├ queued: a place │                 │
//        │               │               │                  │               │ execute(…)      │      call       │
//        │               │               │                  │               ├────────────────▶├────────────────▶│
//        │               │               │                  │               │                 │◀─── began ──────┤
//        │               │               │◀───────────────── onLines ─────────────────────────┤◀─── log ────────┤
//        │    Outcome    │    Outcome    │◀───────────────── onOutcome ───────────────────────┤◀─── done ───────┤
//        │◀──────────────┤◀──────────────┤                  │               │                 │                 │
//
// From the cordon to the outcome, a call is one object: broker/runner/broker-call.ts. If the process ends before the call has begun, the cordon
// queues it again, before all calls that came later.

/**
 * A call that waits only until a process has started, its own or others that come first, stays queued after its `queueMs`, for at most this long:
 * what a process may take to start.
 */
export const START_WAIT_MS = 30_000;
/** Delay of the next look whether such a call still waits for that. */
export const LOOK_AGAIN_MS = 100;

/** A call as a broker runs it. */
export interface CallTask {
  readonly callId: string;
  /** The caller's identity; see `identityOf` in caller.ts. */
  readonly caller: string;
  /** Header in small letters → value. */
  readonly callerSecrets: Readonly<Record<string, string>>;
  readonly trace?: Trace | undefined;
  readonly argumentsJson: Buffer;
  readonly route: ToolRoute;
  readonly program: CheckedProgram;
  /** How long the call may still be queued for a runner, in milliseconds; negative if it has waited longer, see {@link START_WAIT_MS}. */
  readonly queueMs: number;
  /** As {@link RoutedCall.innerCalls} in call.ts. */
  readonly innerCalls?: InnerCalls | undefined;
}

/** The part of a call that is needed to answer its host requests. */
export type RequestingCall = Pick<CallTask, 'callId' | 'caller' | 'callerSecrets' | 'trace'> & {
  readonly route: Pick<ToolRoute, 'pluginName' | 'grants' | 'limits'>;
};

/**
 * The shape of the hops below the dispatcher: broker and cordon. `execute` begins a call and reports its end to the listener
 * exactly once, perhaps before it returns. It returns a function that stops the call of a caller that has hung up; the end is still reported.
 * Why not a promise: docs/decisions/0043-one-verb-for-a-call.md.
 */
export interface CallHop {
  execute(task: CallTask, listener: CallListener): () => void;
}

/** Receives the log lines and the end of one call. */
export interface CallListener {
  /** Log lines that come before the call's end. */
  onLines(lines: readonly GuestLogLine[]): void;
  /** The call's end, exactly once, with the remaining log lines. */
  onOutcome(outcome: Outcome, lines: readonly GuestLogLine[]): void;
}

/** A line that a guest wrote during a call: untrusted text. With `dropped` or `denied`, the host wrote it. */
export interface GuestLogLine {
  readonly level: LogLevel;
  readonly text: string;
  /** Milliseconds since the call began. */
  readonly atMs: number;
  /** How far the call says it is, if the line reports that. */
  readonly progress?: Progress;
  /** The log was cut off here: the host's own line, and the last one. */
  readonly dropped?: DroppedLines;
  /** The host refused a host request of the call. */
  readonly denied?: DeniedRequest;
}

/** A refused host request, for the operator and the plugin's author. Never a secret, a path, a query or a key. */
export interface DeniedRequest {
  /** `manifest`, `grant`, `address`, `secret`, `callerSecret`, `secretPlace`, or the name of a limit. */
  readonly rule: string;
  /** `GET https://api.example.com`, `store`. */
  readonly target: string;
  /** How to allow it. */
  readonly hint?: string;
  /** Number of the plugin's refusals since the last line that were not logged. */
  readonly leftOut?: number;
}

/** How much of a log is missing. */
export interface DroppedLines {
  readonly limit: LogLimit;
  /** 0 if only a line was cut, or if the call was ended before it could report the number. */
  readonly lines: number;
}

export interface GuestLogOrigin {
  readonly callId: string;
  readonly toolName: string;
  readonly pluginName: string;
  /** Of the bundle version that answered. */
  readonly digest: string;
}

/** Takes log lines of a call, in order. Some may come while it runs, the rest come when it has ended. */
export type OnGuestLog = (origin: GuestLogOrigin, lines: readonly GuestLogLine[]) => void;

export interface RunnerStatus {
  readonly processId: number | undefined;
  readonly cordon: string | undefined;
  readonly state: string;
  readonly callsInFlight: number;
  readonly callsServed: number;
  readonly rssMb: number | undefined;
  /** In `isolate` mode one for each call, in `realm` mode one for all. */
  readonly isolates: number;
}

/** Why runner processes end. All but `retired`, `recycled_after_limit`, `shutting_down` and `host_fault` are kills or crashes. */
export const RUNNER_ENDS = [
  /** It was idle, was replaced after its calls, made room, or held a program that no longer serves. */
  'retired',
  'shutting_down',
  /** It has itself stopped a call at a limit, and serves no further call. */
  'recycled_after_limit',
  'exceeded_cpu',
  'exceeded_wall_time',
  'exceeded_memory',
  /** A call waited for a core until its wall time had passed. */
  'overloaded',
  /** Suspended calls filled the heap that they share. */
  'heap_full',
  /** It reported that code in it could not be stopped. */
  'stuck',
  /** It sent a message that the runner's code never sends. */
  'broke_protocol',
  /** The host failed while it read what the runner wrote. */
  'host_fault',
  /** It started another process. */
  'started_process',
  /** It used CPU or memory without a call. */
  'busy_without_call',
  /** It did not get ready to run a call, or was stopped from outside. */
  'not_ready',
  /** It did not say `hello`. */
  'not_started',
  /** The main thread was too busy to say whether a call in it had ended. */
  'unanswered',
  /** The kernel ended it, because memory ran out. */
  'out_of_memory',
  /** It ended by itself. */
  'crashed',
] as const;
export type RunnerEnd = (typeof RUNNER_ENDS)[number];

/** What it costs a cordon that its runner makes room for another cordon. */
export const EVICTION_REASONS = [
  /** Nothing: it has other runners. */
  'extra',
  /** Its next call has to wait for a process. The runner was idle. */
  'last',
  /** The same. The runner was busy, and ends when its calls are answered. */
  'busy',
] as const;
export type EvictionReason = (typeof EVICTION_REASONS)[number];

/** Why runner processes do not start on this machine. */
export interface StartTrouble {
  /** The last output of the process that failed to start, and how it ended. For the operator only: it may name paths. */
  readonly cause: string;
  /** Attempts that failed in a row. */
  readonly failures: number;
  /** Milliseconds until the next attempt; 0 if it may be made now. */
  readonly retryAfterMs: number;
}

/** One broker's runners and counts, as status shows them. */
export interface BrokerStatus {
  readonly runners: readonly RunnerStatus[];
  /** Highest resident memory seen of any runner, in MB. */
  readonly peakRssMb: number;
  /** Cordons in quarantine, with the milliseconds until their calls run again. */
  readonly quarantined: readonly { readonly cordon: string; readonly retryAfterMs: number }[];
  /** Cordons that the broker remembers: those with runners, calls, a quarantine or a lost runner in the last `quarantine.windowMs`. */
  readonly cordons: number;
  readonly started: number;
  readonly killed: number;
  /** Reason → runners that have ended for it since the start. A reason that has not occurred is absent. */
  readonly ends: Readonly<Partial<Record<RunnerEnd, number>>>;
  /** Reason → runners that have made room for another cordon since the start. */
  readonly evictions: Readonly<Record<EvictionReason, number>>;
  /** Pauses of cordons since the start. */
  readonly quarantines: number;
  /** Undefined if the last runner started. */
  readonly startTrouble: StartTrouble | undefined;
}
