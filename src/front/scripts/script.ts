// What runs a script needs of it: types only. Front process.

import type { CheckedProgram } from '../../shared/protocol/program.ts';

/** A compiled script. */
export interface ReadyScript {
  readonly program: CheckedProgram;
  /** The place in the script's text that a stack of the guest, untrusted, names first, with the lines around it. */
  readonly placeOf: (
    stack: string,
  ) => { readonly line: number; readonly column: number; readonly frame: string } | undefined;
}

/** Compiles a text. Rejects with CallError `invalid_script` or `overloaded`. */
export type CompileScript = (code: string) => Promise<ReadyScript>;

/** UTF-8 bytes of the text of a script. A model writes a few thousand at most. */
export const CODE_BYTES = 50_000;
/** Calls of one script that may be under way at a time. More would only wait for places that others have. */
export const CALLS_AT_ONCE = 8;

/** Limits of one script, in the units of their names: those of `scripts` and of `limits`, and {@link CALLS_AT_ONCE}. */
export interface ScriptLimits {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly memoryMb: number;
  readonly resultBytes: number;
  readonly calls: number;
  readonly callsAtOnce: number;
  readonly dataBytes: number;
}
