// Calls as a broker has them, what it reports of them, and what it shows of its runners.

import type { Outcome, ToolRoute } from './call.ts';
import type { Secret } from './capabilities.ts';
import type { LogLevel, LogLimit } from './messages.ts';

/** What the operator should know. */
export interface Notice {
  /** `error` for what does not work, `info` for what works again. */
  readonly level: 'error' | 'info';
  /** May name paths and hosts. */
  readonly text: string;
}

/** What keeps calls from working, for the operator: each text may name paths and hosts, and is absent if all is well. */
export interface Readiness {
  /** Why no runner process starts. */
  readonly runners?: string;
  /** Why the store does not serve. */
  readonly store?: string;
}

/** Limits of trying a program out. */
export interface LoadLimits {
  readonly loadMemoryMb: number;
  readonly loadRssMb: number;
  readonly killGraceMs: number;
}

/** What may change while a host runs, of what runs calls. */
export interface SandboxChange extends LoadLimits {
  readonly secrets: readonly Secret[];
}

/** A call as a broker runs it. */
export interface CallTask {
  readonly callId: string;
  readonly caller: string;
  /** Header in small letters → value. */
  readonly callerSecrets: Readonly<Record<string, string>>;
  readonly argumentsJson: Buffer;
  readonly route: ToolRoute;
  /** How long the call may still wait for a runner, in milliseconds. */
  readonly queueMs: number;
}

/** A line a guest wrote during a call: untrusted text. With `dropped` or `denied` it is the host's own. */
export interface GuestLogLine {
  readonly level: LogLevel;
  readonly text: string;
  /** Milliseconds since the call began. */
  readonly atMs: number;
  /** How far the call says it is, where that is what the line tells. */
  readonly progress?: Progress;
  /** The line is the host's, and the log's last: it was cut off. */
  readonly dropped?: DroppedLines;
  /** The host refused something that the call asked for. */
  readonly denied?: DeniedAsk;
}

/** What the host refused, for whoever configures it or wrote the plugin. Never a secret, a path, a query or a key. */
export interface DeniedAsk {
  /** `manifest`, `grant`, `address`, `secret`, `callerSecret`, `secretPlace`, or the name of a limit. */
  readonly rule: string;
  /** `GET https://api.example.com`, `store`. */
  readonly target: string;
  /** What would let it through. */
  readonly hint?: string;
  /** Refusals of the same plugin that the log was not told of since the last one. */
  readonly leftOut?: number;
}

/** What is missing of a log. */
export interface DroppedLines {
  readonly limit: LogLimit;
  /** 0 where only a line was cut, or the call was ended before it could tell. */
  readonly lines: number;
}

/** Which call wrote a line. */
export interface GuestLogOrigin {
  readonly callId: string;
  readonly toolName: string;
  readonly pluginName: string;
  /** Of the bundle version that answered. */
  readonly digest: string;
}

/** How far a call says it is, in units of its own. */
export interface Progress {
  readonly done: number;
  readonly total?: number;
}

/** Takes lines of a call's log, in their order: some perhaps while it runs, the rest when it has ended. */
export type OnGuestLog = (origin: GuestLogOrigin, lines: readonly GuestLogLine[]) => void;

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

/** Why runner processes do not start on this machine. */
export interface StartTrouble {
  /** The last words of the process that did not become a runner, and how it ended; for the operator, since it may name paths. */
  readonly cause: string;
  /** Attempts that failed in a row. */
  readonly failures: number;
  /** Until the next attempt; 0 if it may be made now. */
  readonly retryAfterMs: number;
}

export interface BrokerStatus {
  readonly runners: readonly RunnerStatus[];
  /** Highest resident memory seen of any runner, in MB. */
  readonly peakRssMb: number;
  /** Paused cordons and the milliseconds until they are let in again. */
  readonly quarantined: readonly { readonly cordon: string; readonly retryAfterMs: number }[];
  /** Cordons that the broker remembers: those with runners, calls, a pause or a lost runner in the last `quarantine.windowMs`. */
  readonly cordons: number;
  readonly started: number;
  readonly killed: number;
  /** Undefined if the last runner started. */
  readonly startTrouble: StartTrouble | undefined;
}
