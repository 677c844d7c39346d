// Tools for the AI SDK (`ai`): the object that `generateText`, `streamText` and agents take as `tools`.

import type { Tool, ToolSchema } from '../core/types.ts';
import { type AnyClient, type ModelOutcome, modelCallFor } from './model-text.ts';
import { parametersOf } from './parameters.ts';

/** What the adapter needs of the package `ai`. `Schema` is its type of schemas. */
export interface AiSdk<Schema> {
  /** `jsonSchema` of `ai`. */
  jsonSchema(schema: ToolSchema): Schema;
}

/** What the model reads, in the words of the AI SDK. */
export type AiSdkModelOutput =
  | { readonly type: 'text'; readonly value: string }
  // biome-ignore lint/suspicious/noExplicitAny: the JSON type of the AI SDK, which this package does not import.
  | { readonly type: 'json'; readonly value: any }
  | { readonly type: 'error-text'; readonly value: string };

/** One tool of the AI SDK. Its output is a {@link ModelOutcome}, so that a page can tell a failure from a result. */
export interface AiSdkTool<Schema> {
  readonly type: 'dynamic';
  readonly description: string;
  readonly inputSchema: Schema;
  execute(input: unknown, options: { readonly abortSignal?: AbortSignal | undefined }): Promise<ModelOutcome>;
  toModelOutput(options: { readonly output: unknown }): AiSdkModelOutput;
}

/**
 * The tools for the AI SDK, by name: `tools: toAiSdkTools(client, await client.listTools(), { jsonSchema })`. A failure is an output that the model
 * reads as an error; an aborted `abortSignal` throws.
 */
export const toAiSdkTools = <Schema>(
  client: AnyClient,
  tools: readonly Tool[],
  { jsonSchema }: AiSdk<Schema>,
): Record<string, AiSdkTool<Schema>> => {
  const call = modelCallFor(client, tools);
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      {
        type: 'dynamic' as const,
        description,
        inputSchema: jsonSchema(parametersOf(inputSchema)),
        execute: (input: unknown, { abortSignal }: { readonly abortSignal?: AbortSignal | undefined }) =>
          call(name, input, abortSignal),
        toModelOutput: ({ output }: { readonly output: unknown }) => modelOutputOf(output as ModelOutcome),
      },
    ]),
  );
};

const modelOutputOf = (outcome: ModelOutcome): AiSdkModelOutput => {
  if (outcome.isError) return { type: 'error-text', value: outcome.text };
  const { result, text } = outcome;
  if (text !== undefined) return { type: 'text', value: text };
  return typeof result === 'string' ? { type: 'text', value: result } : { type: 'json', value: result };
};
