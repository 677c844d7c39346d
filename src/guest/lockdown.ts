// Makes a realm unchangeable, so that one call can leave nothing in it for the next: globals that are not known are removed,
// what carries hidden state is removed, and everything reachable is frozen. Runs once, after the bootstrap and before any
// plugin code. Its value is a function that takes what else a plugin is handed; it is a script, so it imports nothing.
//
// RegExp.prototype alone stays as it is: frozen, it would take V8's regular expressions off their fast path. It is compared
// instead, whenever a call enters and before a result is believed.

import type { PlatformGlobals } from './parts.ts';

(function lockdown(shared: readonly unknown[], platform: PlatformGlobals): () => boolean {
  const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf, defineProperty, isExtensible } = Reflect;
  const { freeze, hasOwn, is } = Object;
  const NativeTypeError = TypeError;
  const home = globalThis as unknown as Record<PropertyKey, unknown>;
  /** Values that only a getter gives: no walk over properties meets them. */
  const behindGetters: unknown[] = [];

  /** Globals that may stay: each has been looked at for state that freezing does not reach. A new one is removed until it has been. */
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
    'Error',
    'AggregateError',
    'EvalError',
    'RangeError',
    'ReferenceError',
    'SyntaxError',
    'TypeError',
    'URIError',
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
  // WeakRef and FinalizationRegistry act after the call that made them has ended.

  function removeUnknownGlobals(): void {
    for (const key of ownKeys(home)) {
      if (typeof key === 'string' && (KNOWN_GLOBALS.has(key) || hasOwn(platform, key))) continue;
      if (key === Symbol.toStringTag) continue;
      if (!delete home[key]) throw new NativeTypeError(`the global ${String(key)} cannot be removed`);
    }
  }

  /** RegExp.$1, RegExp.input and their kin remember the last match of the whole realm. */
  function removeRegExpStatics(): void {
    for (const key of ownKeys(RegExp)) {
      const isKnown =
        key === 'length' || key === 'name' || key === 'prototype' || key === 'escape' || key === Symbol.species;
      if (!isKnown) delete (RegExp as unknown as Record<PropertyKey, unknown>)[key];
    }
  }

  /**
   * Inheriting from a frozen object forbids assigning what it has: `error.name = 'X'` would throw. Where programs do
   * that by habit, the property becomes an accessor that defines the value on the object that is assigned to.
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
    // `constructor` is what inheriting by hand assigns. Not of Array, Promise and the like: V8's fast paths watch theirs;
    // nor of String: accessors on its prototype cost code that works on strings half its speed.
    for (const type of [Date, Map, Set, WeakMap, WeakSet, Number, Boolean, BigInt, Symbol])
      allowOverriding(type.prototype, ['constructor', 'toString', 'toLocaleString', 'toJSON', 'valueOf']);
    for (const type of [
      Error,
      AggregateError,
      EvalError,
      RangeError,
      ReferenceError,
      SyntaxError,
      TypeError,
      URIError,
    ]) {
      allowOverriding(type.prototype, ['name', 'message', 'toString', 'constructor']);
    }
  }

  /** Classes of the platform are inherited from by hand, too: any method may be assigned on what inherits. */
  function allowHabitsOfPlatform(): void {
    for (const name of ownKeys(platform) as string[]) {
      const prototype = (platform[name] as { prototype?: object }).prototype;
      if (prototype === undefined) continue;
      // By its tag an error that leaves the isolate unhandled is known for more than an `Error`.
      const isError = getPrototypeOf(prototype) === Error.prototype;
      const keys = ownKeys(prototype);
      allowOverriding(prototype, isError ? keys.filter((key) => key !== Symbol.toStringTag) : keys);
    }
  }

  /** What syntax reaches and no global names, as samples: their prototypes count, and what they own (`stack` is two functions). */
  function samples(): unknown[] {
    const segments = new Intl.Segmenter().segment('');
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
      segments,
      segments[Symbol.iterator](),
      new NativeTypeError(),
      traced,
    ];
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
    for (const value of seen) if (value !== RegExp.prototype) freeze(value);
  }

  /** Compares RegExp.prototype with what it was. */
  function watchRegExp(): () => boolean {
    const prototype = RegExp.prototype;
    const parent = getPrototypeOf(prototype);
    const keys = ownKeys(prototype);
    const was = keys.map((key) => getOwnPropertyDescriptor(prototype, key) as PropertyDescriptor);
    const { length } = keys;
    return function isUnchanged(): boolean {
      const now = ownKeys(prototype);
      if (now.length !== length || !isExtensible(prototype) || getPrototypeOf(prototype) !== parent) return false;
      for (let i = 0; i < length; i += 1) {
        const key = keys[i] as PropertyKey;
        if (now[i] !== key) return false;
        const before = was[i] as PropertyDescriptor;
        const after = getOwnPropertyDescriptor(prototype, key);
        if (!after || after.get !== before.get || after.set !== before.set || !is(after.value, before.value))
          return false;
        if (
          after.writable !== before.writable ||
          after.configurable !== before.configurable ||
          after.enumerable !== before.enumerable
        )
          return false;
      }
      return true;
    };
  }

  removeUnknownGlobals();
  removeRegExpStatics();
  allowHabits();
  allowHabitsOfPlatform();
  const isUnchanged = watchRegExp();
  freezeAll();
  return isUnchanged;
});
