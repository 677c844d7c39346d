// The plugin's module, evaluated ahead of the call that will use it. Runs inside the isolate.

import { NativeString, NativeTypeError, stringify } from './builtins.ts';
import { type CallState, current, run } from './calls.ts';
import { isUnchanged } from './realm.ts';
import { cut } from './text.ts';

/** Evaluates the module. Each export is given as a function that gives its value. */
export type Factory = (require: (name: string) => never) => Exports;
/** Each export's name, and what gives its value. */
export type Exports = Readonly<Record<string, () => unknown>>;

/** The plugin's module, handed over once: a call that brought it along would pay for that as much as for its arguments. */
let factory: Factory;
let prepared: Exports | undefined;
/** Symbols of the module that is evaluated ahead, until a call takes it. */
let preparedSymbols: Map<string, symbol> | undefined;
/** Cleared once a module, evaluated ahead, has used what would tell it so: the clock, the log, a timer, a bent RegExp. */
let isPreparable = true;

/** A module that asks this while no call runs sees another world than in a call: its evaluation ahead must not be used. */
export function noteOutside(): void {
  if (current === undefined) isPreparable = false;
}

/** Takes the module of this realm. */
export function holdModule(given: Factory): void {
  factory = given;
}

/** Evaluates the module anew. */
export function evaluate(): Exports {
  return factory(refuseImport);
}

/** Evaluates the module for the next call. `x` where the realm has been changed, by the call before or by the module itself. */
export function prepare(): string | undefined {
  // A changed RegExp would meet the module here, and what it told the module would stay in it.
  if (!isUnchanged()) return 'x';
  if (prepared !== undefined || !isPreparable) return undefined;
  run(undefined);
  try {
    prepared = evaluate();
  } catch {
    // The call it is charged to will tell.
    isPreparable = false;
  }
  return isUnchanged() ? undefined : 'x';
}

/** The module evaluated ahead, if it was and nothing of that shows. */
export function takePrepared(state: CallState): Exports | undefined {
  const exports = isPreparable ? prepared : undefined;
  if (exports !== undefined) state.symbols = preparedSymbols;
  prepared = undefined;
  preparedSymbols = undefined;
  return exports;
}

/** Forgets what was noted until now: making the realm's globals is no call's doing, nor the module's. */
export function startAfresh(): void {
  preparedSymbols = undefined;
  isPreparable = true;
}

/** What Symbol.for has registered for the code that runs now. */
export function symbols(): Map<string, symbol> | undefined {
  return current === undefined ? preparedSymbols : current.symbols;
}

/** Keeps it. */
export function keepSymbols(registered: Map<string, symbol>): void {
  if (current === undefined) preparedSymbols = registered;
  else current.symbols = registered;
}

/** Stands where CommonJS has `require`. Throws. */
export function refuseImport(name: string): never {
  throw new NativeTypeError(
    `imports ${stringify(cut(NativeString(name), 200))}: a plugin is one module, with its libraries bundled in`,
  );
}
