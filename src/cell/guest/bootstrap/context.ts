// Makes the second parameter of tools, the context. Runs inside the isolate.

import { apply, defineProperty, freeze, max, min } from './builtins.ts';
import type { CallState } from './calls.ts';
import { now } from './clock.ts';
import { progress } from './log.ts';

const SIGNAL_AHEAD_MS = 100;

/** The only member of AbortSignal that is used here. */
export interface SignalClass {
  timeout(delayMs: number): unknown;
}

/** Members that groups of web APIs add. */
const members: (readonly [name: string, value: unknown])[] = [];
/** AbortSignal.timeout, if the plugin has AbortSignal. */
let signalAfter: ((delayMs: number) => unknown) | undefined;

export function addMember(name: string, value: unknown): void {
  members[members.length] = [name, value];
}

/** Gives contexts their `signal`. */
export function addSignal(Signal: SignalClass): void {
  const { timeout } = Signal;
  signalAfter = (delayMs) => apply(timeout, Signal, [delayMs]);
}

/** Makes the context of a call, frozen. */
export function contextOf(state: CallState, callId: string, caller: string): object {
  const { tool } = state;
  const { toolName, pluginName } = tool;
  const context = { callId, caller, toolName, pluginName, deadline: deadlineOf(state), progress };
  for (let i = 0; i < members.length; i += 1) {
    const member = members[i] as readonly [string, unknown];
    defineProperty(context, member[0], { value: member[1], enumerable: true, writable: false, configurable: false });
  }
  if (signalAfter !== undefined)
    defineProperty(context, 'signal', { get: () => signalOf(state), enumerable: true, configurable: false });
  return freeze(context);
}

function deadlineOf({ startMs, tool }: CallState): number {
  return startMs + tool.wallMs;
}

/** A signal that aborts shortly before the call's wall time is over, so that the tool can still answer. */
function signalOf(state: CallState): unknown {
  state.signal ??= signalAfter?.(max(1, deadlineOf(state) - now() - min(SIGNAL_AHEAD_MS, state.tool.wallMs / 10)));
  return state.signal;
}
