// Makes the outcome of a call: its checked result, or its error. Runs inside the isolate.

import {
  BAD_INPUT,
  BAD_OUTPUT,
  ERROR_LINE,
  NEVER,
  NOT_JSON,
  REFUSED,
  RESULT,
  SUSPENDED,
  THROWN,
  TOO_LARGE,
} from '../../../shared/protocol/guest-wire.ts';
import { apply, includes, stringify } from './builtins.ts';
import { type CallState, forget, suspendedCall } from './calls.ts';
import { endLog, takeLog, write } from './log.ts';
import { lossIn } from './lost-values.ts';
import { refusedRequest } from './places.ts';
import { cut, describe, MESSAGE_CHARACTERS } from './text.ts';

/** Checks arguments or a result against the tool's schema. `value`: the parsed text, if there is one. Returns the violations as JSON, or `""`. */
export type ViolationsOf = (toolName: string, side: 'input' | 'output', text: string, value?: unknown) => string;

let violationsOf: ViolationsOf | undefined;

/** Sets the check of arguments and results in this realm. Before that, none are checked. */
export function checkBy(check: ViolationsOf): void {
  violationsOf = check;
}

/** The outcome of a call whose arguments do not fit; undefined if they fit, and in an isolate, whose arguments were checked before. */
export function badInputOf({ tool }: CallState, argumentsText: string, args: unknown): string | undefined {
  if (violationsOf === undefined) return undefined;
  const violations = violationsOf(tool.toolName, 'input', argumentsText, args);
  return violations === '' ? undefined : BAD_INPUT + violations;
}

/** Ends a call with a thrown value, and writes the stack to its log. */
export function fail(state: CallState, error: unknown): void {
  if (state.outcome !== undefined) return;
  const detail = describe(error);
  let stack: unknown;
  try {
    stack = (error as { stack?: unknown } | undefined)?.stack;
  } catch {
    stack = undefined;
  }
  if (typeof stack === 'string') {
    // A plugin may have set its own stack, or changed the message afterwards.
    const text = apply(includes, stack, [detail]) ? stack : `${detail}\n${stack}`;
    write(state, ERROR_LINE, cut(text, 2 * MESSAGE_CHARACTERS));
  }
  const request = refusedRequest(state, error);
  state.outcome ??= request === undefined ? THROWN + detail : `${REFUSED}${request} ${detail}`;
}

/** Ends a call with the value that its tool returned. */
export function succeed(state: CallState, value: unknown): void {
  if (state.outcome !== undefined) return;
  let text: string | undefined;
  try {
    // A toJSON, getter or proxy runs here, on the plugin's own time.
    text = stringify(value);
  } catch (error) {
    state.outcome ??= `${NOT_JSON}The result cannot be written as JSON: ${describe(error)}`;
    return;
  }
  state.outcome ??= outcomeOf(state, value, text);
}

function outcomeOf(state: CallState, value: unknown, text: string | undefined): string {
  if (text === undefined)
    return `${NOT_JSON}The tool returned nothing that JSON can hold (undefined, a function or a symbol). Return null for no result.`;
  if (text.length > state.tool.resultBytes) return TOO_LARGE + text.length;
  const loss = lossIn(value, text);
  if (loss !== undefined) return NOT_JSON + loss;
  if (violationsOf === undefined) return RESULT + text;
  const violations = violationsOf(state.tool.toolName, 'output', text);
  return violations === '' ? RESULT + text : BAD_OUTPUT + violations;
}

/** Ends a call when a promise settles. `await` uses the engine's own steps, so a plugin that replaces Promise.prototype.then changes nothing here. */
export async function settleLater(state: CallState, value: unknown): Promise<void> {
  try {
    succeed(state, await value);
  } catch (error) {
    fail(state, error);
  }
}

/** Takes the outcome of a call that is over, after its held-back log lines. */
export function take(state: CallState): string {
  forget(state.call);
  endLog(state);
  return takeLog(state) + (state.outcome as string);
}

/** The call's outcome after the microtasks of an entry: {@link SUSPENDED} if a timer or reply may still settle it, {@link NEVER} if nothing can. */
export function collect(call: number): string {
  const state = suspendedCall(call);
  if (state === undefined) return NEVER;
  if (state.outcome !== undefined) return take(state);
  if (state.timersPending + state.requestsPending > 0) return takeLog(state) + SUSPENDED;
  forget(call);
  endLog(state);
  return takeLog(state) + NEVER;
}
