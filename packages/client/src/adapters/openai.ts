// Tools for OpenAI's SDK: definitions for the Responses API and for Chat Completions, and a function that runs what the model calls.

import type { Tool } from '../core/types.ts';
import { type AnyClient, modelCallFor, modelCallOfText, outcomeText } from './model-text.ts';
import { parametersOf } from './parameters.ts';

/** A definition for the Responses API. */
export interface OpenAiTool {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  /** Strict mode takes only some schemas: every member must be required, for instance. */
  readonly strict: false;
}

/** A definition for Chat Completions. */
export interface OpenAiChatTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Record<string, unknown>;
  };
}

/** A call in the output of the Responses API. */
export interface OpenAiCall {
  readonly type: 'function_call';
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A call in a message of Chat Completions. */
export interface OpenAiChatCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The answer to a call, for the next request to the Responses API. */
export interface OpenAiCallOutput {
  readonly type: 'function_call_output';
  readonly call_id: string;
  readonly output: string;
}

/** The answer to a call, for the next request to Chat Completions. */
export interface OpenAiChatMessage {
  readonly role: 'tool';
  readonly tool_call_id: string;
  readonly content: string;
}

/** The tools for OpenAI's SDK. Definitions are new arrays, which may be changed. */
export interface OpenAiTools {
  /** For `tools` of `openai.responses.create`. */
  readonly definitions: OpenAiTool[];
  /** For `tools` of `openai.chat.completions.create`. */
  readonly chatDefinitions: OpenAiChatTool[];
  /** Runs a call of the model, and resolves with what answers it. A failure is its text; an aborted signal throws. */
  run(toolCall: OpenAiCall, options?: { readonly signal?: AbortSignal }): Promise<OpenAiCallOutput>;
  run(toolCall: OpenAiChatCall, options?: { readonly signal?: AbortSignal }): Promise<OpenAiChatMessage>;
}

/** Makes the definitions of these tools and the function that runs calls of them. */
export const toOpenAiTools = (client: AnyClient, tools: readonly Tool[]): OpenAiTools => {
  const call = modelCallFor(client, tools);
  const textFor = async (name: string, args: string, signal: AbortSignal | undefined): Promise<string> =>
    outcomeText(await modelCallOfText(call, name, args, signal));
  const run = async (
    toolCall: OpenAiCall | OpenAiChatCall,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<OpenAiCallOutput | OpenAiChatMessage> => {
    if (toolCall.type === 'function_call') {
      const output = await textFor(toolCall.name, toolCall.arguments, signal);
      return { type: 'function_call_output', call_id: toolCall.call_id, output };
    }
    const { id, function: called } = toolCall;
    return { role: 'tool', tool_call_id: id, content: await textFor(called.name, called.arguments, signal) };
  };
  return {
    definitions: tools.map((tool) => ({ type: 'function', ...functionOf(tool), strict: false })),
    chatDefinitions: tools.map((tool) => ({ type: 'function', function: functionOf(tool) })),
    run: run as OpenAiTools['run'],
  };
};

const functionOf = ({ name, description, inputSchema }: Tool) => ({
  name,
  description,
  parameters: parametersOf(inputSchema),
});
