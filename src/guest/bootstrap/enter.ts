// The runner's one way into an isolate: a single reference, so that entering never waits for another. Runs inside the isolate.

import { type Factory, holdModule, prepare } from './ahead.ts';
import { addTool, forget, toolOf } from './calls.ts';
import { invoke, listExports } from './invoke.ts';
import { checkBy, collect, type ViolationsOf } from './outcome.ts';
import { answer } from './questions.ts';
import { isShared, isUnchanged } from './realm.ts';
import { type Seed, sow } from './seeds.ts';
import { deliver } from './timers.ts';

/**
 * Carries out an operation; `x` from one that lets plugin code run where the realm has been changed.
 * `module` factory, before any that runs it · `invoke` call, tool, arguments, call id, caller · `collect` call · `deliver` call, timer ·
 * `answer` call, question, ok, text · `drop` call · `prepare` · `tool` JSON · `check` function, uses RegExp · else lists the module's exports.
 */
export function enter(
  operation: string,
  first?: unknown,
  second?: unknown,
  third?: unknown,
  fourth?: unknown,
  fifth?: unknown,
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
      return prepare();
    case 'module':
      return holdModule(first as Factory);
    case 'tool':
      return addTool(first as string);
    case 'check':
      return checkBy(first as ViolationsOf, second as boolean);
    default:
      sow(seed);
      return listExports();
  }
}

/** False where the realm has been changed. Another call may have run since: neither may draw from the other's numbers. */
function goesOn(seed: Seed): boolean {
  if (!isUnchanged()) return false;
  if (isShared) sow(seed);
  return true;
}
