// Tools for Anthropic's SDK: definitions for `messages.create`, and a function that runs what the model calls.

import type { Tool } from '../core/types.ts';
import { type AnyClient, modelCallFor, outcomeText } from './model-text.ts';
import { parametersOf } from './parameters.ts';

/** A definition for `tools` of `anthropic.messages.create`. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: 'object'; [keyword: string]: unknown };
}

/** A block of a model's message that calls a tool. */
export interface AnthropicToolUse {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** The block that answers it, for the content of the next message of the user. */
export interface AnthropicToolResult {
  type: 'tool_result';
  tool_use_id: string;
  content: string;
  is_error?: boolean;
}

/** The tools for Anthropic's SDK. */
export interface AnthropicTools {
  readonly definitions: AnthropicTool[];
  /** Runs a call of the model. A failure is a block with `is_error`; an aborted signal throws. */
  run(toolUse: AnthropicToolUse, options?: { readonly signal?: AbortSignal }): Promise<AnthropicToolResult>;
}

/** Makes the definitions of these tools and the function that runs calls of them. */
export const toAnthropicTools = (client: AnyClient, tools: readonly Tool[]): AnthropicTools => {
  const call = modelCallFor(client, tools);
  return {
    definitions: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: parametersOf(inputSchema),
    })),
    run: async ({ id, name, input }, { signal } = {}) => {
      const outcome = await call(name, input, signal);
      const block: AnthropicToolResult = { type: 'tool_result', tool_use_id: id, content: outcomeText(outcome) };
      return outcome.isError ? { ...block, is_error: true } : block;
    },
  };
};
