// Defines globals, among them those beyond ECMAScript that every plugin has, and removes what no limit can hold. Runs inside the isolate, before any plugin code.

import { apply, construct, defineProperty, getOwnPropertyDescriptor, NativeTypeError, ownKeys } from './builtins.ts';
import { current } from './calls.ts';
import { fail } from './outcome.ts';
import { noteOutside } from './preload.ts';
import { clearTimer, startTimer } from './timers.ts';

const NativeBuffer = ArrayBuffer;

type TimerTask = (...values: unknown[]) => unknown;

/** Defines a global with the attributes of ECMAScript's own. */
export function define(name: string, value: unknown): void {
  defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
}

/** Replaces a builtin constructor: the other function gets its statics, its prototype and its global. */
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

/** Defines `self`, the name of the global object in libraries for browsers and workers. */
export function addSelf(): void {
  define('self', globalThis);
}

/** Defines the globals that run code later: microtasks and timers. */
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
  // Both kinds share one list of numbers, as in the standard, so either function clears both.
  for (const name of ['clearTimeout', 'clearInterval'])
    define(name, { [name]: (timerId: unknown): void => clearTimer(timerId) }[name]);
}

/** Removes what holds uncounted memory, what blocks a thread, and the engine's own console, which has no output. */
export function removeUnlimited(): void {
  // WebAssembly and SharedArrayBuffer hold memory that is not counted for the isolate; Atomics.wait blocks its thread.
  for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'console'])
    delete (globalThis as Record<string, unknown>)[name];
  const prototype = NativeBuffer.prototype as unknown as Record<string, unknown>;
  for (const name of ['resize', 'resizable', 'maxByteLength']) delete prototype[name];
  // A resizable buffer reserves up to a gigabyte uncounted, so the second argument, which requests one, is dropped.
  // biome-ignore lint/suspicious/noShadowRestrictedNames: it takes the builtin's place, its name included.
  const Fixed = function ArrayBuffer(this: unknown, byteLength?: number) {
    if (new.target === undefined) throw new NativeTypeError("Constructor ArrayBuffer requires 'new'");
    return construct(NativeBuffer, [byteLength], new.target);
  };
  replaceConstructor(NativeBuffer, Fixed);
}

/** Removes Temporal and every way to it: the lockdown freezes only what a walk over the globals reaches. Why: test/state/temporal-through-dates. */
export function removeTemporal(): void {
  delete (globalThis as { Temporal?: unknown }).Temporal;
  delete (Date.prototype as { toTemporalInstant?: unknown }).toTemporalInstant;
}
