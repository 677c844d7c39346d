// A script that every new isolate of a runner needs. What V8 has compiled of it once is kept, and spares the isolates that
// come later the compiler.

import { setFlagsFromString } from 'node:v8';
import type ivm from 'isolated-vm';

/** Taking over more than this takes too long to hold the runner's main thread for it, and may be much for a small heap. */
const MOST_BYTES_AT_ONCE = 2 ** 20;

const AS_REFERENCE = { reference: true, release: true } as const;

/** Scripts are compiled whole. Of the process, as V8's flags are: V8 takes what was kept only under the flags it was made with. */
let isWhole = false;

/**
 * From now on scripts of this process are compiled whole, every function of theirs, so that what is kept leaves the next isolate
 * nothing to compile. For a runner that makes an isolate for every call; the first compilation takes about three times as long.
 *
 * Why not keep what a call has left compiled: which functions those are would tell later calls what that one did.
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

/** What isolated-vm adds to a script; its types do not say so. */
type Compiled = ivm.Script & {
  readonly cachedData?: ivm.ExternalCopy<ArrayBuffer>;
  readonly cachedDataRejected?: boolean;
};

export class CompiledCode {
  readonly text: string;
  readonly fileName: string;
  #kept: Kept | undefined;

  constructor(text: string, fileName: string) {
    this.text = text;
    this.fileName = fileName;
  }

  /** True where an isolate has nothing left to compile, and so little to take over that the main thread may wait for it. */
  get isAtHand(): boolean {
    return isWhole && this.#kept?.isWhole === true && this.#kept.bytes <= MOST_BYTES_AT_ONCE;
  }

  /** A reference to the script's value, in a context of the isolate; made on a thread of isolated-vm's. */
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
