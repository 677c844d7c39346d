// Sends host requests. They are counted here first, so that a flood never leaves the isolate. Runs inside the isolate.

import {
  CANCEL_REQUEST,
  REQUEST_FETCH,
  REQUEST_SIGN,
  REQUEST_STORE,
  REQUEST_TOOL,
  TOO_MANY_HOST_CALLS,
} from '../../../shared/protocol/guest-wire.ts';
import type { HostRequestKind, OnHostReply } from '../scripts/parts.ts';
import { apply, mapDelete, mapGet, mapSet, NativeError, NativeMap, NativeString, NativeTypeError } from './builtins.ts';
import { type CallState, current, run, suspendedCall } from './calls.ts';
import { fail } from './outcome.ts';
import { type Place, refuse } from './places.ts';
import { noteOutside } from './preload.ts';
import { post } from './realm.ts';

const LETTERS = {
  fetch: REQUEST_FETCH,
  store: REQUEST_STORE,
  sign: REQUEST_SIGN,
  tool: REQUEST_TOOL,
} as const satisfies Record<HostRequestKind, string>;

/** Counts a host call of the running call and returns the call; undefined if it already has its outcome. Throws past the limit, and if no call runs. */
export function countHostCall(): CallState | undefined {
  noteOutside();
  const state = current;
  if (state === undefined)
    throw new NativeTypeError('this can be used only while a call runs, not while the module loads');
  if (state.outcome !== undefined && state.outcome !== TOO_MANY_HOST_CALLS) return undefined;
  if (state.hostCallsLeft > 0 && state.outcome === undefined) {
    state.hostCallsLeft -= 1;
    return state;
  }
  state.outcome ??= TOO_MANY_HOST_CALLS;
  throw new NativeError('The call has made too many host calls.');
}

/** Sends a host request, which counts as a host call. Returns a function that cancels it. Throws as {@link countHostCall} does. */
export function hostRequest(kind: HostRequestKind, text: string, onReply: OnHostReply): () => void {
  const state = countHostCall();
  if (state === undefined) return (): void => {};
  state.lastRequest += 1;
  const request = state.lastRequest;
  const requests = state.requests ?? new NativeMap<number, OnHostReply>();
  state.requests = requests;
  apply(mapSet, requests, [request, onReply]);
  state.requestsPending += 1;
  post(LETTERS[kind], state.call, `${request} ${text}`);
  return (): void => {
    if (state.outcome !== undefined || !apply(mapDelete, requests, [request])) return;
    state.requestsPending -= 1;
    post(CANCEL_REQUEST, state.call, NativeString(request));
  };
}

/** Hands a host reply to the code that made the request. */
export function takeReply(call: number, request: number, ok: boolean, text: string): void {
  const state = suspendedCall(call);
  const requests = state?.requests;
  const onReply = requests && (apply(mapGet, requests, [request]) as OnHostReply | undefined);
  if (state === undefined || requests === undefined || onReply === undefined || state.outcome !== undefined) return;
  apply(mapDelete, requests, [request]);
  state.requestsPending -= 1;
  run(state);
  try {
    onReply(ok, text, (error, place) => {
      refuse(state, request, error, place as Place | undefined);
      return error;
    });
  } catch (error) {
    fail(state, error);
  }
}
