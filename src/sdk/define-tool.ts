// A tool and what a caller reads of it in one place. Runs inside the isolate, once for every tool and call: so it does next to nothing.

import type { FromSchema, JsonSchema } from './json-schema.ts';
import type { ManifestLimits, ToolAnnotations, ToolEffect } from './manifest.ts';
import type {
  StandardInput,
  StandardIssue,
  StandardOutput,
  StandardResult,
  StandardSchema,
} from './standard-schema.ts';
import type { ToolContext } from './tool.ts';

/** A schema of the arguments: JSON Schema of an object, or a library's schema of one. */
export type InputSchema = StandardSchema | (JsonSchema & { readonly type: 'object' });

/** A schema of the result: JSON Schema, or a library's. */
export type OutputSchema = StandardSchema | JsonSchema;

/** What the tool gets: for a library's schema, what that makes of the arguments. */
export type ArgumentsOf<Schema> = Schema extends StandardSchema ? StandardOutput<Schema> : FromSchema<Schema>;

/** What a caller sends. */
export type CallerArguments<Schema> = Schema extends StandardSchema ? StandardInput<Schema> : FromSchema<Schema>;

/** What the tool returns. It may be read-only, and what is optional may be undefined. */
export type ResultOf<Schema> = Given<Schema extends StandardSchema ? StandardOutput<Schema> : FromSchema<Schema>>;

type Given<Value> = Value extends readonly unknown[]
  ? { readonly [Index in keyof Value]: Given<Value[Index]> }
  : Value extends object
    ? {
        readonly [Name in keyof Value]: object extends Pick<Value, Name>
          ? Given<Value[Name]> | undefined
          : Given<Value[Name]>;
      }
    : Value;

/** What a tool is, for its callers: the fields of `tools[]` in plugin.json. */
export interface ToolDefinition<Input, Output> {
  /** The name of the export where absent. */
  readonly name?: string;
  readonly title?: string;
  /** Written for a language model: what the tool does, when to use it, what comes back. */
  readonly description: string;
  readonly inputSchema: Input;
  /** The server holds the tool to it. */
  readonly outputSchema: Output;
  readonly annotations?: ToolAnnotations;
  /** For this tool, over the plugin's. */
  readonly limits?: ManifestLimits;
  /** Calls and the results they must have: shown to people, run by `toolcell test`, and what decides the mode. */
  readonly examples?: readonly {
    readonly description?: string;
    readonly arguments: CallerArguments<Input>;
    readonly result: ResultOf<Output>;
    /** What the host answers during this example. */
    readonly effects?: readonly ToolEffect[];
  }[];
}

/** A tool: the function that answers a call, which carries its definition for `toolcell pack`. */
export interface Tool<Input, Output> {
  (args: ArgumentsOf<Input>, context: ToolContext): ResultOf<Output> | Promise<ResultOf<Output>>;
  readonly definition: ToolDefinition<Input, Output>;
}

/** Faults named in one message; a caller that has corrected these calls again. */
const NAMED_ISSUES = 5;

const placeOf = ({ path = [] }: StandardIssue): string =>
  path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');

const accepted = <Value>(result: StandardResult): Value => {
  if (result.issues === undefined) return result.value as Value;
  const told = result.issues.slice(0, NAMED_ISSUES).map((issue) => `"${placeOf(issue)}": ${issue.message}`);
  throw new TypeError(`The arguments do not fit. ${told.join('; ')}`);
};

/**
 * Makes a tool of a definition and a function, with types that follow from the schemas. Export it; `toolcell pack` writes the definition into plugin.json.
 * A JSON Schema costs nothing in a call and is checked by the server where it says `validateArguments`. A schema of Zod, Valibot or
 * ArkType checks every call's arguments itself, inside the tool's limits; what does not fit is answered with a TypeError that names the fields.
 */
export function defineTool<const Input extends InputSchema, const Output extends OutputSchema>(
  definition: ToolDefinition<Input, Output>,
  run: (args: ArgumentsOf<Input>, context: ToolContext) => ResultOf<Output> | Promise<ResultOf<Output>>,
): Tool<Input, Output> {
  const schema: InputSchema = definition.inputSchema;
  const check = '~standard' in schema ? schema['~standard'].validate : undefined;
  const tool = (args: ArgumentsOf<Input>, context: ToolContext) => {
    if (check === undefined) return run(args, context);
    const result = check(args);
    if (result instanceof Promise) return result.then((settled) => run(accepted(settled), context));
    return run(accepted(result), context);
  };
  return Object.assign(tool, { definition });
}
