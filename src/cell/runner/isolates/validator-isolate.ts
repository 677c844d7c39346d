// Checks a plugin's arguments and results against its schemas in an isolate without plugin code, so that a tool cannot change
// its own check. The code that runs is made from the plugin's schemas, hence the limits. Runs in a runner. Decision 0003.

import ivm from 'isolated-vm';
import { CpuShares, type Runs } from './cpu-shares.ts';
import { CHECK_CODE } from './guest-code.ts';
import { libraryText } from './library-text.ts';
import { COMMON_LIBRARY, libraryOf } from './validator-library.ts';

const MEMORY_MB = 32;
/** Texts up to this length fit into that, whatever they hold. */
const COMMON_CHARACTERS = 1_000_000;
/** A longer text gets more: the heap of a text of small objects is this many times as large. An isolate takes only what it needs of its limit. */
const HEAP_BYTES_PER_CHARACTER = 16;
/** Limits of checks on the runner's main thread, in characters and milliseconds: for such a check, another thread would cost more than the check. */
const AT_ONCE_CHARACTERS = 16_384;
const AT_ONCE_MS = 5;

/** isolated-vm's message for an entry that passed its timeout. */
export const TIMED_OUT = 'Script execution timed out.';

/** Thrown if a check passes its limit of time or memory. */
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

/** One plugin's validators. Made for the first check, and again after a check has passed a limit. One check runs at a time. */
export class ValidatorIsolate {
  readonly #code: string;
  readonly #onCatastrophe: (message: string) => void;
  readonly #mayHold: boolean;
  readonly #shares: CpuShares;
  #check: Promise<Check> | undefined;
  /** The same after its first check: its code is compiled and its library is loaded, so it may be stopped at any time. */
  #proven: Check | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  /** The limit of the isolate that is in use, or made next. */
  #memoryMb = MEMORY_MB;
  /** Number of checks that run or are queued on another thread. While there are any, nothing else may enter the isolate. */
  #turns = 0;

  /** `mayHold`: a short check may run on the runner's main thread. `shares`: among what the process's CPU time is divided. */
  constructor(
    validatorCode: string,
    onCatastrophe: (message: string) => void,
    { mayHold = false, shares = new CpuShares() } = {},
  ) {
    this.#code = validatorCode;
    this.#mayHold = mayHold;
    this.#shares = shares;
    this.#onCatastrophe = onCatastrophe;
  }

  /** Makes the isolate ahead of the first check. */
  warm(): Promise<unknown> {
    this.#check ??= this.#prepare();
    return this.#check;
  }

  /**
   * The violations of a JSON text as JSON, or `""`. One check at a time, so that each is charged only its own CPU time.
   * Rejects with {@link CheckExceeded}; any other error means that the text is not JSON or that the schema cannot take it.
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
    const onEnd = (): void => {
      this.#turns -= 1;
    };
    this.#turn = turn.then(onEnd, onEnd);
    return turn;
  }

  /** The same on this thread; undefined if that may take long, or did. */
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
      // The check on another thread, which follows, will report the error and is charged for its time.
      if (check.isolate.isDisposed) this.#forget();
      return undefined;
    }
  }

  #forget(): void {
    this.#check = undefined;
    this.#proven = undefined;
  }

  async #run(toolName: string, side: string, text: string, cpuMs: number, wallMs: number): Promise<string> {
    await this.#makeRoomFor(text.length);
    this.#check ??= this.#prepare();
    const check = await this.#check;
    const { isolate, violationsOf } = check;
    let isOverCpu = false;
    const charged = chargedRun(isolate, cpuMs, () => {
      isOverCpu = true;
      isolate.dispose();
    });
    this.#shares.add(charged);
    const watch = setInterval(() => this.#shares.divide(), 10);
    try {
      const answer = await violationsOf.apply(undefined, [toolName, side, text], {
        timeout: Math.max(1, Math.ceil(wallMs)),
        result: { copy: true },
      });
      this.#proven = check;
      return typeof answer === 'string' ? answer : '';
    } catch (error) {
      if (isOverCpu) throw new CheckExceeded('cpuMs');
      if (isolate.isDisposed) throw new CheckExceeded('memoryMb');
      if (!(error instanceof Error) || error.message !== TIMED_OUT) throw error;
      // If this was its first check, its library may be half loaded.
      isolate.dispose();
      throw new CheckExceeded('wallMs');
    } finally {
      clearInterval(watch);
      this.#shares.delete(charged);
      if (isolate.isDisposed) this.#forget();
    }
  }

  /** A larger isolate for a text that may not fit into the present one: `memoryMb` is the plugin's, and the check is not to blame for it. */
  async #makeRoomFor(characters: number): Promise<void> {
    const heapMb = MEMORY_MB + Math.ceil(((characters - COMMON_CHARACTERS) * HEAP_BYTES_PER_CHARACTER) / 2 ** 20);
    if (heapMb <= this.#memoryMb) return;
    this.#memoryMb = heapMb;
    const before = await this.#check;
    before?.isolate.dispose();
    this.#forget();
  }

  async #prepare(): Promise<Check> {
    const isolate = new ivm.Isolate({ memoryLimit: this.#memoryMb, onCatastrophicError: this.#onCatastrophe });
    return { isolate, violationsOf: await loadCheck(isolate, await isolate.createContext(), this.#code) };
  }
}

/** A check among what runs in this process. Calls `onOver` once, when it was charged with more than `cpuMs`. */
const chargedRun = (isolate: ivm.Isolate, cpuMs: number, onOver: () => void): Runs => {
  const clockMs = (): number => (isolate.isDisposed ? 0 : Number(isolate.cpuTime) / 1e6);
  let lastMs = clockMs();
  let leftMs = cpuMs;
  return {
    takeRunMs: () => {
      const nowMs = clockMs();
      const ranMs = Math.max(0, nowMs - lastMs);
      lastMs = nowMs;
      return ranMs;
    },
    charge: (usedMs) => {
      const wasLeft = leftMs >= 0;
      leftMs -= usedMs;
      if (wasLeft && leftMs < 0 && !isolate.isDisposed) onOver();
    },
  };
};

/** The parts that every plugin's validators need in a context: functions from this host's own texts, which have not run. */
interface CheckParts {
  readonly check: ivm.Reference<unknown>;
  /** Name → module, for the modules that most validators require. */
  readonly library: ReadonlyMap<string, ivm.Reference<unknown>>;
}

/** Isolates for which {@link prepareCheck} was called. */
const prepared = new WeakMap<ivm.Isolate, CheckParts>();

const moduleScript = (text: string): string => `(function (module, exports, require) {${text}\n})`;

/** Loads the parts that do not depend on the plugin into a context, before the plugin is known. For a context that is entered from this thread. */
export const prepareCheck = (isolate: ivm.Isolate, context: ivm.Context): void => {
  const value = (code: string, filename: string): ivm.Reference<unknown> =>
    isolate.compileScriptSync(code, { filename }).runSync(context, { reference: true });
  const check = value(CHECK_CODE, 'toolcell:check');
  const library = COMMON_LIBRARY.map((name) => [name, value(moduleScript(libraryText(name)), name)] as const);
  prepared.set(isolate, { check, library: new Map(library) });
};

/** Loads a plugin's validators into a context. Resolves with a reference to `(toolName, side, text) => violations`. */
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

interface CheckContext {
  readonly isolate: ivm.Isolate;
  readonly context: ivm.Context;
  readonly validatorCode: string;
}

/** The same on this thread: only the validators are left to compile, and each step on another thread would cost two wake-ups. */
const loadAtOnce = ({ check, library }: CheckParts, { isolate, context, validatorCode }: CheckContext) => {
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
