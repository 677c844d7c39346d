// Makes the groups of globals that the plugin's text names; see src/cell/guest/web. Runs inside the isolate, before anything is frozen.

import type { WebGroup, WebParts } from '../scripts/parts.ts';
import { freeze, ownKeys } from './builtins.ts';
import { current } from './calls.ts';
import { elapsed, startOf } from './clock.ts';
import { addMember, addSignal, type SignalClass } from './context.ts';
import { define } from './globals.ts';
import { hostRequest } from './host-requests.ts';
import { log, logRoom, progress } from './log.ts';
import { fail } from './outcome.ts';
import { placeOf } from './places.ts';
import { noteOutside, refuseImport, startAfresh } from './preload.ts';
import { isShared } from './realm.ts';
import { drawnKey } from './seeds.ts';
import { startTimer } from './timers.ts';

/** All globals of the groups, by name. */
export const made: Record<string, unknown> = {};
/** Values that calls get in addition to the globals. */
export const handed: unknown[] = [refuseImport, progress];

const add = (value: unknown): void => {
  handed[handed.length] = value;
};

export function addGroups(groups: readonly WebGroup[]): void {
  const parts = partsOfGroups();
  for (const group of groups) {
    const { globals, samples, context } = group(parts, made);
    for (const name of ownKeys(globals) as string[]) {
      made[name] = globals[name];
      define(name, globals[name]);
    }
    for (const name of context ? (ownKeys(context) as string[]) : []) {
      addMember(name, context?.[name]);
      add(context?.[name]);
    }
    if (isShared && samples) for (const sample of samples()) add(sample);
  }
  const { AbortSignal: Signal } = made as { AbortSignal?: SignalClass };
  if (Signal !== undefined) addSignal(Signal);
  startAfresh();
}

function partsOfGroups(): WebParts {
  return {
    isShared,
    startOf,
    elapsed,
    startTimer: (task, delayMs) => void startTimer(task, delayMs, false),
    placeOf,
    hostRequest,
    log,
    logRoom,
    callKey,
    fail: (error) => {
      if (current) fail(current, error);
    },
    cryptoSeed: drawnKey,
  };
}

function callKey(): object | undefined {
  noteOutside();
  if (current !== undefined) current.key ??= freeze({});
  return current?.key;
}
