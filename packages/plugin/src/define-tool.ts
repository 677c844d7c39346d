// `defineTool`: a tool's function and its definition in one place. Runs inside the isolate; each call evaluates it anew for every tool of the plugin, so it
// does next to nothing.

import type { FromSchema, JsonSchema } from './json-schema.ts';
import type { ManifestTool, ToolExample } from './manifest.ts';
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

/** The type of the arguments that the tool gets. For a library's schema: the type that the schema makes of them. */
export type ArgumentsOf<Schema> = Schema extends StandardSchema ? StandardOutput<Schema> : FromSchema<Schema>;

/** The type of the arguments that a caller sends. For a library's schema: its input type. */
export type CallerArguments<Schema> = Schema extends StandardSchema ? StandardInput<Schema> : FromSchema<Schema>;

/** The type that the tool may return. It may be read-only, and optional members may be undefined. */
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

/** Describes a tool to its callers: the fields of `tools[]` in plugin.json. */
export interface ToolDefinition<Input, Output>
  extends Pick<ManifestTool, 'title' | 'description' | 'annotations' | 'limits'> {
  /** Unique on a server: letters, digits, `_` and `-`, at most 64. Default: the name of the export. */
  readonly name?: string;
  /** Describes the arguments, which are one object. */
  readonly inputSchema: Input;
  /** Describes the result. The server checks every result against it; one that does not fit fails with `invalid_result`. */
  readonly outputSchema: Output;
  /** Calls and the results they must have. They are shown to people, run by `toolcell test`, and decide the mode of fresh state. */
  readonly examples?: readonly (Pick<ToolExample, 'description' | 'effects'> & {
    readonly arguments: CallerArguments<Input>;
    readonly result: ResultOf<Output>;
  })[];
}

/** A tool: the function that answers a call. `toolcell pack` reads its `definition`. */
export interface Tool<Input, Output> {
  (args: ArgumentsOf<Input>, context: ToolContext): ResultOf<Output> | Promise<ResultOf<Output>>;
  readonly definition: ToolDefinition<Input, Output>;
}

/** Most faults that one message names. A caller that has corrected these learns of the others with its next call. */
const NAMED_ISSUES = 5;

const placeOf = ({ path = [] }: StandardIssue): string =>
  path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');

const accepted = <Value>(result: StandardResult): Value => {
  if (result.issues === undefined) return result.value as Value;
  const faults = result.issues.slice(0, NAMED_ISSUES).map((issue) => `"${placeOf(issue)}": ${issue.message}`);
  throw new TypeError(`The arguments do not fit. ${faults.join('; ')}`);
};

/**
 * Makes a tool from a definition and a function; types follow from the schemas. Export the tool: `toolcell pack` writes its definition into plugin.json.
 *
 * The server checks the arguments of every call against the JSON Schema, before the tool runs. A schema of Zod, Valibot or ArkType then checks them
 * itself, inside the tool's limits, and also what a JSON Schema cannot say. If they do not fit, the call fails with a TypeError that names the fields.
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
