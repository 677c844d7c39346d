// What a runner needs to run a plugin, and what trying one out tells.

import type { JsonSchema } from './json.ts';

/** A bundle made ready for the isolate. Everything in it is untrusted. */
export interface Program {
  readonly pluginName: string;
  /** `sha256-<hex>` over the bundle's canonical content: the program's identity everywhere. */
  readonly digest: string;
  /** Name of the entry file inside the bundle, for error positions. */
  readonly entryName: string;
  /** A script that evaluates to `(require) => exports`: the module as a factory. */
  readonly factoryCode: string;
  readonly tools: readonly ProgramTool[];
}

export interface ProgramTool {
  readonly name: string;
  readonly exportName: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
}

/** A program that was tried out: with its validators, as a script that evaluates to `(require) => validators by tool`. */
export interface CheckedProgram {
  readonly pluginName: string;
  readonly digest: string;
  readonly entryName: string;
  readonly factoryCode: string;
  readonly validatorCode: string;
}

/** Why a program was refused, for the operator to read. */
export interface Refusal {
  /** File inside the bundle, with a JSON pointer or line where there is one: `plugin.json /tools/0/inputSchema`. */
  readonly where: string;
  readonly reason: string;
  readonly hint: string;
}

export type Inspection =
  | { readonly ok: true; readonly program: CheckedProgram }
  | { readonly ok: false; readonly refusal: Refusal };

/** Tries a program out in a throwaway runner: evaluates it, checks its exports, compiles its schemas. Never rejects for a plugin's fault. */
export interface Inspector {
  inspect(program: Program): Promise<Inspection>;
}
