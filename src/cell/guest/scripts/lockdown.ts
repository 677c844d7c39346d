// Makes a realm unchangeable, so that one call can leave nothing in it for the next: removes unknown globals and hidden state, and freezes
// everything reachable, without exception. Runs once in a shared realm, within the bootstrap and before any plugin code. Built into one script with
// what it imports. Decisions 0004, 0061 and 0062.

import type { PristinePatterns, WebGlobals } from './parts.ts';
import { quickenPatterns } from './patterns/patterns.ts';

/** `shared`: the values that a plugin is handed. */
export function lockdown(shared: readonly unknown[], webGlobals: WebGlobals, pristine: PristinePatterns): void {
  const { apply, ownKeys, getOwnPropertyDescriptor, getPrototypeOf, defineProperty } = Reflect;
  const { freeze, hasOwn } = Object;
  const NativeTypeError = TypeError;
  const home = globalThis as unknown as Record<PropertyKey, unknown>;
  /** Values that only a getter returns, so a walk over properties does not find them. */
  const behindGetters: unknown[] = [];

  const ERRORS = [Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];
  /** Globals that may stay: each was reviewed for state that freezing does not reach. A new global is removed until it is reviewed. */
  const KNOWN_GLOBALS = new Set<string>([
    'Object',
    'Function',
    'Array',
    'Number',
    'parseFloat',
    'parseInt',
    'Infinity',
    'NaN',
    'undefined',
    'Boolean',
    'String',
    'Symbol',
    'Date',
    'Promise',
    'RegExp',
    ...ERRORS.map(({ name }) => name),
    'SuppressedError',
    'globalThis',
    'JSON',
    'Math',
    'Intl',
    'ArrayBuffer',
    'Uint8Array',
    'Int8Array',
    'Uint16Array',
    'Int16Array',
    'Uint32Array',
    'Int32Array',
    'Float16Array',
    'Float32Array',
    'Float64Array',
    'Uint8ClampedArray',
    'BigUint64Array',
    'BigInt64Array',
    'DataView',
    'Map',
    'BigInt',
    'Set',
    'Iterator',
    'WeakMap',
    'WeakSet',
    'Proxy',
    'Reflect',
    'DisposableStack',
    'AsyncDisposableStack',
    'Temporal',
    'decodeURI',
    'decodeURIComponent',
    'encodeURI',
    'encodeURIComponent',
    'escape',
    'unescape',
    'eval',
    'isFinite',
    'isNaN',
    'self',
    'queueMicrotask',
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
  ]);
  // Not in the list: WeakRef and FinalizationRegistry, which act after the call that made them has ended.

  function removeUnknownGlobals(): void {
    for (const key of ownKeys(home)) {
      if (typeof key === 'string' && (KNOWN_GLOBALS.has(key) || hasOwn(webGlobals, key))) continue;
      if (key === Symbol.toStringTag) continue;
      if (!delete home[key]) throw new NativeTypeError(`the global ${String(key)} cannot be removed`);
    }
  }

  /** RegExp.$1, RegExp.input and the like remember the last match of the whole realm. */
  function removeRegExpStatics(): void {
    for (const key of ownKeys(RegExp)) {
      const isKnown =
        key === 'length' || key === 'name' || key === 'prototype' || key === 'escape' || key === Symbol.species;
      if (!isKnown) delete (RegExp as unknown as Record<PropertyKey, unknown>)[key];
    }
  }

  /**
   * An object that inherits from a frozen one cannot be assigned its properties: `error.name = 'X'` would throw. If programs commonly do
   * that, the property becomes an accessor that defines the value on the assigned object.
   */
  function allowOverriding(prototype: object, keys: readonly PropertyKey[]): void {
    for (const key of keys) {
      const descriptor = getOwnPropertyDescriptor(prototype, key);
      if (!descriptor?.configurable || !('value' in descriptor)) continue;
      const { value } = descriptor;
      behindGetters.push(value);
      const get = (): unknown => value;
      const set = function (this: unknown, next: unknown): void {
        const isObject = (typeof this === 'object' && this !== null) || typeof this === 'function';
        const own = { value: next, writable: true, enumerable: true, configurable: true };
        if (isObject && this !== prototype && defineProperty(this, key, own)) return;
        throw new NativeTypeError(`Cannot assign to ${String(key)} of what all calls share`);
      };
      defineProperty(prototype, key, { get, set, enumerable: descriptor.enumerable ?? false, configurable: false });
    }
  }

  function allowHabits(): void {
    // A dictionary or a class of a plugin may have any of these names.
    allowOverriding(Object.prototype, ownKeys(Object.prototype));
    allowOverriding(Function.prototype, ['toString', 'constructor', 'bind']);
    allowOverriding(Array.prototype, ['toString', 'toLocaleString']);
    allowOverriding(getPrototypeOf(Uint8Array.prototype) as object, ['toString', 'toLocaleString']);
    // Inheritance by hand assigns `constructor`. Not for Array, Promise, RegExp and the like, because V8's fast paths watch theirs;
    // nor for String, because accessors on its prototype halve the speed of code that works on strings.
    for (const type of [Date, Map, Set, WeakMap, WeakSet, Number, Boolean, BigInt, Symbol])
      allowOverriding(type.prototype, ['constructor', 'toString', 'toLocaleString', 'toJSON', 'valueOf']);
    // Without `constructor`: changing it would end the fast paths in all contexts of the isolate.
    allowOverriding(RegExp.prototype, ['toString']);
    // Programs wrap the iterators of others: they assign methods to them that do more. Not for the iterators of arrays, which V8's fast paths watch.
    for (const generator of [function* () {}, async function* () {}])
      allowOverriding((getPrototypeOf(generator) as GeneratorFunction).prototype, ['next', 'return', 'throw']);
    for (const type of ERRORS) allowOverriding(type.prototype, ['name', 'message', 'toString', 'constructor']);
  }

  /** Programs also inherit from web classes by hand, and may assign any method on the object that inherits. */
  function allowHabitsOfWebClasses(): void {
    for (const name of ownKeys(webGlobals) as string[]) {
      const prototype = (webGlobals[name] as { prototype?: object }).prototype;
      if (prototype === undefined) continue;
      // The tag stays: it marks an error that leaves the isolate unhandled as more than an `Error`.
      const isError = getPrototypeOf(prototype) === Error.prototype;
      const keys = ownKeys(prototype);
      allowOverriding(prototype, isError ? keys.filter((key) => key !== Symbol.toStringTag) : keys);
    }
  }

  /** Samples of objects that only syntax reaches: the walk follows their prototypes and own properties (`stack` is two functions). */
  function samples(): unknown[] {
    const traced = {};
    (Error as unknown as { captureStackTrace(target: object): void }).captureStackTrace(traced);
    return [
      [][Symbol.iterator](),
      new Map()[Symbol.iterator](),
      new Set()[Symbol.iterator](),
      ''[Symbol.iterator](),
      ''.matchAll(/./g),
      async () => {},
      function* () {},
      async function* () {},
      (function* () {})(),
      (async function* () {})(),
      [].values().map(() => 0),
      Iterator.from({ next: () => ({ done: true, value: undefined }) }),
      new NativeTypeError(),
      traced,
    ];
  }

  /**
   * To make a Segmenter, V8 loads the list of all locales: 13 ms and 2 MB of every runner. So what only its segments lead to is frozen right before
   * any code gets segments for the first time. Decision 0061.
   */
  function freezeSegmentsLater(): void {
    const { prototype } = Intl.Segmenter;
    const native = prototype.segment;
    let areFrozen = false;
    const { segment } = {
      segment(this: Intl.Segmenter, input: string): Intl.Segments {
        if (!areFrozen) {
          const none = apply(native, this, ['']) as Intl.Segments;
          freezeWithFunctions(getPrototypeOf(none) as object);
          freezeWithFunctions(getPrototypeOf(none[Symbol.iterator]()) as object);
          // Last, because the stack may end before.
          areFrozen = true;
        }
        return apply(native, this, [input]) as Intl.Segments;
      },
    };
    defineProperty(prototype, 'segment', { value: segment });
  }

  /** Freezes an object and its own functions. Follows nothing else: all else is frozen already. */
  function freezeWithFunctions(object: object): void {
    for (const key of ownKeys(object)) {
      const { value, get, set } = getOwnPropertyDescriptor(object, key) as PropertyDescriptor;
      for (const part of [value, get, set]) if (typeof part === 'function') freeze(part);
    }
    freeze(object);
  }

  function freezeAll(): void {
    const seen = new Set<object>();
    const queue: unknown[] = [home, ...shared, ...behindGetters, ...samples()];
    while (queue.length > 0) {
      const value = queue.pop();
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue;
      seen.add(value);
      queue.push(getPrototypeOf(value));
      for (const key of ownKeys(value)) {
        const descriptor = getOwnPropertyDescriptor(value, key);
        if (descriptor) queue.push(descriptor.value, descriptor.get, descriptor.set);
      }
    }
    for (const value of seen) freeze(value);
  }

  removeUnknownGlobals();
  removeRegExpStatics();
  quickenPatterns(pristine);
  allowHabits();
  allowHabitsOfWebClasses();
  freezeSegmentsLater();
  freezeAll();
}
