// One isolate with the guest's bootstrap in it: what a call runs in. The isolate is a limit; the process is the boundary.

import ivm from 'isolated-vm';
import { BOOTSTRAP_CODE } from './guest-code.ts';

/** What a guest sends out: its kind, a number, a text. Untrusted, all three. */
export type GuestSend = (kind: unknown, amount: unknown, text: unknown) => void;

/** A plugin's code as it is compiled into every new isolate; `cachedData` spares the later ones the compiler. */
export class CompiledCode {
  readonly text: string;
  readonly fileName: string;
  cachedData: ivm.ExternalCopy<ArrayBuffer> | undefined;

  constructor(text: string, fileName: string) {
    this.text = text;
    this.fileName = fileName;
  }

  async compileIn(isolate: ivm.Isolate): Promise<ivm.Script> {
    if (this.cachedData) {
      return isolate.compileScript(this.text, { filename: this.fileName, cachedData: this.cachedData });
    }
    const script = await isolate.compileScript(this.text, { filename: this.fileName, produceCachedData: true });
    this.cachedData = (script as unknown as { cachedData?: ivm.ExternalCopy<ArrayBuffer> }).cachedData;
    return script;
  }
}

const BOOTSTRAP = new CompiledCode(BOOTSTRAP_CODE, 'toolcell:bootstrap');

/** The input of a call that the host itself writes. Milliseconds, bytes, counts. */
export interface InvokeInput {
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

/**
 * An isolate made ready for exactly one call. Preparing it runs no plugin code: the module is evaluated inside the call, on
 * the call's own limits.
 *
 * Limits: `memoryMb` bounds the V8 heap softly; CPU and wall time are for the caller to watch, through `cpuMs` and `timeoutMs`.
 */
export class PluginIsolate {
  readonly #isolate: ivm.Isolate;
  readonly #enter: ivm.Reference<unknown>;
  readonly #factory: ivm.Reference<unknown>;
  readonly #cpuAtStartMs: number;
  /** Where the guest's messages go; set by the call that takes the isolate. */
  onSend: GuestSend = () => {};

  private constructor(isolate: ivm.Isolate, enter: ivm.Reference<unknown>, factory: ivm.Reference<unknown>) {
    this.#isolate = isolate;
    this.#enter = enter;
    this.#factory = factory;
    this.#cpuAtStartMs = Number(isolate.cpuTime) / 1e6;
  }

  /** Makes an isolate. `onCatastrophe` is called when V8 cannot go on: the process must then be given up. */
  static async prepare(
    code: CompiledCode,
    memoryMb: number,
    onCatastrophe: (message: string) => void,
  ): Promise<PluginIsolate> {
    const isolate = new ivm.Isolate({ memoryLimit: memoryMb, onCatastrophicError: onCatastrophe });
    const outlet: { send: GuestSend } = { send: () => {} };
    const context = await isolate.createContext();
    const bootstrap = await (await BOOTSTRAP.compileIn(isolate)).run(context, { reference: true });
    const send = new ivm.Callback((kind: unknown, amount: unknown, text: unknown) => outlet.send(kind, amount, text), {
      ignored: true,
    });
    const enter: ivm.Reference<unknown> = await bootstrap.apply(undefined, [send], { result: { reference: true } });
    const factory = await (await code.compileIn(isolate)).run(context, { reference: true });
    const prepared = new PluginIsolate(isolate, enter, factory);
    outlet.send = (kind, amount, text) => prepared.onSend(kind, amount, text);
    return prepared;
  }

  /** CPU milliseconds spent since the isolate stood ready. */
  get cpuMs(): number {
    return this.#isolate.isDisposed ? 0 : Number(this.#isolate.cpuTime) / 1e6 - this.#cpuAtStartMs;
  }

  get isDisposed(): boolean {
    return this.#isolate.isDisposed;
  }

  /** Evaluates the module and starts the tool; resolves when its synchronous part and microtasks have ended. */
  async invoke(argumentsText: string, input: InvokeInput, timeoutMs: number): Promise<void> {
    const inputText = JSON.stringify(input);
    await this.#enter.apply(undefined, ['invoke', this.#factory.derefInto(), argumentsText, inputText], {
      timeout: timeoutMs,
    });
  }

  /** Runs the task of a timer that has fired. */
  async deliver(timerId: number, timeoutMs: number): Promise<void> {
    await this.#enter.apply(undefined, ['deliver', timerId], { timeout: timeoutMs });
  }

  /** Makes the guest send `idle` if nothing is left that could settle its call. */
  async reportIfIdle(timeoutMs: number): Promise<void> {
    await this.#enter.apply(undefined, ['idle'], { timeout: timeoutMs });
  }

  /** Evaluates the module and lists its exports as JSON text, untrusted. */
  async listExports(timeoutMs: number): Promise<unknown> {
    return this.#enter.apply(undefined, ['exports', this.#factory.derefInto()], {
      timeout: timeoutMs,
      result: { copy: true },
    });
  }

  /** Ends the isolate and all that runs in it, save a builtin that cannot be interrupted. */
  dispose(): void {
    try {
      if (!this.#isolate.isDisposed) this.#isolate.dispose();
    } catch {
      // isolated-vm throws where a memory kill was quicker: disposed all the same.
    }
  }
}
