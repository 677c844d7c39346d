// `defineContentTool`: as defineTool, for a tool that answers content blocks. Runs inside the isolate; each call evaluates it anew.

import type { ContentBlock } from './content-blocks.ts';
import {
  type ArgumentsOf,
  type CallerArguments,
  defineTool,
  type InputSchema,
  type ResultOf,
  type ToolDefinition,
} from './define-tool.ts';
import type { JsonSchema } from './json-schema.ts';
import type { ToolExample } from './manifest.ts';
import type { StandardSchema } from './standard-schema.ts';
import type { ToolContext } from './tool.ts';

/** A schema of structured content, which is an object: JSON Schema, or a library's. */
export type StructuredSchema = StandardSchema | (JsonSchema & { readonly type: 'object' });

/** What the tool returns. */
export type ContentResult<Output = undefined> = {
  /** At most 64 blocks. */
  readonly content: readonly ContentBlock[];
} & (Output extends undefined ? unknown : { readonly structuredContent: ResultOf<Output> });

/** Describes a tool that answers content blocks: the fields of `tools[]` in plugin.json, without `contentBlocks`. */
export interface ContentToolDefinition<Input, Output>
  extends Omit<ToolDefinition<Input, Output>, 'outputSchema' | 'examples'> {
  /** Describes `structuredContent`. Without it the tool returns none. */
  readonly outputSchema?: Output;
  /** Calls and the results they must have, blocks included. */
  readonly examples?: readonly (Pick<ToolExample, 'description' | 'effects'> & {
    readonly arguments: CallerArguments<Input>;
    readonly result: ContentResult<Output>;
  })[];
}

/** A tool that answers content blocks. `toolcell pack` reads its `definition`. */
export interface ContentTool<Input, Output> {
  (args: ArgumentsOf<Input>, context: ToolContext): ContentResult<Output> | Promise<ContentResult<Output>>;
  readonly definition: ContentToolDefinition<Input, Output> & { readonly contentBlocks: true };
}

/** Makes a tool that answers content blocks, from a definition and a function. Everything else is as for `defineTool`. */
export function defineContentTool<
  const Input extends InputSchema,
  const Output extends StructuredSchema | undefined = undefined,
>(
  definition: ContentToolDefinition<Input, Output>,
  run: (args: ArgumentsOf<Input>, context: ToolContext) => ContentResult<Output> | Promise<ContentResult<Output>>,
): ContentTool<Input, Output> {
  const whole = { ...definition, contentBlocks: true };
  // The checks of arguments are the same. Only the types of results differ.
  return defineTool(whole as never, run as never) as unknown as ContentTool<Input, Output>;
}
