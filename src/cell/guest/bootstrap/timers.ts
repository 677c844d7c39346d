// Keeps and counts the timers of calls; the runner sets them. Runs inside the isolate.

import { CLEAR_TIMER, SET_TIMER } from '../../../shared/protocol/guest-wire.ts';
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
import { current, run, suspendedCall, type Timer } from './calls.ts';
import { countHostCall } from './host-requests.ts';
import { fail } from './outcome.ts';
import { post } from './realm.ts';

const TIMER_MAX_MS = 2 ** 31 - 1;

/** Sets a timer; returns its number in the call. Counts as a host call, an interval again for each run. Throws as {@link countHostCall} does. */
export function startTimer(task: () => unknown, delayMs: unknown, isRepeated: boolean): number {
  const delay = max(0, min(TIMER_MAX_MS, floor(NativeNumber(delayMs)) || 0));
  const state = countHostCall();
  if (state === undefined) return 0;
  state.lastTimerId += 1;
  const timerId = state.lastTimerId;
  state.timers ??= new NativeMap();
  apply(mapSet, state.timers, [timerId, { task, everyMs: isRepeated ? delay : undefined }]);
  state.timersPending += 1;
  post(SET_TIMER, state.call, `${timerId} ${delay}`);
  return timerId;
}

/** Cancels a timer of the running call, if it has one with this number. */
export function clearTimer(timerId: unknown): void {
  const state = current;
  if (state?.timers === undefined || typeof timerId !== 'number') return;
  if (!apply(mapDelete, state.timers, [timerId])) return;
  state.timersPending -= 1;
  if (countHostCall() !== undefined) post(CLEAR_TIMER, state.call, NativeString(timerId));
}

export function fireTimer(call: number, timerId: number): void {
  const state = suspendedCall(call);
  const timers = state?.timers;
  const timer = timers && (apply(mapGet, timers, [timerId]) as Timer | undefined);
  if (state === undefined || timers === undefined || timer === undefined || state.outcome !== undefined) return;
  const { task, everyMs } = timer;
  if (everyMs === undefined) {
    apply(mapDelete, timers, [timerId]);
    state.timersPending -= 1;
  }
  run(state);
  try {
    task();
    // Sets an interval again, unless its own task has cleared it.
    if (everyMs !== undefined && apply(mapGet, timers, [timerId]) === timer && countHostCall() !== undefined)
      post(SET_TIMER, call, `${timerId} ${everyMs}`);
  } catch (error) {
    fail(state, error);
  }
}
