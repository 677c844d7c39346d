// Keeps where in the plugin a host request was made, because the plugin is not on the stack when the reply comes. Runs inside the isolate.

import {
  apply,
  captureStackTrace,
  defineProperty,
  indexOf,
  mapGet,
  mapSet,
  NativeError,
  NativeMap,
  slice,
} from './builtins.ts';
import type { CallState } from './calls.ts';
import { nameAndMessage } from './text.ts';

/** The stack frames of one moment. V8 writes them as text on first use, which is rare. */
export interface Place {
  readonly stack?: unknown;
}

/** The frames below `caller`, a running function. */
export function placeOf(caller: (...values: never[]) => unknown): Place {
  const place = { __proto__: null } as Place;
  apply(captureStackTrace, NativeError, [place, caller]);
  return place;
}

/** Marks an error as the refusal of a host request: its stack becomes the request's place, and a call that it ends counts as ended by the refusal. */
export function refuse(state: CallState, request: number, error: object, place: Place | undefined): void {
  state.refusals ??= new NativeMap();
  apply(mapSet, state.refusals, [error, request]);
  if (place === undefined) return;
  try {
    // Reading the stack may run a plugin's Error.prepareStackTrace, on the plugin's time.
    const { stack } = place;
    if (typeof stack !== 'string') return;
    const value = nameAndMessage(error) + framesIn(stack);
    defineProperty(error, 'stack', { value, writable: true, enumerable: false, configurable: true });
  } catch {
    // The error keeps the stack that it has.
  }
}

/** Errors of a chain of causes that are looked at. */
const MOST_CAUSES = 8;

/**
 * The number of the host request that this error object refuses, or an error that it names as its cause, as libraries do; undefined if they refuse none.
 * Reading causes may run plugin code, on the plugin's time.
 */
export function refusedRequest({ refusals }: CallState, error: unknown): number | undefined {
  if (refusals === undefined) return undefined;
  try {
    let cause = error;
    for (let i = 0; i < MOST_CAUSES && typeof cause === 'object' && cause !== null; i += 1) {
      const request = apply(mapGet, refusals, [cause]) as number | undefined;
      if (request !== undefined) return request;
      cause = (cause as { cause?: unknown }).cause;
    }
  } catch {
    // A cause that cannot be read is none.
  }
  return undefined;
}

/** The text after the first line, with the newline before it. */
function framesIn(stack: string): string {
  const end = apply(indexOf, stack, ['\n']);
  return end === -1 ? '' : apply(slice, stack, [end]);
}
