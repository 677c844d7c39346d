// Runs a tool, from the text of its arguments to the call's outcome. Runs inside the isolate.

import { SUSPENDED, type ToolInput } from '../../../shared/protocol/guest-wire.ts';
import { apply, hasOwn, NativeTypeError, ownKeys, parse, stringify } from './builtins.ts';
import { newCall, run, suspend } from './calls.ts';
import { contextOf } from './context.ts';
import { badInputOf, fail, settleLater, succeed, take } from './outcome.ts';
import { type Exports, evaluate, takePreloaded } from './preload.ts';
import { cut } from './text.ts';

/** Runs a call as the runner hands it over; `argumentsText` is the caller's JSON. Returns its outcome, or {@link SUSPENDED}. */
export function invoke(call: number, tool: ToolInput, argumentsText: string, callId: string, caller: string): string {
  const state = newCall(call, tool);
  const badInput = badInputOf(state, argumentsText);
  if (badInput !== undefined) return badInput;
  run(state);
  try {
    const exports = takePreloaded(state) ?? evaluate();
    const context = contextOf(state, callId, caller);
    const value = apply(exportOf(exports, tool.exportName), undefined, [parse(argumentsText), context]);
    if (isThenable(value)) void settleLater(state, value);
    else succeed(state, value);
  } catch (error) {
    fail(state, error);
  }
  if (state.outcome !== undefined) return take(state);
  suspend(state);
  return SUSPENDED;
}

function exportOf(exports: Exports, exportName: string): (...values: unknown[]) => unknown {
  const tool = hasOwn(exports, exportName) ? exports[exportName]?.() : undefined;
  if (typeof tool !== 'function')
    throw new NativeTypeError(`The plugin does not export a function named ${exportName}.`);
  return tool as (...values: unknown[]) => unknown;
}

/** True for promises and the like. Reading `then` may run plugin code, as `await` would. */
function isThenable(value: unknown): boolean {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return false;
  return typeof (value as { then?: unknown }).then === 'function';
}

/** Evaluates the module and lists its exports as JSON: `[[name, typeof], …]`. Used by inspection. */
export function listExports(): string {
  const exports = evaluate();
  const names = ownKeys(exports);
  let list = '[';
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i];
    if (typeof name !== 'string') continue;
    list += `${list === '[' ? '' : ','}[${stringify(cut(name, 200))},${stringify(typeof exports[name]?.())}]`;
  }
  return `${list}]`;
}
