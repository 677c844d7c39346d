// What code of a plugin asks of the host: counted here first, so that a flood never leaves the isolate. Runs inside it.

import type { AskKind } from '../parts.ts';
import { noteOutside } from './ahead.ts';
import { apply, mapDelete, mapGet, mapSet, NativeError, NativeMap, NativeString, NativeTypeError } from './builtins.ts';
import { type CallState, current, type OnAnswer, run, waitingCall } from './calls.ts';
import { fail } from './outcome.ts';
import { send } from './outlet.ts';
import { type Place, refuse } from './places.ts';

const KINDS: Readonly<Record<AskKind, string>> = { fetch: 'f', store: 's' };

/** The call that asks something of the host; undefined where it has its answer and nothing it still does counts. Throws past the cap, and while no call runs. */
export function asking(): CallState | undefined {
  noteOutside();
  const state = current;
  if (state === undefined)
    throw new NativeTypeError('this can be used only while a call runs, not while the module loads');
  if (state.answer !== undefined && state.answer !== 'o') return undefined;
  if (state.hostCallsLeft > 0 && state.answer === undefined) {
    state.hostCallsLeft -= 1;
    return state;
  }
  state.answer ??= 'o';
  throw new NativeError('The call has asked too much of the host.');
}

/** Asks the host, as one of the call's host calls; returns how to give the question up. Throws as {@link asking} does. */
export function ask(kind: AskKind, text: string, onAnswer: OnAnswer): () => void {
  const state = asking();
  if (state === undefined) return (): void => {};
  state.lastAskId += 1;
  const askId = state.lastAskId;
  const asks = state.asks ?? new NativeMap<number, OnAnswer>();
  state.asks = asks;
  apply(mapSet, asks, [askId, onAnswer]);
  state.asksPending += 1;
  send(KINDS[kind], state.call, `${askId} ${text}`);
  return (): void => {
    if (state.answer !== undefined || !apply(mapDelete, asks, [askId])) return;
    state.asksPending -= 1;
    send('u', state.call, NativeString(askId));
  };
}

/** Hands a question's answer to whoever asked. */
export function answer(call: number, askId: number, ok: boolean, text: string): void {
  const state = waitingCall(call);
  const asks = state?.asks;
  const onAnswer = asks && (apply(mapGet, asks, [askId]) as OnAnswer | undefined);
  if (state === undefined || asks === undefined || onAnswer === undefined || state.answer !== undefined) return;
  apply(mapDelete, asks, [askId]);
  state.asksPending -= 1;
  run(state);
  try {
    onAnswer(ok, text, (error, place) => {
      refuse(state, askId, error, place as Place | undefined);
      return error;
    });
  } catch (error) {
    fail(state, error);
  }
}
