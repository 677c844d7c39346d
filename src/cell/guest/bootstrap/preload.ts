// Evaluates the plugin's module, ahead of the call that will use it if possible. Runs inside the isolate. Decision 0041.

import { NativeString, NativeTypeError, stringify } from './builtins.ts';
import { type CallState, current, run } from './calls.ts';
import { cut } from './text.ts';

/** Evaluates the module. Each export is a function that returns its value. */
export type Factory = (require: (name: string) => never) => Exports;
/** Name of an export → function that returns its value. */
export type Exports = Readonly<Record<string, () => unknown>>;

/** The plugin's module, handed over once: handing it over with each call would cost as much as the arguments. */
let factory: Factory;
let preloaded: Exports | undefined;
/** Symbols that the module registered while it was evaluated ahead, until a call takes it. */
let preloadedSymbols: Map<string, symbol> | undefined;
/** False if a module that was evaluated ahead used something that shows it that no call runs: the clock, the log, a timer. */
let isPreloadable = true;

/** Notes that the running code uses something that differs if no call runs: such a module must not be evaluated ahead. */
export function noteOutside(): void {
  if (current === undefined) isPreloadable = false;
}

export function holdModule(module: Factory): void {
  factory = module;
}

export function evaluate(): Exports {
  return factory(refuseImport);
}

/** Evaluates the module for the next call. */
export function preload(): void {
  if (preloaded !== undefined || !isPreloadable) return;
  run(undefined);
  try {
    preloaded = evaluate();
  } catch {
    // The next call evaluates it again, and reports the error.
    isPreloadable = false;
  }
}

/** The exports of the module that was evaluated ahead, if there are any and the module cannot have noticed. */
export function takePreloaded(state: CallState): Exports | undefined {
  const exports = isPreloadable ? preloaded : undefined;
  if (exports !== undefined) state.symbols = preloadedSymbols;
  preloaded = undefined;
  preloadedSymbols = undefined;
  return exports;
}

/** Forgets what was noted until now: it was noted while the realm's globals were made, not while the module ran. */
export function startAfresh(): void {
  preloadedSymbols = undefined;
  isPreloadable = true;
}

/** Symbols that Symbol.for has registered for the code that runs now. */
export function symbols(): Map<string, symbol> | undefined {
  return current === undefined ? preloadedSymbols : current.symbols;
}

/** Keeps the registered symbols for the code that runs now. */
export function keepSymbols(registered: Map<string, symbol>): void {
  if (current === undefined) preloadedSymbols = registered;
  else current.symbols = registered;
}

/** Takes the place of `require` in CommonJS. Always throws. */
export function refuseImport(name: string): never {
  throw new NativeTypeError(
    `imports ${stringify(cut(NativeString(name), 200))}: a plugin is one module, with its libraries bundled in`,
  );
}
