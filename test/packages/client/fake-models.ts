// A local server with the HTTP APIs of OpenAI and Anthropic, for the real SDKs. It has no model: a script says which tools it calls, and the shapes of its
// answers are those of the real APIs. It keeps what the SDKs sent.

import { type ScriptedServer, startScripted } from './scripted-server.ts';

/** One call that the model makes. `text` replaces the JSON text of the arguments, as a model that writes it wrong. */
export interface ModelCallScript {
  readonly name: string;
  readonly args?: object;
  readonly text?: string;
}

export interface FakeModels {
  readonly url: string;
  /** Bodies of the requests, in order. */
  // biome-ignore lint/suspicious/noExplicitAny: three APIs, read by tests only.
  readonly bodies: readonly any[];
  close(): Promise<void>;
}

const USAGE = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };

const responseOf = (calls: readonly ModelCallScript[]) => ({
  ...{ id: 'resp_1', object: 'response', created_at: 1_790_000_000, status: 'completed', model: 'gpt-test' },
  ...{ error: null, incomplete_details: null, parallel_tool_calls: true, tools: [], metadata: {} },
  output:
    calls.length === 0
      ? [
          {
            ...{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' },
            content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
          },
        ]
      : calls.map(({ name, args, text }, index) => ({
          ...{ id: `fc_${index}`, type: 'function_call', call_id: `call_${index}`, status: 'completed', name },
          arguments: text ?? JSON.stringify(args ?? {}),
        })),
  usage: { ...USAGE, input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
});

const completionOf = (calls: readonly ModelCallScript[]) => ({
  ...{ id: 'chatcmpl_1', object: 'chat.completion', created: 1_790_000_000, model: 'gpt-test' },
  choices: [
    {
      index: 0,
      finish_reason: calls.length === 0 ? 'stop' : 'tool_calls',
      message: {
        ...{ role: 'assistant', content: calls.length === 0 ? 'Done.' : null },
        ...(calls.length > 0 && {
          tool_calls: calls.map(({ name, args, text }, index) => ({
            ...{ id: `call_${index}`, type: 'function' },
            function: { name, arguments: text ?? JSON.stringify(args ?? {}) },
          })),
        }),
      },
    },
  ],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
});

const messageOf = (calls: readonly ModelCallScript[]) => ({
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-test', stop_sequence: null, usage: USAGE },
  stop_reason: calls.length === 0 ? 'end_turn' : 'tool_use',
  content:
    calls.length === 0
      ? [{ type: 'text', text: 'Done.' }]
      : calls.map(({ name, args }, index) => ({ type: 'tool_use', id: `toolu_${index}`, name, input: args ?? {} })),
});

/** Starts it. Each request takes the next turn of the script: the calls that the model makes. After the last one it says "Done.". */
export const startFakeModels = async (turns: readonly (readonly ModelCallScript[])[]): Promise<FakeModels> => {
  const bodies: unknown[] = [];
  const answering =
    (shape: (calls: readonly ModelCallScript[]) => object) =>
    (_count: number, { body }: { readonly body: string }, res: Parameters<Answering>[2]): void => {
      const calls = turns[bodies.length] ?? [];
      bodies.push(JSON.parse(body));
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(shape(calls)));
    };
  const server: ScriptedServer = await startScripted({
    '/v1/responses': answering(responseOf),
    '/v1/chat/completions': answering(completionOf),
    '/v1/messages': answering(messageOf),
  });
  return { url: server.url, bodies, close: server.close };
};

type Answering = Parameters<typeof startScripted>[0][string];
