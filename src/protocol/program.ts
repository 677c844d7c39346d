// What a runner needs to run a plugin, and what trying one out tells.

import type { FreshState } from './call.ts';
import type { AskAnswer, StoreAsk } from './capabilities.ts';
import type { JsonSchema } from './json.ts';
import type { Limits } from './limits.ts';

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
  /** Calls that the manifest shows, with what they must answer: they have to hold, and show which mode fits. */
  readonly examples: readonly ProgramExample[];
  /** Refuses the program for an example that does not hold. */
  readonly examplesMustHold: boolean;
  /** Limits under which the examples run. */
  readonly limits: Limits;
}

export interface ProgramExample {
  readonly toolName: string;
  readonly argumentsText: string;
  /** JSON text of what it must answer. */
  readonly resultText: string;
  /** Where it stands: `plugin.json /tools/0/examples/1`. */
  readonly where: string;
  /** What the host answers during it, in the order in which the manifest has them; nothing else is reached. */
  readonly effects?: readonly ExampleEffect[];
}

/** An answer that stands ready for one question; see FetchAsk and StoreAsk. */
export type ExampleEffect =
  | {
      readonly kind: 'fetch';
      /** As the URL parser writes it, without a fragment. */
      readonly url: string;
      /** In capitals. */
      readonly method: string;
      readonly answer: AskAnswer;
    }
  | { readonly kind: 'store'; readonly question: StoreAsk; readonly answer: AskAnswer };

/** How a program can be kept fresh, as trying it out has shown. */
export interface FreshStateVerdict {
  readonly mode: FreshState;
  readonly reason: string;
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
  /** The same form, for arguments alone: validators that go on to the last violation. They run only after a call has failed. */
  readonly diagnosisCode: string;
  readonly verdict: FreshStateVerdict;
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
  /** `isHostFault` where the host could not try it out: that says nothing of the program, and it may be tried again. */
  | { readonly ok: false; readonly refusal: Refusal; readonly isHostFault?: boolean };

/** Tries a program out in a throwaway runner: evaluates it, checks its exports, compiles its schemas. Never rejects for a plugin's fault. */
export interface Inspector {
  inspect(program: Program): Promise<Inspection>;
}
