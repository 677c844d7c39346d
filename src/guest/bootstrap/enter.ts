// The runner's one way into an isolate: a single reference, so that entering never waits for another. Runs inside the isolate.

import { type Factory, prepare } from './ahead.ts';
import { addTool, forget, toolOf } from './calls.ts';
import { invoke, listExports } from './invoke.ts';
import { checkBy, collect, type ViolationsOf } from './outcome.ts';
import { answer } from './questions.ts';
import { isShared, isUnchanged } from './realm.ts';
import { type Seed, sow } from './seeds.ts';
import { deliver } from './timers.ts';

/**
 * Carries out an operation; `x` from one that lets plugin code run where the realm has been changed.
 * `invoke` call, tool, arguments, call id, caller, factory · `collect` call · `deliver` call, timer · `answer` call, question,
 * ok, text · `drop` call · `prepare` factory · `tool` JSON · `check` function, uses RegExp · else lists the exports of a factory.
 */
export function enter(
  operation: string,
  first?: unknown,
  second?: unknown,
  third?: unknown,
  fourth?: unknown,
  fifth?: unknown,
  sixth?: unknown,
  ...seed: Seed
): unknown {
  switch (operation) {
    case 'invoke':
      if (!isUnchanged()) return 'x';
      sow(seed);
      return invoke({
        call: first as number,
        tool: toolOf(second),
        argumentsText: third as string,
        callId: fourth as string,
        caller: fifth as string,
        factory: sixth as Factory,
      });
    case 'collect':
      return collect(first as number);
    case 'deliver':
      if (!goesOn(seed)) return 'x';
      return deliver(first as number, second as number);
    case 'answer':
      if (!goesOn(seed)) return 'x';
      return answer(first as number, second as number, third as boolean, fourth as string);
    case 'drop':
      return forget(first as number);
    case 'prepare':
      // The numbers must not go on where the last call's stopped.
      sow(seed);
      return prepare(first as Factory);
    case 'tool':
      return addTool(first as string);
    case 'check':
      return checkBy(first as ViolationsOf, second as boolean);
    default:
      sow(seed);
      return listExports(first as Factory);
  }
}

/** False where the realm has been changed. Another call may have run since: neither may draw from the other's numbers. */
function goesOn(seed: Seed): boolean {
  if (!isUnchanged()) return false;
  if (isShared) sow(seed);
  return true;
}
