// Tools for LangChain.js: instances of `DynamicStructuredTool` for `bindTools`, agents and tool nodes.

import type { Tool, ToolSchema } from '../core/types.ts';
import { type AnyClient, modelCallFor, outcomeText } from './model-text.ts';
import { parametersOf } from './parameters.ts';

/** The fields that the adapter gives to the constructor. */
export interface LangChainToolFields {
  readonly name: string;
  readonly description: string;
  readonly schema: ToolSchema;
  /** LangChain checks arguments itself; the model then reads why they are wrong. */
  readonly verboseParsingErrors: true;
  func(input: unknown, runManager?: unknown, config?: { readonly signal?: AbortSignal }): Promise<string>;
}

// biome-ignore lint/suspicious/noExplicitAny: the constructor is generic, and this package does not import its types.
type Fields = any;

/** What the adapter needs of the package `@langchain/core`. */
export interface LangChain<Instance> {
  /** `DynamicStructuredTool` of `@langchain/core/tools`. */
  readonly DynamicStructuredTool: new (
    fields: Fields,
  ) => Instance;
}

/**
 * The tools for LangChain.js: `toLangChainTools(client, await client.listTools(), { DynamicStructuredTool })`. Results are text, because LangChain gives
 * some objects a meaning of its own. A failure is its text; an aborted `config.signal` throws.
 */
export const toLangChainTools = <Instance>(
  client: AnyClient,
  tools: readonly Tool[],
  { DynamicStructuredTool }: LangChain<Instance>,
): Instance[] => {
  const call = modelCallFor(client, tools);
  return tools.map(({ name, description, inputSchema }) => {
    const fields: LangChainToolFields = {
      ...{ name, description, schema: parametersOf(inputSchema), verboseParsingErrors: true },
      func: async (input, _runManager, config) => outcomeText(await call(name, input, config?.signal)),
    };
    return new DynamicStructuredTool(fields);
  });
};
