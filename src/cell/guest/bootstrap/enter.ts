// The runner's one way into an isolate: one function for all operations, so that entering needs one reference only. Runs inside the isolate.

import {
  CHECK,
  COLLECT,
  DROP,
  FIRE_TIMER,
  type GuestEntry,
  INVOKE,
  LIST_EXPORTS,
  MODULE,
  PRELOAD,
  REPLY,
  SUSPENDED,
  TOOL,
  type ToolInput,
} from '../../../shared/protocol/guest-wire.ts';
import { apply, hasOwn, NativeTypeError, ownKeys, parse, stringify } from './builtins.ts';
import { addTool, forget, newCall, run, suspend, toolOf } from './calls.ts';
import { contextOf } from './context.ts';
import { takeReply } from './host-requests.ts';
import { badInputOf, checkBy, collect, fail, settleLater, succeed, take, type ViolationsOf } from './outcome.ts';
import { type Exports, evaluate, type Factory, holdModule, preload, takePreloaded } from './preload.ts';
import { isShared } from './realm.ts';
import { reseed } from './seeds.ts';
import { cut } from './text.ts';
import { fireTimer } from './timers.ts';

/** Carries out an operation. */
export function enter(...entry: GuestEntry): unknown {
  switch (entry[0]) {
    case INVOKE:
      reseed(entry[6], entry[7], entry[8], entry[9], entry[10]);
      return invoke(entry[1], toolOf(entry[2]), entry[3], entry[4], entry[5]);
    case COLLECT:
      return collect(entry[1]);
    case FIRE_TIMER:
      // Another call may have run since then: neither may draw from the other's random numbers.
      if (isShared) reseed(entry[3] as number, entry[4] as number, entry[5] as number, entry[6] as number, entry[7]);
      return fireTimer(entry[1], entry[2]);
    case REPLY:
      if (isShared) reseed(entry[5] as number, entry[6] as number, entry[7] as number, entry[8] as number, entry[9]);
      return takeReply(entry[1], entry[2], entry[3], entry[4]);
    case DROP:
      return forget(entry[1]);
    case PRELOAD:
      // The random numbers must not continue those of the last call.
      reseed(entry[1], entry[2], entry[3], entry[4], entry[5]);
      return preload();
    case MODULE:
      return holdModule(entry[1] as Factory);
    case TOOL:
      return addTool(entry[1]);
    case CHECK:
      return checkBy(entry[1] as ViolationsOf);
    case LIST_EXPORTS:
      reseed(entry[1], entry[2], entry[3], entry[4], entry[5]);
      return listExports();
  }
}

/** Runs a call as the runner hands it over; `argumentsText` is the caller's JSON. Returns its outcome, or {@link SUSPENDED}. */
function invoke(call: number, tool: ToolInput, argumentsText: string, callId: string, caller: string): string {
  const state = newCall(call, tool);
  const args: unknown = parse(argumentsText);
  const badInput = badInputOf(state, argumentsText, args);
  if (badInput !== undefined) return badInput;
  run(state);
  try {
    const exports = takePreloaded(state) ?? evaluate();
    const context = contextOf(state, callId, caller);
    const value = apply(exportOf(exports, tool.exportName), undefined, [args, context]);
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
function listExports(): string {
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
