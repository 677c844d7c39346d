// Runs first in every isolate, before any plugin code: takes away what cannot be limited, gives what a tool may use, and
// returns the one function the runner calls. Its value is a function; it is a script, so it imports nothing but types.
//
// Everything it needs from the realm is captured here, since a plugin may replace any builtin afterwards. The one way out
// is `send`, which takes strings and numbers only. Nothing here ever hands `send`, or an object of the host, to a plugin.

import type { CoarsenTemporal, Lockdown, PlatformGroup, Renew } from './parts.ts';

/**
 * What leaves by itself while a call runs: kind, the call's number, a text.
 * Kinds: `d`, `i`, `w`, `x` a log line by level and `g` how far the call is, JSON, both behind the call's age, `ms text`; `z` that the
 * log is full, `lines limit`, with how many lines were dropped so far; `t` a timer, `id delayMs`; `c` a timer given up, `id`; `f` and
 * `s` a question, `id JSON`, to `fetch` or the store; `u` a question given up, `id`.
 */
type Send = (kind: string, call: number, text: string) => void;

/** What a tool is to its realm: registered once, so that a call brings only what is its own. */
interface ToolInput {
  readonly toolName: string;
  readonly pluginName: string;
  readonly exportName: string;
  readonly validateArguments: boolean;
  readonly wallMs: number;
  readonly resultBytes: number;
  readonly logBytes: number;
  readonly logLines: number;
  readonly hostCalls: number;
}

/** Told what a question came to. */
type OnAnswer = (ok: boolean, text: string) => void;

interface Timer {
  readonly task: () => unknown;
  /** Set for one that is set again each time it has fired. */
  readonly everyMs: number | undefined;
}

/** One call inside the realm. Nothing here outlives it. */
interface CallState {
  readonly call: number;
  readonly tool: ToolInput;
  hostCallsLeft: number;
  logBytesLeft: number;
  logLinesLeft: number;
  /** The limit that cut the log off. */
  logLimit: 'logBytes' | 'logLines' | undefined;
  linesDropped: number;
  /** Stands for the call in what groups of the platform keep for it. */
  key: object | undefined;
  /** Lines that are held back until the answer, as JSON; empty where they leave at once. */
  log: string;
  /** Kind and text once the call is over: `r` result, `e` error, `u` unfit, `v` and `a` violations, `l` too large, `o` too many host calls, `c` result in a changed realm. */
  answer: string | undefined;
  timersPending: number;
  /** Numbered within the call: a count that went on would tell of the calls before. */
  lastTimerId: number;
  readonly timers: Map<number, Timer>;
  asksPending: number;
  /** Numbered within the call, like timers. */
  lastAskId: number;
  readonly asks: Map<number, OnAnswer>;
  /** Made when it is first asked for. */
  signal: unknown;
  /** When it began. */
  readonly startMs: number;
  elapsedMs: number;
  /** What this call has registered with Symbol.for. */
  symbols: Map<string, symbol> | undefined;
}

/** Evaluates the module. Each export is given as a function that gives its value. */
type Factory = (require: (name: string) => never) => Readonly<Record<string, () => unknown>>;
type Exports = ReturnType<Factory>;
/** Four words for Math.random, and a key for what must not be guessed, where the plugin can ask for that. */
type Seed = [first: number, second: number, third: number, fourth: number, key?: string];
type TimerTask = (...values: unknown[]) => unknown;
type ViolationsOf = (toolName: string, side: 'input' | 'output', text: string) => string;

(function bootstrap(
  send: Send,
  renew: Renew,
  coarsenTemporal?: CoarsenTemporal,
  lockdown?: Lockdown,
  ...platform: PlatformGroup[]
) {
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
  const { slice, charCodeAt } = String.prototype;
  const { floor, min, max } = Math;
  const LEVELS = { debug: 'd', info: 'i', warn: 'w', error: 'x' };
  /** Behind a line that was cut, and its bytes. */
  const CUT_MARK = '…';
  const CUT_MARK_BYTES = 3;
  const MESSAGE_CHARACTERS = 1000;
  const SIGNAL_AHEAD_MS = 100;
  const TIMER_MAX_MS = 2 ** 31 - 1;
  const ASK_KINDS = { fetch: 'f', store: 's' };

  const tools: ToolInput[] = [];
  const calls = new NativeMap<number, CallState>();
  const isShared = lockdown !== undefined;
  /** The call whose code runs now: entries are never nested, and each drains its microtasks before the next. */
  let current: CallState | undefined;
  let prepared: Exports | undefined;
  /** Symbols of the module that is evaluated ahead, until a call takes it. */
  let preparedSymbols: Map<string, symbol> | undefined;
  /** Cleared once a module, evaluated ahead, has used what would tell it so: the clock, the log, a timer, a bent RegExp. */
  let isPreparable = true;
  let isUnchanged: () => boolean = () => true;
  let violationsOf: ViolationsOf | undefined;
  let checkUsesRegExp = true;
  /** The globals of the platform's groups. */
  const made: Record<string, unknown> = {};
  /** Beside the globals, what calls are handed. */
  const shared: unknown[] = [refuseImport, progress];
  /** Members that groups add to the second parameter of every tool. */
  const contextMembers: (readonly [name: string, value: unknown])[] = [];
  /** AbortSignal.timeout, where there is one. */
  let signalAfter: ((delayMs: number) => unknown) | undefined;
  let cryptoSeed = '';

  const cut = (text: string, characters: number): string =>
    text.length > characters ? apply(slice, text, [0, characters]) : text;

  /**
   * The call that asks something of the host; undefined where it has its answer and nothing it still does counts. Throws
   * past the cap. Counted here first, so that a flood never leaves the isolate.
   */
  function asking(): CallState | undefined {
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

  /** A module that asks this while no call runs sees another world than in a call: its evaluation ahead must not be used. */
  function noteOutside(): void {
    if (current === undefined) isPreparable = false;
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

  /** How many of a text's UTF-16 units fit into so many bytes of UTF-8, and the bytes they take. */
  function measure(text: string, bytes: number): { readonly units: number; readonly bytes: number } {
    let used = 0;
    for (let i = 0; i < text.length; i += 1) {
      const code = apply(charCodeAt, text, [i]) as number;
      const isPair = code >= 0xd800 && code < 0xdc00 && isLow(apply(charCodeAt, text, [i + 1]) as number);
      const next = used + (code < 0x80 ? 1 : code < 0x800 ? 2 : isPair ? 4 : 3);
      if (next > bytes) return { units: i, bytes: used };
      used = next;
      if (isPair) i += 1;
    }
    return { units: text.length, bytes: used };
  }

  function isLow(code: number): boolean {
    return code >= 0xdc00 && code < 0xe000;
  }

  /** Lets a line leave, or holds it back until the answer. */
  function put(state: CallState, kind: string, text: string): void {
    if (!isShared) send(kind, state.call, text);
    else state.log += `${state.log === '' ? '' : ','}[${stringify(kind)},${stringify(text)}]`;
  }

  /** From here on lines are counted and dropped: a tool that logs in a loop is cut off, and goes on. */
  function closeLog(state: CallState, limit: 'logBytes' | 'logLines'): void {
    if (state.logLimit !== undefined) return;
    state.logLimit = limit;
    put(state, 'z', `0 ${limit}`);
  }

  /** A line costs its bytes and one more. `isWhole`: half of it is worth nothing. */
  function writeLog(state: CallState, kind: string, text: string, isWhole = false): void {
    if (state.logLimit === undefined && state.logLinesLeft <= 0) closeLog(state, 'logLines');
    if (state.logLimit !== undefined) {
      state.linesDropped += 1;
      return;
    }
    const bytesLeft = state.logBytesLeft;
    const { units, bytes } = measure(text, bytesLeft);
    const fits = units === text.length;
    const kept = fits ? text : cut(text, measure(text, bytesLeft - CUT_MARK_BYTES).units) + CUT_MARK;
    if (!fits && (isWhole || bytesLeft <= CUT_MARK_BYTES)) {
      state.linesDropped += 1;
    } else {
      state.logLinesLeft -= 1;
      state.logBytesLeft -= bytes + 1;
      put(state, kind, `${max(0, nativeNow() - state.startMs)} ${kept}`);
    }
    if (!fits) closeLog(state, 'logBytes');
  }

  /** For the console. A line of a call that has its answer is none. */
  function log(level: keyof typeof LEVELS, text: string): void {
    noteOutside();
    if (current !== undefined && current.answer === undefined) writeLog(current, LEVELS[level], text);
  }

  function logRoom(): number {
    noteOutside();
    if (current === undefined || current.logLimit !== undefined || current.logLinesLeft <= 0) return 0;
    return max(0, current.logBytesLeft);
  }

  function callKey(): object | undefined {
    noteOutside();
    if (current !== undefined) current.key ??= freeze({});
    return current?.key;
  }

  function fail(state: CallState, error: unknown): void {
    if (state.answer !== undefined) return;
    const detail = describe(error);
    let stack: unknown;
    try {
      stack = (error as { stack?: unknown } | undefined)?.stack;
    } catch {
      stack = undefined;
    }
    if (typeof stack === 'string') writeLog(state, LEVELS.error, cut(stack, 2 * MESSAGE_CHARACTERS));
    state.answer ??= `e${detail}`;
  }

  function succeed(state: CallState, value: unknown): void {
    if (state.answer !== undefined) return;
    let text: string | undefined;
    try {
      // A toJSON, getter or proxy runs here, on the plugin's own time.
      text = stringify(value);
    } catch (error) {
      state.answer ??= `uThe result cannot be written as JSON: ${describe(error)}`;
      return;
    }
    state.answer ??= answerOf(state, text);
  }

  function answerOf(state: CallState, text: string | undefined): string {
    if (text === undefined)
      return 'uThe tool returned nothing that JSON can hold (undefined, a function or a symbol). Return null for no result.';
    if (text.length > state.tool.resultBytes) return `l${text.length}`;
    if (violationsOf === undefined) return `r${text}`;
    // The check runs on regular expressions: in a realm where they were bent it would say what the tool wants.
    if (checkUsesRegExp && !isUnchanged()) return `c${text}`;
    const violations = violationsOf(state.tool.toolName, 'output', text);
    return violations === '' ? `r${text}` : `v${violations}`;
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
    replaceConstructor(Native, Fixed);
  }

  /** Gives a builtin's place and everything that hangs on it to another function. */
  function replaceConstructor(native: { readonly prototype: object }, replacement: { readonly name: string }): void {
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

  function define(name: string, value: unknown): void {
    defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
  }

  function addPlatform(): void {
    // The engine's own, which leads nowhere: a group of the platform makes one.
    delete (globalThis as { console?: unknown }).console;
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

  /** Counts against the call's host calls, an interval each time it is set again. */
  function startTimer(task: () => unknown, delayMs: unknown, isRepeated: boolean): number {
    const delay = max(0, min(TIMER_MAX_MS, floor(Number(delayMs)) || 0));
    const state = asking();
    if (state === undefined) return 0;
    state.lastTimerId += 1;
    const timerId = state.lastTimerId;
    apply(mapSet, state.timers, [timerId, { task, everyMs: isRepeated ? delay : undefined }]);
    state.timersPending += 1;
    send('t', state.call, `${timerId} ${delay}`);
    return timerId;
  }

  function clearTimer(timerId: unknown): void {
    const state = current;
    if (state === undefined || typeof timerId !== 'number' || !apply(mapDelete, state.timers, [timerId])) return;
    state.timersPending -= 1;
    if (asking() !== undefined) send('c', state.call, NativeString(timerId));
  }

  /** Counts against the call's host calls. */
  function ask(kind: keyof typeof ASK_KINDS, text: string, onAnswer: OnAnswer): () => void {
    const state = asking();
    if (state === undefined) return (): void => {};
    state.lastAskId += 1;
    const askId = state.lastAskId;
    apply(mapSet, state.asks, [askId, onAnswer]);
    state.asksPending += 1;
    send(ASK_KINDS[kind], state.call, `${askId} ${text}`);
    return (): void => {
      if (state.answer !== undefined || !apply(mapDelete, state.asks, [askId])) return;
      state.asksPending -= 1;
      send('u', state.call, NativeString(askId));
    };
  }

  /** Hands a question's answer to whoever asked. */
  function answer(call: number, askId: number, ok: boolean, text: string): void {
    const state = apply(mapGet, calls, [call]) as CallState | undefined;
    const onAnswer = state && (apply(mapGet, state.asks, [askId]) as OnAnswer | undefined);
    if (state === undefined || onAnswer === undefined || state.answer !== undefined) return;
    apply(mapDelete, state.asks, [askId]);
    state.asksPending -= 1;
    current = state;
    try {
      onAnswer(ok, text);
    } catch (error) {
      fail(state, error);
    }
  }

  /** What tools are given as context.progress: a line of the log. */
  function progress(done: unknown, total?: unknown, message?: unknown): void {
    const isAmount = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value < Infinity;
    if (!isAmount(done) || (total !== undefined && !isAmount(total)))
      throw new NativeTypeError('progress takes numbers that are not negative: how much is done, and of how much');
    const text = message === undefined ? '' : cut(NativeString(message), MESSAGE_CHARACTERS);
    noteOutside();
    if (current !== undefined && current.answer === undefined)
      writeLog(current, 'g', stringify({ done, total, message: text }), true);
  }

  /** Aborts a little before the call's time is up, so that the tool can still answer. */
  function signalOf(state: CallState): unknown {
    state.signal ??= signalAfter?.(max(1, deadlineOf(state) - now() - min(SIGNAL_AHEAD_MS, state.tool.wallMs / 10)));
    return state.signal;
  }

  function deadlineOf({ startMs, tool }: CallState): number {
    return startMs + tool.wallMs;
  }

  /** The second parameter of the tool. */
  function contextOf(state: CallState, callId: string, caller: string): object {
    const { tool } = state;
    const { toolName, pluginName } = tool;
    const context = { callId, caller, toolName, pluginName, deadline: deadlineOf(state), progress };
    for (let i = 0; i < contextMembers.length; i += 1) {
      const member = contextMembers[i] as readonly [string, unknown];
      defineProperty(context, member[0], { value: member[1], enumerable: true, writable: false, configurable: false });
    }
    if (signalAfter !== undefined)
      defineProperty(context, 'signal', { get: () => signalOf(state), enumerable: true, configurable: false });
    return freeze(context);
  }

  /** Makes the groups of globals that the plugin names, in their order, before anything is frozen. */
  function addGroups(): void {
    const parts = {
      isShared,
      startOf: () => {
        noteOutside();
        return current?.startMs ?? 0;
      },
      elapsed,
      startTimer: (task: () => unknown, delayMs: number): void => void startTimer(task, delayMs, false),
      ask,
      log,
      logRoom,
      callKey,
      fail: (error: unknown): void => {
        if (current) fail(current, error);
      },
      cryptoSeed: () => {
        noteOutside();
        return cryptoSeed;
      },
    };
    for (const group of platform) {
      const { globals, samples, context } = group(parts, made);
      for (const name of ownKeys(globals) as string[]) {
        made[name] = globals[name];
        define(name, globals[name]);
      }
      for (const name of context ? (ownKeys(context) as string[]) : []) {
        contextMembers[contextMembers.length] = [name, context?.[name]];
        shared[shared.length] = context?.[name];
      }
      if (isShared && samples) for (const sample of samples()) shared[shared.length] = sample;
    }
    const { AbortSignal: Signal } = made as { AbortSignal?: { timeout(delayMs: number): unknown } };
    if (Signal !== undefined) {
      const { timeout } = Signal;
      signalAfter = (delayMs) => apply(timeout, Signal, [delayMs]);
    }
    // What making them asked for is no call's, nor of the module evaluated ahead.
    preparedSymbols = undefined;
    isPreparable = true;
  }

  /** The milliseconds of every clock. */
  const nativeNow = Date.now;
  function now(): number {
    noteOutside();
    return nativeNow();
  }

  /** Milliseconds since the call began; they do not run backwards where the machine's clock is set. */
  function elapsed(): number {
    const ms = now();
    if (current === undefined) return 0;
    current.elapsedMs = max(current.elapsedMs, ms - current.startMs);
    return current.elapsedMs;
  }

  function symbols(): Map<string, symbol> | undefined {
    return current === undefined ? preparedSymbols : current.symbols;
  }

  function keepSymbols(registered: Map<string, symbol>): void {
    if (current === undefined) preparedSymbols = registered;
    else current.symbols = registered;
  }

  function refuseImport(name: string): never {
    throw new NativeTypeError(
      `imports ${stringify(cut(NativeString(name), 200))}: a plugin is one module, with its libraries bundled in`,
    );
  }

  function toolOf(exports: Exports, exportName: string): (...values: unknown[]) => unknown {
    const tool = hasOwn(exports, exportName) ? exports[exportName]?.() : undefined;
    if (typeof tool !== 'function')
      throw new NativeTypeError(`The plugin does not export a function named ${exportName}.`);
    return tool as (...values: unknown[]) => unknown;
  }

  /** The module evaluated ahead, if it was and nothing of that shows. */
  function takePrepared(state: CallState): Exports | undefined {
    const exports = isPreparable ? prepared : undefined;
    if (exports !== undefined) state.symbols = preparedSymbols;
    prepared = undefined;
    preparedSymbols = undefined;
    return exports;
  }

  /** Evaluates the module for the next call. `x` where the realm has been changed, by the call before or by the module itself. */
  function prepare(factory: Factory): string | undefined {
    // A changed RegExp would meet the module here, and what it told the module would stay in it.
    if (!isUnchanged()) return 'x';
    if (prepared !== undefined || !isPreparable) return undefined;
    current = undefined;
    try {
      prepared = factory(refuseImport);
    } catch {
      // The call it is charged to will tell.
      isPreparable = false;
    }
    return isUnchanged() ? undefined : 'x';
  }

  /** Runs a call. Returns its answer, or `p` where it must wait for something. `argumentsText` is the caller's JSON. */
  function invoke(
    call: number,
    tool: ToolInput,
    factory: Factory,
    argumentsText: string,
    callId: string,
    caller: string,
  ): string {
    const { hostCalls: hostCallsLeft, logBytes: logBytesLeft, logLines: logLinesLeft } = tool;
    const state: CallState = {
      call,
      tool,
      hostCallsLeft,
      logBytesLeft,
      logLinesLeft,
      logLimit: undefined,
      linesDropped: 0,
      key: undefined,
      log: '',
      answer: undefined,
      timersPending: 0,
      lastTimerId: 0,
      timers: new NativeMap(),
      asksPending: 0,
      lastAskId: 0,
      asks: new NativeMap(),
      signal: undefined,
      symbols: undefined,
      startMs: nativeNow(),
      elapsedMs: 0,
    };
    if (tool.validateArguments && violationsOf !== undefined) {
      const violations = violationsOf(tool.toolName, 'input', argumentsText);
      if (violations !== '') return `a${violations}`;
    }
    current = state;
    try {
      const exports = takePrepared(state) ?? factory(refuseImport);
      const context = contextOf(state, callId, caller);
      const value = apply(toolOf(exports, tool.exportName), undefined, [parse(argumentsText), context]);
      if (isThenable(value)) void settleLater(state, value);
      else succeed(state, value);
    } catch (error) {
      fail(state, error);
    }
    if (state.answer !== undefined) return take(state);
    apply(mapSet, calls, [call, state]);
    return 'p';
  }

  /** Reading `then` may run plugin code, as awaiting would. */
  function isThenable(value: unknown): boolean {
    if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return false;
    return typeof (value as { then?: unknown }).then === 'function';
  }

  /** An async function awaits with the engine's own steps: a plugin that replaces Promise.prototype.then changes nothing here. */
  async function settleLater(state: CallState, value: unknown): Promise<void> {
    try {
      succeed(state, await value);
    } catch (error) {
      fail(state, error);
    }
  }

  /** The answer of a call that is over, behind the lines it wrote: `#length:lines` where there are any. */
  function take(state: CallState): string {
    apply(mapDelete, calls, [state.call]);
    endLog(state);
    return takeLog(state) + (state.answer as string);
  }

  /** Says how many lines are missing. */
  function endLog(state: CallState): void {
    if (state.logLimit !== undefined) put(state, 'z', `${state.linesDropped} ${state.logLimit}`);
  }

  /** The lines written since they were last taken, as `#length:lines`; nothing where there are none. */
  function takeLog(state: CallState): string {
    if (state.log === '') return '';
    const lines = `#${state.log.length}:${state.log}`;
    state.log = '';
    return lines;
  }

  /** After the microtasks of an entry: the call's answer, `p` while a timer or an answer may still settle it, `n` where nothing will. */
  function collect(call: number): string {
    const state = apply(mapGet, calls, [call]) as CallState | undefined;
    if (state === undefined) return 'n';
    if (state.answer !== undefined) return take(state);
    if (state.timersPending + state.asksPending > 0) return `${takeLog(state)}p`;
    apply(mapDelete, calls, [call]);
    endLog(state);
    return `${takeLog(state)}n`;
  }

  /** Runs the task of a timer that has fired. */
  function deliver(call: number, timerId: number): void {
    const state = apply(mapGet, calls, [call]) as CallState | undefined;
    const timer = state && (apply(mapGet, state.timers, [timerId]) as Timer | undefined);
    if (state === undefined || timer === undefined || state.answer !== undefined) return;
    const { task, everyMs } = timer;
    if (everyMs === undefined) {
      apply(mapDelete, state.timers, [timerId]);
      state.timersPending -= 1;
    }
    current = state;
    try {
      task();
      // Unless its own task has cleared it.
      if (everyMs !== undefined && apply(mapGet, state.timers, [timerId]) === timer && asking() !== undefined)
        send('t', call, `${timerId} ${everyMs}`);
    } catch (error) {
      fail(state, error);
    }
  }

  /** Lists what the module exports, as JSON: `[[name, typeof], …]`. For trying a bundle out. */
  function listExports(factory: Factory): string {
    const exports = factory(refuseImport);
    let list = '[';
    for (const name of ownKeys(exports)) {
      if (typeof name !== 'string') continue;
      list += `${list === '[' ? '' : ','}[${stringify(cut(name, 200))},${stringify(typeof exports[name]?.())}]`;
    }
    return `${list}]`;
  }

  /** The host's randomness for this entry: what code draws in another tells it nothing. */
  function sow([first, second, third, fourth, key = '']: Seed): void {
    reseed(first, second, third, fourth);
    cryptoSeed = key;
  }

  /** The runner's one way in: a single reference, so that entering never waits for another. */
  function enter(
    operation: string,
    first?: unknown,
    second?: unknown,
    third?: unknown,
    fourth?: unknown,
    fifth?: unknown,
    sixth?: unknown,
    ...seed: Seed
  ): unknown {
    switch (operation) {
      case 'invoke': {
        if (!isUnchanged()) return 'x';
        sow(seed);
        return invoke(
          first as number,
          (typeof second === 'string' ? parse(second) : tools[second as number]) as ToolInput,
          sixth as Factory,
          third as string,
          fourth as string,
          fifth as string,
        );
      }
      case 'collect':
        return collect(first as number);
      case 'deliver':
        if (!isUnchanged()) return 'x';
        // Another call may have run since: neither may draw from the other's numbers.
        if (isShared) sow(seed);
        deliver(first as number, second as number);
        return undefined;
      case 'answer':
        if (!isUnchanged()) return 'x';
        if (isShared) sow(seed);
        answer(first as number, second as number, third as boolean, fourth as string);
        return undefined;
      case 'drop':
        apply(mapDelete, calls, [first]);
        return undefined;
      case 'prepare':
        // The numbers must not go on where the last call's stopped.
        sow(seed);
        return prepare(first as Factory);
      case 'tool':
        tools[tools.length] = parse(first as string) as ToolInput;
        return tools.length - 1;
      case 'check':
        violationsOf = first as ViolationsOf;
        checkUsesRegExp = second as boolean;
        return undefined;
      default:
        sow(seed);
        return listExports(first as Factory);
    }
  }

  /** With every way to it: what no walk over the globals reaches, no lockdown freezes. Why: test/state/temporal-through-dates. */
  function removeTemporal(): void {
    delete (globalThis as { Temporal?: unknown }).Temporal;
    delete (Date.prototype as { toTemporalInstant?: unknown }).toTemporalInstant;
  }

  removeUnlimited();
  addPlatform();
  if (coarsenTemporal) coarsenTemporal(now);
  else removeTemporal();
  const reseed = renew({ now, noteOutside, symbols, keepSymbols, replaceConstructor });
  addGroups();
  if (lockdown) isUnchanged = lockdown(shared, made);
  return enter;
});
