// Runs first in every isolate, before any plugin code: takes away what cannot be limited, gives what a tool may use, and
// returns the one function the runner calls. Its value is a function; it is a script, so it imports nothing.
//
// Everything it needs from the realm is captured here, since a plugin may replace any builtin afterwards. The one way out
// is `send`, which takes strings and numbers only. Nothing here ever hands `send`, or an object of the host, to a plugin.

/** Host-side kinds: result, unfit, large, error, idle, overcall, log, timer, clear. */
type Send = (kind: string, amount: number, text: string) => void;

interface CallInput {
  readonly context: {
    readonly callId: string;
    readonly toolName: string;
    readonly pluginName: string;
    readonly deadlineMs: number;
  };
  readonly exportName: string;
  readonly resultBytes: number;
  readonly logBytes: number;
  readonly hostCalls: number;
}

type Factory = (require: (name: string) => never) => object;

(function bootstrap(send: Send) {
  const { parse, stringify } = JSON;
  const { apply, construct, ownKeys, getOwnPropertyDescriptor, defineProperty } = Reflect;
  const { freeze, hasOwn } = Object;
  const NativeError = Error;
  const NativeTypeError = TypeError;
  const NativeString = String;
  const NativeMap = Map;
  const mapGet = Map.prototype.get;
  const mapSet = Map.prototype.set;
  const mapDelete = Map.prototype.delete;
  const slice = String.prototype.slice;
  const { floor, min, max } = Math;
  const LOG_LEVELS = { debug: 0, info: 1, log: 1, warn: 2, error: 3 };
  const MESSAGE_CHARACTERS = 1000;
  const TIMER_MAX_MS = 2 ** 31 - 1;

  // Set once by `invoke`. A call is the only one its isolate ever sees.
  let hostCallsLeft = 0;
  let logBytesLeft = 0;
  let resultCharacters = 0;
  let settled = false;
  let timersPending = 0;
  let lastTimerId = 0;
  const timers = new NativeMap<number, () => unknown>();

  const cut = (text: string, characters: number): string =>
    text.length > characters ? apply(slice, text, [0, characters]) : text;

  /** Counts one request to the host; past the cap the call is over. Counted here first, so that a flood never leaves the isolate. */
  function mayAsk(): boolean {
    if (settled) return false;
    if (hostCallsLeft > 0) {
      hostCallsLeft -= 1;
      return true;
    }
    settled = true;
    send('overcall', 0, '');
    return false;
  }

  /** `name: message` of anything thrown, at most 1,000 characters; reading it may run plugin code, within the plugin's limits. */
  function describe(error: unknown): string {
    try {
      if ((typeof error !== 'object' || error === null) && typeof error !== 'function')
        return cut(NativeString(error), MESSAGE_CHARACTERS);
      const { name, message } = error as { name?: unknown; message?: unknown };
      const text = typeof message === 'string' && message !== '' ? message : 'The tool threw without a message.';
      return cut(
        typeof name === 'string' && name !== '' && name !== 'Error' ? `${name}: ${text}` : text,
        MESSAGE_CHARACTERS,
      );
    } catch {
      return 'The tool threw something that cannot be read.';
    }
  }

  function writeLog(level: number, parts: readonly unknown[]): void {
    if (logBytesLeft <= 0 || !mayAsk()) return;
    let line = '';
    for (let i = 0; i < parts.length && line.length < logBytesLeft; i += 1) {
      const part = parts[i];
      let text: string;
      try {
        text =
          typeof part === 'string'
            ? part
            : part instanceof NativeError
              ? describe(part)
              : (stringify(part) ?? NativeString(part));
      } catch {
        text = '[cannot be shown]';
      }
      line += i === 0 ? text : ` ${text}`;
    }
    line = cut(line, logBytesLeft);
    logBytesLeft -= line.length + 1;
    send('log', level, line);
  }

  function fail(error: unknown): void {
    if (settled) return;
    const detail = describe(error);
    let stack: unknown;
    try {
      stack = (error as { stack?: unknown } | undefined)?.stack;
    } catch {
      stack = undefined;
    }
    if (typeof stack === 'string') writeLog(LOG_LEVELS.error, [cut(stack, 2 * MESSAGE_CHARACTERS)]);
    if (settled) return;
    settled = true;
    send('error', 0, detail);
  }

  function succeed(value: unknown): void {
    if (settled) return;
    let text: string | undefined;
    try {
      // A toJSON, getter or proxy runs here, on the plugin's own time.
      text = stringify(value);
    } catch (error) {
      settled = true;
      send('unfit', 0, `The result cannot be written as JSON: ${describe(error)}`);
      return;
    }
    if (settled) return;
    settled = true;
    if (text === undefined)
      send(
        'unfit',
        0,
        'The tool returned nothing that JSON can hold (undefined, a function or a symbol). Return null for no result.',
      );
    else if (text.length > resultCharacters) send('large', text.length, '');
    else send('result', 0, text);
  }

  /** Tells the runner when nothing is left that could settle the call, so that it need not wait for its deadline. */
  function reportIfIdle(): void {
    if (!settled && timersPending === 0) send('idle', 0, '');
  }

  function removeUnlimited(): void {
    // Memory of these is not counted against the isolate, and Atomics.wait blocks its thread.
    for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics'])
      delete (globalThis as Record<string, unknown>)[name];
    const Native = ArrayBuffer;
    const prototype = Native.prototype as unknown as Record<string, unknown>;
    for (const name of ['resize', 'resizable', 'maxByteLength']) delete prototype[name];
    // A resizable buffer reserves up to a gigabyte uncounted: the second argument, which asks for one, is dropped.
    // biome-ignore lint/suspicious/noShadowRestrictedNames: it takes the builtin's place, its name included.
    const Fixed = function ArrayBuffer(this: unknown, byteLength?: number) {
      if (new.target === undefined) throw new NativeTypeError("Constructor ArrayBuffer requires 'new'");
      return construct(Native, [byteLength], new.target);
    };
    for (const key of ownKeys(Native)) {
      if (key === 'prototype' || key === 'length' || key === 'name') continue;
      const descriptor = getOwnPropertyDescriptor(Native, key);
      if (descriptor) defineProperty(Fixed, key, descriptor);
    }
    defineProperty(Fixed, 'prototype', {
      value: Native.prototype,
      writable: false,
      enumerable: false,
      configurable: false,
    });
    defineProperty(Native.prototype, 'constructor', {
      value: Fixed,
      writable: true,
      enumerable: false,
      configurable: true,
    });
    defineProperty(globalThis, 'ArrayBuffer', { value: Fixed, writable: true, enumerable: false, configurable: true });
  }

  function define(name: string, value: unknown): void {
    defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
  }

  function addPlatform(): void {
    const console: Record<string, unknown> = {};
    for (const [name, level] of Object.entries(LOG_LEVELS))
      console[name] = (...parts: unknown[]): void => writeLog(level, parts);
    define('console', console);
    define('queueMicrotask', (task: () => unknown): void => {
      if (typeof task !== 'function') throw new NativeTypeError('queueMicrotask takes a function');
      void (async () => {
        await undefined;
        apply(task, undefined, []);
      })().catch(fail);
    });
    define(
      'setTimeout',
      (task: (...values: unknown[]) => unknown, delayMs: unknown = 0, ...values: unknown[]): number => {
        if (typeof task !== 'function') throw new NativeTypeError('setTimeout takes a function');
        if (!mayAsk()) return 0;
        const delay = max(0, min(TIMER_MAX_MS, floor(Number(delayMs)) || 0));
        lastTimerId += 1;
        apply(mapSet, timers, [lastTimerId, () => apply(task, undefined, values)]);
        timersPending += 1;
        send('timer', lastTimerId, NativeString(delay));
        return lastTimerId;
      },
    );
    define('clearTimeout', (timerId: unknown): void => {
      if (typeof timerId !== 'number' || !apply(mapDelete, timers, [timerId])) return;
      timersPending -= 1;
      if (mayAsk()) send('clear', timerId, '');
    });
  }

  /** Runs the call. `argumentsText` is the caller's JSON; `inputText` is the host's own. */
  function invoke(factory: Factory, argumentsText: string, inputText: string): void {
    const input = parse(inputText) as CallInput;
    hostCallsLeft = input.hostCalls;
    logBytesLeft = input.logBytes;
    resultCharacters = input.resultBytes;
    // An async function awaits with the engine's own steps: a plugin that replaces Promise.prototype.then changes nothing here.
    void (async () => {
      try {
        const exports = factory(refuseImport);
        const tool = hasOwn(exports, input.exportName)
          ? (exports as Record<string, unknown>)[input.exportName]
          : undefined;
        if (typeof tool !== 'function')
          throw new NativeTypeError(`The plugin does not export a function named ${input.exportName}.`);
        succeed(await apply(tool, undefined, [parse(argumentsText), freeze(input.context)]));
      } catch (error) {
        fail(error);
      }
    })();
  }

  /** Lists what the module exports, as JSON: `[[name, typeof], …]`. For trying a bundle out. */
  function listExports(factory: Factory): string {
    const exports = factory(refuseImport) as Record<string, unknown>;
    let list = '[';
    for (const name of ownKeys(exports)) {
      if (typeof name !== 'string' || name === '__esModule') continue;
      list += `${list === '[' ? '' : ','}[${stringify(cut(name, 200))},${stringify(typeof exports[name])}]`;
    }
    return `${list}]`;
  }

  function refuseImport(name: string): never {
    throw new NativeTypeError(
      `imports ${stringify(cut(NativeString(name), 200))}: a plugin is one module, with its libraries bundled in`,
    );
  }

  /** Runs the task of a timer that has fired. */
  function deliver(timerId: number): void {
    const task = apply(mapGet, timers, [timerId]) as (() => unknown) | undefined;
    if (task === undefined || settled) return;
    apply(mapDelete, timers, [timerId]);
    timersPending -= 1;
    try {
      task();
    } catch (error) {
      fail(error);
    }
  }

  /** The runner's one way in: a single reference, so that entering never waits for another. */
  function enter(operation: string, first?: unknown, second?: unknown, third?: unknown): string | undefined {
    switch (operation) {
      case 'invoke':
        invoke(first as Factory, second as string, third as string);
        return undefined;
      case 'deliver':
        deliver(first as number);
        return undefined;
      case 'idle':
        reportIfIdle();
        return undefined;
      default:
        return listExports(first as Factory);
    }
  }

  removeUnlimited();
  addPlatform();
  return enter;
});
