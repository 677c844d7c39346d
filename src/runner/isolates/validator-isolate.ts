// The isolate in which a plugin's results are checked against its schemas. No plugin code runs in it, so that a tool cannot
// bend its own check; what runs is code made from the plugin's schemas, hence the limits.

import ivm from 'isolated-vm';
import { CHECK_CODE } from './guest-code.ts';
import { processCpuMs } from './process-cpu.ts';
import { COMMON_LIBRARY, libraryOf, libraryText } from './validator-library.ts';

const MEMORY_MB = 32;
/** A text of so many characters at most is checked on the runner's main thread, for so many milliseconds at most: another thread costs more than such a check. */
const AT_ONCE_CHARACTERS = 16_384;
const AT_ONCE_MS = 5;

/** Thrown when a check ran out of its time or memory. */
export class CheckExceeded extends Error {
  readonly limit: 'cpuMs' | 'wallMs' | 'memoryMb';

  constructor(limit: 'cpuMs' | 'wallMs' | 'memoryMb') {
    super(`the check passed ${limit}`);
    this.limit = limit;
  }
}

interface Check {
  readonly isolate: ivm.Isolate;
  readonly violationsOf: ivm.Reference<unknown>;
}

/** One plugin's validators. Made when the first check wants them, kept while they behave, made anew after they did not. */
export class ValidatorIsolate {
  readonly #code: string;
  readonly #onCatastrophe: (message: string) => void;
  readonly #mayHold: boolean;
  #check: Promise<Check> | undefined;
  /** The same once it has checked something: its code is compiled, and nothing of it is half done if it is stopped. */
  #proven: Check | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  /** Checks that have or wait for their turn: nothing else may enter the isolate. */
  #turns = 0;

  /** `mayHold`: a short check may hold the runner's main thread. */
  constructor(validatorCode: string, onCatastrophe: (message: string) => void, { mayHold = false } = {}) {
    this.#code = validatorCode;
    this.#mayHold = mayHold;
    this.#onCatastrophe = onCatastrophe;
  }

  /** Makes the isolate ahead of the first check. */
  warm(): Promise<unknown> {
    this.#check ??= this.#prepare();
    return this.#check;
  }

  /**
   * The violations of a JSON text as JSON, or `""`. One check at a time, so that the CPU time it is charged is its own.
   * Throws {@link CheckExceeded}; any other error means the text is not JSON or the schema cannot take it.
   */
  async violationsOf(
    toolName: string,
    side: 'input' | 'output',
    text: string,
    cpuMs: number,
    wallMs: number,
  ): Promise<string> {
    const atOnce = this.#violationsAtOnce(toolName, side, text, wallMs);
    if (atOnce !== undefined) return atOnce;
    this.#turns += 1;
    const turn = this.#turn.then(() => this.#run(toolName, side, text, cpuMs, wallMs));
    const over = (): void => {
      this.#turns -= 1;
    };
    this.#turn = turn.then(over, over);
    return turn;
  }

  /** The same on this thread; undefined where that may take long, or did. */
  #violationsAtOnce(toolName: string, side: string, text: string, wallMs: number): string | undefined {
    const check = this.#proven;
    const isShort = this.#mayHold && text.length <= AT_ONCE_CHARACTERS;
    if (!check || check.isolate.isDisposed || this.#turns > 0 || !isShort) return undefined;
    try {
      const answer = check.violationsOf.applySync(undefined, [toolName, side, text], {
        timeout: Math.max(1, Math.min(AT_ONCE_MS, Math.floor(wallMs))),
        result: { copy: true },
      });
      return typeof answer === 'string' ? answer : '';
    } catch {
      // The check that takes its turn tells why, and is charged for what it takes.
      if (check.isolate.isDisposed) this.#forget();
      return undefined;
    }
  }

  #forget(): void {
    this.#check = undefined;
    this.#proven = undefined;
  }

  async #run(toolName: string, side: string, text: string, cpuMs: number, wallMs: number): Promise<string> {
    this.#check ??= this.#prepare();
    const check = await this.#check;
    const { isolate, violationsOf } = check;
    const startMs = Number(isolate.cpuTime) / 1e6;
    const processStartMs = processCpuMs();
    let overCpu = false;
    const watch = setInterval(() => {
      if (isolate.isDisposed || Number(isolate.cpuTime) / 1e6 - startMs <= cpuMs) return;
      if (processCpuMs() - processStartMs <= cpuMs) return;
      overCpu = true;
      isolate.dispose();
    }, 10);
    try {
      const answer = await violationsOf.apply(undefined, [toolName, side, text], {
        timeout: Math.max(1, Math.ceil(wallMs)),
        result: { copy: true },
      });
      this.#proven = check;
      return typeof answer === 'string' ? answer : '';
    } catch (error) {
      if (overCpu) throw new CheckExceeded('cpuMs');
      if (isolate.isDisposed) throw new CheckExceeded('memoryMb');
      if (!(error instanceof Error) || error.message !== 'Script execution timed out.') throw error;
      // Stopped in its first check, its library may be half loaded.
      isolate.dispose();
      throw new CheckExceeded('wallMs');
    } finally {
      clearInterval(watch);
      if (isolate.isDisposed) this.#forget();
    }
  }

  async #prepare(): Promise<Check> {
    const isolate = new ivm.Isolate({ memoryLimit: MEMORY_MB, onCatastrophicError: this.#onCatastrophe });
    return { isolate, violationsOf: await loadCheck(isolate, await isolate.createContext(), this.#code) };
  }
}

/** What every plugin's validators want of a context: functions of this host's own text, which have not run. */
interface CheckParts {
  readonly check: ivm.Reference<unknown>;
  /** By name, the modules that most validators ask for. */
  readonly library: ReadonlyMap<string, ivm.Reference<unknown>>;
}

/** Isolates in which {@link prepareCheck} was done. */
const prepared = new WeakMap<ivm.Isolate, CheckParts>();

const moduleScript = (text: string): string => `(function (module, exports, require) {${text}\n})`;

/** Loads into a context what does not depend on the plugin, before it is known. For a context that is entered from this thread. */
export const prepareCheck = (isolate: ivm.Isolate, context: ivm.Context): void => {
  const value = (code: string, filename: string): ivm.Reference<unknown> =>
    isolate.compileScriptSync(code, { filename }).runSync(context, { reference: true });
  const check = value(CHECK_CODE, 'toolcell:check');
  const library = COMMON_LIBRARY.map((name) => [name, value(moduleScript(libraryText(name)), name)] as const);
  prepared.set(isolate, { check, library: new Map(library) });
};

/** Loads a plugin's validators into a context: a reference to `(toolName, side, text) => violations`. */
export const loadCheck = async (
  isolate: ivm.Isolate,
  context: ivm.Context,
  validatorCode: string,
): Promise<ivm.Reference<unknown>> => {
  const value = async (code: string, filename: string): Promise<ivm.Reference<unknown>> =>
    (await isolate.compileScript(code, { filename })).run(context, { reference: true });
  const parts = prepared.get(isolate);
  if (parts) return loadAtOnce(parts, { isolate, context, validatorCode });
  const make = await value(validatorCode, 'toolcell:validators');
  const check = await value(CHECK_CODE, 'toolcell:check');
  const sides = (await check.apply(undefined, [make.derefInto()], { result: { reference: true } })) as ivm.Reference<
    Record<string, unknown>
  >;
  const provide = await sides.get('provide', { reference: true });
  for (const [name, text] of libraryOf(validatorCode)) {
    const source = await value(moduleScript(text), name);
    await provide.apply(undefined, [name, source.derefInto()]);
  }
  return sides.get('violationsOf', { reference: true });
};

interface Validated {
  readonly isolate: ivm.Isolate;
  readonly context: ivm.Context;
  readonly validatorCode: string;
}

/** The same on this thread: of all this only the validators are left to compile, and each step on another thread would cost two wake-ups. */
const loadAtOnce = ({ check, library }: CheckParts, { isolate, context, validatorCode }: Validated) => {
  const value = (code: string, filename: string): ivm.Reference<unknown> =>
    isolate.compileScriptSync(code, { filename }).runSync(context, { reference: true });
  const make = value(validatorCode, 'toolcell:validators');
  const sides = check.applySync(undefined, [make.derefInto()], { result: { reference: true } }) as ivm.Reference<
    Record<string, unknown>
  >;
  const provide = sides.getSync('provide', { reference: true });
  for (const [name, text] of libraryOf(validatorCode)) {
    const source = library.get(name) ?? value(moduleScript(text), name);
    provide.applySync(undefined, [name, source.derefInto()]);
  }
  return sides.getSync('violationsOf', { reference: true }) as ivm.Reference<unknown>;
};
