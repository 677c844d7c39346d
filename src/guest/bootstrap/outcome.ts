// What a call comes to: its result, checked, or its error. Runs inside the isolate.

import { apply, includes, stringify } from './builtins.ts';
import { type CallState, forget, waitingCall } from './calls.ts';
import { endLog, LEVELS, takeLog, write } from './log.ts';
import { refusedAsk } from './places.ts';
import { isUnchanged } from './realm.ts';
import { cut, describe, MESSAGE_CHARACTERS } from './text.ts';

/** What is wrong with arguments or a result by the tool's schema, as JSON; empty where nothing is. */
export type ViolationsOf = (toolName: string, side: 'input' | 'output', text: string) => string;

let violationsOf: ViolationsOf | undefined;
let checkUsesRegExp = true;

/** Says how arguments and results are checked in this realm; nothing is until then. */
export function checkBy(check: ViolationsOf, usesRegExp: boolean): void {
  violationsOf = check;
  checkUsesRegExp = usesRegExp;
}

/** The call's answer where its arguments do not fit. */
export function misfitOf({ tool }: CallState, argumentsText: string): string | undefined {
  if (!tool.validateArguments || violationsOf === undefined) return undefined;
  const violations = violationsOf(tool.toolName, 'input', argumentsText);
  return violations === '' ? undefined : `a${violations}`;
}

/** Ends a call by what was thrown in it, and writes the stack to its log. */
export function fail(state: CallState, error: unknown): void {
  if (state.answer !== undefined) return;
  const detail = describe(error);
  let stack: unknown;
  try {
    stack = (error as { stack?: unknown } | undefined)?.stack;
  } catch {
    stack = undefined;
  }
  if (typeof stack === 'string') {
    // A plugin may have written a stack of its own, or changed the message afterwards.
    const text = apply(includes, stack, [detail]) ? stack : `${detail}\n${stack}`;
    write(state, LEVELS.error, cut(text, 2 * MESSAGE_CHARACTERS));
  }
  const ask = refusedAsk(state, error);
  state.answer ??= ask === undefined ? `e${detail}` : `h${ask} ${detail}`;
}

/** Ends a call by what its tool returned. */
export function succeed(state: CallState, value: unknown): void {
  if (state.answer !== undefined) return;
  let text: string | undefined;
  try {
    // A toJSON, getter or proxy runs here, on the plugin's own time.
    text = stringify(value);
  } catch (error) {
    state.answer ??= `uThe result cannot be written as JSON: ${describe(error)}`;
    return;
  }
  state.answer ??= answerOf(state, text);
}

function answerOf(state: CallState, text: string | undefined): string {
  if (text === undefined)
    return 'uThe tool returned nothing that JSON can hold (undefined, a function or a symbol). Return null for no result.';
  if (text.length > state.tool.resultBytes) return `l${text.length}`;
  if (violationsOf === undefined) return `r${text}`;
  // The check runs on regular expressions: in a realm where they were bent it would say what the tool wants.
  if (checkUsesRegExp && !isUnchanged()) return `c${text}`;
  const violations = violationsOf(state.tool.toolName, 'output', text);
  return violations === '' ? `r${text}` : `v${violations}`;
}

/** Ends a call by what a promise comes to. An async function awaits with the engine's own steps: a plugin that replaces Promise.prototype.then changes nothing here. */
export async function settleLater(state: CallState, value: unknown): Promise<void> {
  try {
    succeed(state, await value);
  } catch (error) {
    fail(state, error);
  }
}

/** The answer of a call that is over, behind the lines it wrote: `#length:lines` where there are any. */
export function take(state: CallState): string {
  forget(state.call);
  endLog(state);
  return takeLog(state) + (state.answer as string);
}

/** After the microtasks of an entry: the call's answer, `p` while a timer or an answer may still settle it, `n` where nothing will. */
export function collect(call: number): string {
  const state = waitingCall(call);
  if (state === undefined) return 'n';
  if (state.answer !== undefined) return take(state);
  if (state.timersPending + state.asksPending > 0) return `${takeLog(state)}p`;
  forget(call);
  endLog(state);
  return `${takeLog(state)}n`;
}
