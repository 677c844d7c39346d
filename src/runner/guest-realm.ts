// An isolate with the guest's bootstrap in it, whichever way its state is kept fresh. The isolate is a limit; the process is
// the boundary.

import ivm from 'isolated-vm';
import { BOOTSTRAP_CODE, LOCKDOWN_CODE } from './guest-code.ts';

/** What a guest sends out by itself: a kind, the call's number, a text. Untrusted, all three. */
export type GuestSend = (kind: unknown, call: unknown, text: unknown) => void;

/** A script as it is compiled into every new isolate; the cached data spares the later ones the compiler. */
export class CompiledCode {
  readonly text: string;
  readonly fileName: string;
  #cachedData: ivm.ExternalCopy<ArrayBuffer> | undefined;

  constructor(text: string, fileName: string) {
    this.text = text;
    this.fileName = fileName;
  }

  /** A reference to the script's value, in a context of the isolate. */
  async valueIn(isolate: ivm.Isolate, context: ivm.Context): Promise<ivm.Reference<unknown>> {
    const options = this.#cachedData ? { cachedData: this.#cachedData } : { produceCachedData: true };
    const script = await isolate.compileScript(this.text, { filename: this.fileName, ...options });
    this.#cachedData ??= (script as unknown as { cachedData?: ivm.ExternalCopy<ArrayBuffer> }).cachedData;
    return script.run(context, { reference: true });
  }
}

const BOOTSTRAP = new CompiledCode(BOOTSTRAP_CODE, 'toolcell:bootstrap');
const LOCKDOWN = new CompiledCode(LOCKDOWN_CODE, 'toolcell:lockdown');

/** What a tool is to its realm; the same for every call. Milliseconds, bytes, counts. */
export interface ToolInput {
  readonly toolName: string;
  readonly pluginName: string;
  readonly exportName: string;
  readonly validateArguments: boolean;
  readonly wallMs: number;
  readonly resultBytes: number;
  readonly logBytes: number;
  readonly hostCalls: number;
}

export interface GuestRealmOptions {
  readonly code: CompiledCode;
  /** V8 heap in MB, soft. */
  readonly memoryMb: number;
  /** Freeze the realm, so that many calls can use it one after the other. */
  readonly isFrozen: boolean;
  /**
   * Called when V8 cannot go on: the process must then be given up. Without it V8 ends the process at once, which is what an
   * isolate entered from the main thread needs: that thread would be held, and never be told.
   */
  readonly onCatastrophe?: (message: string) => void;
}

/** An isolate made ready: the bootstrap has run, the plugin's script is compiled, and no plugin code has run yet. */
export class GuestRealm {
  readonly isolate: ivm.Isolate;
  readonly context: ivm.Context;
  /** The guest's one way in; see the bootstrap for what it takes. */
  readonly enter: ivm.Reference<unknown>;
  /** The plugin's module as a factory. */
  readonly factory: ivm.Reference<unknown>;
  readonly #cpuAtStartMs: number;
  readonly #outlet: { send: GuestSend };

  private constructor(parts: {
    isolate: ivm.Isolate;
    context: ivm.Context;
    enter: ivm.Reference<unknown>;
    factory: ivm.Reference<unknown>;
    outlet: { send: GuestSend };
  }) {
    this.isolate = parts.isolate;
    this.context = parts.context;
    this.enter = parts.enter;
    this.factory = parts.factory;
    this.#outlet = parts.outlet;
    this.#cpuAtStartMs = Number(parts.isolate.cpuTime) / 1e6;
  }

  static async prepare({ code, memoryMb, isFrozen, onCatastrophe }: GuestRealmOptions): Promise<GuestRealm> {
    const isolate = new ivm.Isolate({
      memoryLimit: memoryMb,
      ...(onCatastrophe && { onCatastrophicError: onCatastrophe }),
    });
    const outlet: { send: GuestSend } = { send: () => {} };
    const context = await isolate.createContext();
    const bootstrap = await BOOTSTRAP.valueIn(isolate, context);
    const send = new ivm.Callback((kind: unknown, call: unknown, text: unknown) => outlet.send(kind, call, text), {
      ignored: true,
    });
    const lockdown = isFrozen ? [(await LOCKDOWN.valueIn(isolate, context)).derefInto()] : [];
    const enter = (await bootstrap.apply(undefined, [send, ...lockdown], {
      result: { reference: true },
    })) as ivm.Reference<unknown>;
    const factory = await code.valueIn(isolate, context);
    return new GuestRealm({ isolate, context, enter, factory, outlet });
  }

  /** From now on what the guest sends goes here. */
  onSend(send: GuestSend): void {
    this.#outlet.send = send;
  }

  /** CPU milliseconds spent since the realm stood ready. */
  get cpuMs(): number {
    return this.isolate.isDisposed ? 0 : Number(this.isolate.cpuTime) / 1e6 - this.#cpuAtStartMs;
  }

  get isDisposed(): boolean {
    return this.isolate.isDisposed;
  }

  /** Ends the isolate and all that runs in it, save a builtin that cannot be interrupted. */
  dispose(): void {
    try {
      if (!this.isolate.isDisposed) this.isolate.dispose();
    } catch {
      // isolated-vm throws where a memory kill was quicker: disposed all the same.
    }
  }
}

/** The tool of a call as its realm wants it. */
export const toolInputOf = (
  pluginName: string,
  {
    toolName,
    exportName,
    validateArguments,
    limits,
  }: {
    toolName: string;
    exportName: string;
    validateArguments: boolean;
    limits: { wallMs: number; resultBytes: number; logBytes: number; hostCalls: number };
  },
): ToolInput => {
  const { wallMs, resultBytes, logBytes, hostCalls } = limits;
  return { toolName, pluginName, exportName, validateArguments, wallMs, resultBytes, logBytes, hostCalls };
};
