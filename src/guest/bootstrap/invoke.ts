// Runs a plugin's tool, from its arguments' text to its answer. Runs inside the isolate.

import { type Exports, evaluate, takePrepared } from './ahead.ts';
import { apply, hasOwn, NativeTypeError, ownKeys, parse, stringify } from './builtins.ts';
import { keep, newCall, run, type ToolInput } from './calls.ts';
import { contextOf } from './context.ts';
import { fail, misfitOf, settleLater, succeed, take } from './outcome.ts';
import { cut } from './text.ts';

/** What a call brings with it; `argumentsText` is the caller's JSON. */
export interface Invocation {
  readonly call: number;
  readonly tool: ToolInput;
  readonly argumentsText: string;
  readonly callId: string;
  readonly caller: string;
}

/** Runs a call. Returns its answer, or `p` where it must wait for something. */
export function invoke({ call, tool, argumentsText, callId, caller }: Invocation): string {
  const state = newCall(call, tool);
  const misfit = misfitOf(state, argumentsText);
  if (misfit !== undefined) return misfit;
  run(state);
  try {
    const exports = takePrepared(state) ?? evaluate();
    const context = contextOf(state, callId, caller);
    const value = apply(exportOf(exports, tool.exportName), undefined, [parse(argumentsText), context]);
    if (isThenable(value)) void settleLater(state, value);
    else succeed(state, value);
  } catch (error) {
    fail(state, error);
  }
  if (state.answer !== undefined) return take(state);
  keep(state);
  return 'p';
}

function exportOf(exports: Exports, exportName: string): (...values: unknown[]) => unknown {
  const tool = hasOwn(exports, exportName) ? exports[exportName]?.() : undefined;
  if (typeof tool !== 'function')
    throw new NativeTypeError(`The plugin does not export a function named ${exportName}.`);
  return tool as (...values: unknown[]) => unknown;
}

/** Reading `then` may run plugin code, as awaiting would. */
function isThenable(value: unknown): boolean {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return false;
  return typeof (value as { then?: unknown }).then === 'function';
}

/** Lists what the module exports, as JSON: `[[name, typeof], …]`. For trying a bundle out. */
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
