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
  REALM_CHANGED,
  REPLY,
  TOOL,
} from '../../../shared/protocol/guest-wire.ts';
import { addTool, forget, toolOf } from './calls.ts';
import { takeReply } from './host-requests.ts';
import { invoke, listExports } from './invoke.ts';
import { checkBy, collect, type ViolationsOf } from './outcome.ts';
import { type Factory, holdModule, preload } from './preload.ts';
import { isShared, isUnchanged } from './realm.ts';
import { reseed } from './seeds.ts';
import { fireTimer } from './timers.ts';

/** Carries out an operation. In a changed realm it runs no plugin code and returns {@link REALM_CHANGED}. */
export function enter(...entry: GuestEntry): unknown {
  switch (entry[0]) {
    case INVOKE:
      if (!isUnchanged()) return REALM_CHANGED;
      reseed(entry[6], entry[7], entry[8], entry[9], entry[10]);
      return invoke(entry[1], toolOf(entry[2]), entry[3], entry[4], entry[5]);
    case COLLECT:
      return collect(entry[1]);
    case FIRE_TIMER:
      if (!isUnchanged()) return REALM_CHANGED;
      // Another call may have run since then: neither may draw from the other's random numbers.
      if (isShared) reseed(entry[3] as number, entry[4] as number, entry[5] as number, entry[6] as number, entry[7]);
      return fireTimer(entry[1], entry[2]);
    case REPLY:
      if (!isUnchanged()) return REALM_CHANGED;
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
      return checkBy(entry[1] as ViolationsOf, entry[2]);
    case LIST_EXPORTS:
      reseed(entry[1], entry[2], entry[3], entry[4], entry[5]);
      return listExports();
  }
}
