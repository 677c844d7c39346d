// A script that every new isolate of a runner needs. Keeps V8's compiled code, so that later isolates need not compile it again. Runs in a runner.

import { setFlagsFromString } from 'node:v8';
import type ivm from 'isolated-vm';

/** More bytes of compiled code than this would block the runner's main thread for too long, and may be too much for a small heap. */
const MOST_BYTES_AT_ONCE = 2 ** 20;

const AS_REFERENCE = { reference: true, release: true } as const;

/** True after {@link compileWhole}. One value for the process, like V8's flags: V8 accepts kept code only under the flags it was made with. */
let isWhole = false;

/**
 * From now on, scripts of this process are compiled with all their functions, so that the next isolate has nothing to compile. For a runner
 * that makes an isolate for every call; the first compilation takes about three times as long.
 *
 * Why not keep the functions that a call has compiled: they would show later calls what that call did.
 */
export const compileWhole = (): void => {
  if (isWhole) return;
  isWhole = true;
  setFlagsFromString('--no-lazy');
};

interface Kept {
  readonly data: ivm.ExternalCopy<ArrayBuffer>;
  readonly bytes: number;
  readonly isWhole: boolean;
}

/** Members that isolated-vm adds to a script; its types do not have them. */
type Compiled = ivm.Script & {
  readonly cachedData?: ivm.ExternalCopy<ArrayBuffer>;
  readonly cachedDataRejected?: boolean;
};

/** A script and the code that V8 has compiled of it. The text never changes. */
export class CompiledCode {
  readonly text: string;
  readonly fileName: string;
  #kept: Kept | undefined;

  constructor(text: string, fileName: string) {
    this.text = text;
    this.fileName = fileName;
  }

  /** True if an isolate has nothing left to compile, and the kept code is small enough to load on the main thread. */
  get isAtHand(): boolean {
    return isWhole && this.#kept?.isWhole === true && this.#kept.bytes <= MOST_BYTES_AT_ONCE;
  }

  /** Runs the script in a context of the isolate, on a thread of isolated-vm. Resolves with a reference to its value. */
  async valueIn(isolate: ivm.Isolate, context: ivm.Context): Promise<ivm.Reference<unknown>> {
    const wasWhole = isWhole;
    const script: Compiled = await isolate.compileScript(this.text, this.#options());
    this.#keep(script, wasWhole);
    return script.run(context, AS_REFERENCE);
  }

  /** The same on this thread. */
  valueAtOnce(isolate: ivm.Isolate, context: ivm.Context): ivm.Reference<unknown> {
    const script: Compiled = isolate.compileScriptSync(this.text, this.#options());
    this.#keep(script, isWhole);
    return script.runSync(context, AS_REFERENCE);
  }

  #options(): ivm.ScriptInfo {
    const { fileName: filename } = this;
    const kept = this.#kept?.isWhole === isWhole ? this.#kept : undefined;
    return kept ? { filename, cachedData: kept.data } : { filename, produceCachedData: true };
  }

  #keep({ cachedData: data, cachedDataRejected }: Compiled, wasWhole: boolean): void {
    if (cachedDataRejected) this.#kept = undefined;
    if (data) this.#kept = { data, bytes: data.copy().byteLength, isWhole: wasWhole };
  }
}
