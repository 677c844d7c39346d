// Timers of a call: kept here, counted, and set by the runner. Runs inside the isolate.

import {
  apply,
  floor,
  mapDelete,
  mapGet,
  mapSet,
  max,
  min,
  NativeMap,
  NativeNumber,
  NativeString,
} from './builtins.ts';
import { current, run, type Timer, waitingCall } from './calls.ts';
import { fail } from './outcome.ts';
import { send } from './outlet.ts';
import { asking } from './questions.ts';

const TIMER_MAX_MS = 2 ** 31 - 1;

/** Sets a timer; returns its number in the call. Counts against the call's host calls, an interval each time it is set again. Throws past the cap. */
export function startTimer(task: () => unknown, delayMs: unknown, isRepeated: boolean): number {
  const delay = max(0, min(TIMER_MAX_MS, floor(NativeNumber(delayMs)) || 0));
  const state = asking();
  if (state === undefined) return 0;
  state.lastTimerId += 1;
  const timerId = state.lastTimerId;
  state.timers ??= new NativeMap();
  apply(mapSet, state.timers, [timerId, { task, everyMs: isRepeated ? delay : undefined }]);
  state.timersPending += 1;
  send('t', state.call, `${timerId} ${delay}`);
  return timerId;
}

/** Gives a timer of the call that runs up; nothing where there is none with this number. */
export function clearTimer(timerId: unknown): void {
  const state = current;
  if (state?.timers === undefined || typeof timerId !== 'number') return;
  if (!apply(mapDelete, state.timers, [timerId])) return;
  state.timersPending -= 1;
  if (asking() !== undefined) send('c', state.call, NativeString(timerId));
}

/** Runs the task of a timer that has fired. */
export function deliver(call: number, timerId: number): void {
  const state = waitingCall(call);
  const timers = state?.timers;
  const timer = timers && (apply(mapGet, timers, [timerId]) as Timer | undefined);
  if (state === undefined || timers === undefined || timer === undefined || state.answer !== undefined) return;
  const { task, everyMs } = timer;
  if (everyMs === undefined) {
    apply(mapDelete, timers, [timerId]);
    state.timersPending -= 1;
  }
  run(state);
  try {
    task();
    // Unless its own task has cleared it.
    if (everyMs !== undefined && apply(mapGet, timers, [timerId]) === timer && asking() !== undefined)
      send('t', call, `${timerId} ${everyMs}`);
  } catch (error) {
    fail(state, error);
  }
}
