// The globals that every plugin has beyond ECMAScript, and how one is put in place. Runs inside the isolate, before any plugin code.

import { noteOutside } from './ahead.ts';
import { apply, defineProperty, getOwnPropertyDescriptor, NativeTypeError, ownKeys } from './builtins.ts';
import { current } from './calls.ts';
import { fail } from './outcome.ts';
import { clearTimer, startTimer } from './timers.ts';

type TimerTask = (...values: unknown[]) => unknown;

/** Makes something a global, as ECMAScript's are. */
export function define(name: string, value: unknown): void {
  defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
}

/** Gives a builtin's place and everything that hangs on it to another function. */
export function replaceConstructor(
  native: { readonly prototype: object },
  replacement: { readonly name: string },
): void {
  for (const key of ownKeys(native)) {
    if (key === 'prototype') continue;
    const descriptor = getOwnPropertyDescriptor(native, key);
    if (descriptor) defineProperty(replacement, key, descriptor);
  }
  const { prototype } = native;
  defineProperty(replacement, 'prototype', {
    value: prototype,
    writable: false,
    enumerable: false,
    configurable: false,
  });
  defineProperty(prototype, 'constructor', {
    value: replacement,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  define(replacement.name, replacement);
}

/** Defines the name that libraries for browsers and workers know the global object by. */
export function addSelf(): void {
  define('self', globalThis);
}

/** Defines what lets code run later. */
export function addTasks(): void {
  define('queueMicrotask', (task: () => unknown): void => {
    if (typeof task !== 'function') throw new NativeTypeError('queueMicrotask takes a function');
    noteOutside();
    const state = current;
    void (async () => {
      await undefined;
      try {
        apply(task, undefined, []);
      } catch (error) {
        if (state) fail(state, error);
      }
    })();
  });
  define('setTimeout', (task: TimerTask, delayMs?: unknown, ...values: unknown[]): number => {
    if (typeof task !== 'function') throw new NativeTypeError('setTimeout takes a function');
    return startTimer(() => apply(task, undefined, values), delayMs, false);
  });
  define('setInterval', (task: TimerTask, delayMs?: unknown, ...values: unknown[]): number => {
    if (typeof task !== 'function') throw new NativeTypeError('setInterval takes a function');
    return startTimer(() => apply(task, undefined, values), delayMs, true);
  });
  // One list of numbers, as in the standard: either clears both kinds.
  for (const name of ['clearTimeout', 'clearInterval'])
    define(name, { [name]: (timerId: unknown): void => clearTimer(timerId) }[name]);
}
