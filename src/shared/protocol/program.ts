// A plugin's program as runners take it, and the result of its inspection. Used by the front process and runners.

import type { HostReply, SigningRequest, StoreOperation } from './capabilities.ts';
import type { FreshState } from './fresh-state.ts';
import type { JsonSchema } from './json.ts';
import type { Limits } from './limits.ts';

/** A bundle prepared for the isolate. Everything in it is untrusted. */
export interface Program {
  readonly pluginName: string;
  /** `sha256-<hex>` over the bundle's canonical content: the program's identity everywhere. */
  readonly digest: string;
  /** Name of the entry file inside the bundle, for error positions. */
  readonly entryName: string;
  /** A script that evaluates to `(require) => exports`: the module as a factory. */
  readonly factoryCode: string;
  readonly tools: readonly ProgramTool[];
  /** The manifest's examples. They have to hold, and they show which fresh-state mode fits. */
  readonly examples: readonly ProgramExample[];
  /** True if an example that does not hold refuses the program. */
  readonly examplesMustHold: boolean;
  readonly limits: Limits;
}

export interface ProgramExample {
  readonly toolName: string;
  readonly argumentsText: string;
  /** JSON text of the expected result. */
  readonly resultText: string;
  /** Its place in the manifest: `plugin.json /tools/0/examples/1`. */
  readonly where: string;
  /** Prepared host replies, in the manifest's order. The example reaches nothing else. */
  readonly effects?: readonly ExampleEffect[];
}

/** A prepared host reply to one host request; see FetchRequest, StoreOperation and SigningRequest. */
export type ExampleEffect =
  | {
      readonly kind: 'fetch';
      /** As the URL parser writes it, without a fragment. */
      readonly url: string;
      /** In capitals. */
      readonly method: string;
      readonly reply: HostReply;
    }
  | { readonly kind: 'store'; readonly request: StoreOperation; readonly reply: HostReply }
  | { readonly kind: 'sign'; readonly request: SigningRequest; readonly reply: HostReply };

/** The fresh-state mode that inspection chose, and why. */
export interface FreshStateVerdict {
  readonly mode: FreshState;
  readonly reason: string;
}

/** A tool of a program, with its schemas as the manifest has them. */
export interface ProgramTool {
  readonly name: string;
  readonly exportName: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
}

/** A program that passed inspection, with its validators: a script that evaluates to `(require) => validators by tool`. */
export interface CheckedProgram {
  readonly pluginName: string;
  readonly digest: string;
  readonly entryName: string;
  readonly factoryCode: string;
  readonly validatorCode: string;
  /** The same form, for arguments alone: these validators list all violations. They run only after a call has failed. */
  readonly diagnosisCode: string;
  readonly verdict: FreshStateVerdict;
  /** It is a caller's script: it has no schemas, and hardly runs twice, so no isolate is kept for it. A process has room for few isolates. */
  readonly isScript?: true;
}

/** Why a program was refused, for the operator. */
export interface Refusal {
  /** File inside the bundle, with a JSON pointer or line if known: `plugin.json /tools/0/inputSchema`. */
  readonly where: string;
  readonly reason: string;
  readonly hint: string;
}

export type Inspection =
  | { readonly ok: true; readonly program: CheckedProgram }
  /** `isHostFault`: the host could not inspect it. The program may be fine, and can be inspected again. */
  | { readonly ok: false; readonly refusal: Refusal; readonly isHostFault?: boolean };

/** Inspects a program in a runner of its own: compiles its schemas, evaluates it, checks its exports. Never rejects for a plugin's fault. */
export interface Inspector {
  inspect(program: Program): Promise<Inspection>;
}

/** Time to load a bundle and to compile its schemas. Large libraries load in well under a second; a start waits this long for one that never ends. */
export const LOAD_MS = 5_000;
