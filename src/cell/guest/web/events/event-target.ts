// EventTarget of the DOM standard, without a tree: an event that is dispatched at a target reaches that target's listeners only.

import { isObject } from '../standard/convert.ts';
import { asInterface, dictionaryOf, type ExceptionType, needArguments } from '../standard/interface.ts';
import type { EventState } from './event.ts';

type Callback = ((this: object, event: object) => unknown) | { handleEvent(event: object): unknown };

interface Listener {
  readonly type: string;
  readonly callback: Callback;
  readonly isCapturing: boolean;
  readonly isOnce: boolean;
  readonly isPassive: boolean;
  isRemoved: boolean;
}

/** The state of an AbortSignal that a target needs to end a listener when the signal is aborted. */
export interface AbortState {
  isAborted: boolean;
  /** Run when it is aborted, before any listener. */
  readonly steps: Set<() => void>;
}

export interface TargetParts {
  readonly DOMException: ExceptionType;
  readonly stateOf: (value: object) => EventState | undefined;
  /** Undefined for anything but an AbortSignal. */
  readonly abortStateOf: (value: object) => AbortState | undefined;
  /** Takes what a listener throws. */
  readonly fail: (error: unknown) => void;
}

const callbackOf = (value: unknown): Callback | null => {
  if (value === null || value === undefined) return null;
  if (!isObject(value)) throw new TypeError('A listener must be a function or an object.');
  return value as Callback;
};

const isCapturing = (options: unknown): boolean =>
  isObject(options) ? Boolean((options as { capture?: unknown }).capture) : Boolean(options);

/** The class, and `dispatch`, which can dispatch a trusted event. Plugins do not get `dispatch`. */
export const makeEventTarget = ({ DOMException, stateOf, abortStateOf, fail }: TargetParts) => {
  let dispatch: (target: EventTarget, event: object, isTrusted: boolean) => boolean = () => true;

  class EventTarget {
    static {
      dispatch = (target, event, isTrusted) => target.#dispatch(event, isTrusted);
    }

    #listeners: readonly Listener[] = [];

    addEventListener(type: string, callback: unknown, options?: unknown): void {
      needArguments(arguments.length, 2, 'addEventListener');
      const listener = this.#listenerFor(`${type}`, callbackOf(callback), options);
      if (listener === undefined || this.#indexOf(listener) !== -1) return;
      this.#listeners = [...this.#listeners, listener];
    }

    removeEventListener(type: string, callback: unknown, options?: unknown): void {
      needArguments(arguments.length, 2, 'removeEventListener');
      const wanted = { type: `${type}`, callback: callbackOf(callback), isCapturing: isCapturing(options) };
      const listener = this.#listeners[this.#indexOf(wanted)];
      if (listener) this.#remove(listener);
    }

    dispatchEvent(event: object): boolean {
      needArguments(arguments.length, 1, 'dispatchEvent');
      return this.#dispatch(event, false);
    }

    /** Undefined if there is no callback, or if the signal is aborted already. */
    #listenerFor(type: string, callback: Callback | null, options: unknown): Listener | undefined {
      const { once, passive, signal } = isObject(options) ? dictionaryOf(options, 'The options') : {};
      const abort = isObject(signal) ? abortStateOf(signal) : undefined;
      if (signal !== undefined && abort === undefined) throw new TypeError('The signal must be an AbortSignal.');
      if (callback === null || abort?.isAborted) return undefined;
      const listener: Listener = {
        type,
        callback,
        isCapturing: isCapturing(options),
        isOnce: Boolean(once),
        isPassive: Boolean(passive),
        isRemoved: false,
      };
      abort?.steps.add(() => this.#remove(listener));
      return listener;
    }

    #indexOf(wanted: { type: string; callback: Callback | null; isCapturing: boolean }): number {
      return this.#listeners.findIndex(
        ({ type, callback, isCapturing: capturing }) =>
          type === wanted.type && callback === wanted.callback && capturing === wanted.isCapturing,
      );
    }

    #remove(listener: Listener): void {
      listener.isRemoved = true;
      this.#listeners = this.#listeners.filter((each) => each !== listener);
    }

    #dispatch(event: object, isTrusted: boolean): boolean {
      const state = isObject(event) ? stateOf(event) : undefined;
      if (state === undefined) throw new TypeError('dispatchEvent takes an Event.');
      if (state.isDispatched) throw new DOMException('The event is being dispatched already.', 'InvalidStateError');
      state.isTrusted = isTrusted;
      state.isDispatched = true;
      state.target = this;
      state.isAtTarget = true;
      try {
        for (const capturing of [true, false]) if (!state.isStopped) this.#invoke(event, state, capturing);
      } finally {
        state.isAtTarget = false;
        state.isDispatched = false;
        state.isStopped = false;
        state.isStoppedAtOnce = false;
      }
      return !state.isCanceled;
    }

    /** Does not call listeners that are added or removed while it runs. */
    #invoke(event: object, state: EventState, capturing: boolean): void {
      for (const listener of this.#listeners) {
        if (listener.isRemoved || listener.type !== state.type || listener.isCapturing !== capturing) continue;
        if (listener.isOnce) this.#remove(listener);
        state.isInPassiveListener = listener.isPassive;
        try {
          call(listener.callback, this, event);
        } catch (error) {
          fail(error);
        } finally {
          state.isInPassiveListener = false;
        }
        if (state.isStoppedAtOnce) return;
      }
    }
  }

  asInterface(EventTarget);
  return { EventTarget, dispatch };
};

const call = (callback: Callback, target: object, event: object): void => {
  if (typeof callback === 'function') {
    Reflect.apply(callback, target, [event]);
    return;
  }
  const { handleEvent } = callback;
  if (typeof handleEvent !== 'function') throw new TypeError('The listener has no function handleEvent.');
  Reflect.apply(handleEvent, callback, [event]);
};
