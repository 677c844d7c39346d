// Keeps the state of the calls of a realm, and which of them runs. Runs inside the isolate.

import type { ToolInput } from '../../../shared/protocol/guest-wire.ts';
import type { OnHostReply } from '../scripts/parts.ts';
import { apply, mapDelete, mapGet, mapSet, NativeMap, nativeNow, parse } from './builtins.ts';

export interface Timer {
  readonly task: () => unknown;
  /** Milliseconds between the runs of an interval; undefined for a timeout. */
  readonly everyMs: number | undefined;
}

export type CallState = ReturnType<typeof newCall>;

/** The call whose code runs now: entries are never nested, and each drains its microtasks before the next. */
export let current: CallState | undefined;

/** Makes a call, or none, the one whose code runs from now on. */
export function run(state: CallState | undefined): void {
  current = state;
}

const tools: ToolInput[] = [];
/** Calls that wait for a timer or a host reply, by their number. */
const suspended = new NativeMap<number, CallState>();

/** Registers a tool, given as JSON; returns its number. */
export function addTool(text: string): number {
  tools[tools.length] = parse(text) as ToolInput;
  return tools.length - 1;
}

export function toolOf(tool: number | string): ToolInput {
  return (typeof tool === 'string' ? parse(tool) : tools[tool]) as ToolInput;
}

/** Makes the state of a call that begins now. Its parts are made on first use: most calls have no timer and no request. */
export function newCall(call: number, tool: ToolInput) {
  return {
    call,
    tool,
    hostCallsLeft: tool.hostCalls,
    logBytesLeft: tool.logBytes,
    logLinesLeft: tool.logLines,
    /** The limit that cut the log off. */
    logLimit: undefined as 'logBytes' | 'logLines' | undefined,
    linesDropped: 0,
    /** Identifies the call to groups of web APIs. */
    key: undefined as object | undefined,
    /** Lines held back until the outcome, as JSON; empty if lines leave at once. */
    log: '',
    /** Letter and text that answer the runner, set when the call is over. */
    outcome: undefined as string | undefined,
    timersPending: 0,
    /** Numbered within the call: a count across calls would reveal earlier calls. */
    lastTimerId: 0,
    timers: undefined as Map<number, Timer> | undefined,
    requestsPending: 0,
    /** Numbered within the call, like timers. */
    lastRequest: 0,
    requests: undefined as Map<number, OnHostReply> | undefined,
    /** Errors that refused a host request, and responses whose status is an error, with the request's number. */
    refusals: undefined as Map<object, number> | undefined,
    signal: undefined as unknown,
    /** Symbols that this call has registered with Symbol.for. */
    symbols: undefined as Map<string, symbol> | undefined,
    /** When the call began, in milliseconds since 1970. */
    startMs: nativeNow(),
    elapsedMs: 0,
  };
}

export function suspendedCall(call: number): CallState | undefined {
  return apply(mapGet, suspended, [call]) as CallState | undefined;
}

export function suspend(state: CallState): void {
  apply(mapSet, suspended, [state.call, state]);
}

export function forget(call: number): void {
  apply(mapDelete, suspended, [call]);
}
