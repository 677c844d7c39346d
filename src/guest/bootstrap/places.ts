// Where in the plugin something was asked of the host: kept when it is asked, since nothing of the plugin is on the stack when the answer
// comes. Runs inside the isolate.

import {
  apply,
  captureStackTrace,
  charCodeAt,
  defineProperty,
  mapGet,
  mapSet,
  NativeError,
  NativeMap,
  slice,
} from './builtins.ts';
import type { CallState } from './calls.ts';
import { nameAndMessage } from './text.ts';

/** The frames of one moment. V8 writes them out when they are first read, which hardly ever happens. */
export interface Place {
  readonly stack?: unknown;
}

const NEWLINE = 10;

/** The frames below `caller`, a function that is running. */
export function placeOf(caller: (...values: never[]) => unknown): Place {
  const place = { __proto__: null } as Place;
  apply(captureStackTrace, NativeError, [place, caller]);
  return place;
}

/** Makes an error the refusal of a question: its stack is where that was asked, and a call that it ends is known to end by it. */
export function refuse(state: CallState, askId: number, error: object, place: Place | undefined): void {
  state.refusals ??= new NativeMap();
  apply(mapSet, state.refusals, [error, askId]);
  if (place === undefined) return;
  try {
    // Writing the frames out may run a plugin's Error.prepareStackTrace, on the plugin's time.
    const { stack } = place;
    if (typeof stack !== 'string') return;
    const value = nameAndMessage(error) + framesIn(stack);
    defineProperty(error, 'stack', { value, writable: true, enumerable: false, configurable: true });
  } catch {
    // The error keeps the stack that it has.
  }
}

/** The question whose refusal this very error is. */
export function refusedAsk(state: CallState, error: unknown): number | undefined {
  return state.refusals && (apply(mapGet, state.refusals, [error]) as number | undefined);
}

/** What follows the first line, its newline included. */
function framesIn(stack: string): string {
  for (let i = 0; i < stack.length; i += 1) {
    if (apply(charCodeAt, stack, [i]) === NEWLINE) return apply(slice, stack, [i]);
  }
  return '';
}
