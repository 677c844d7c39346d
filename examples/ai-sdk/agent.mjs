// An agent with the AI SDK: the model calls tools of a Toolcell server until it can answer.

import { createOpenAI } from '@ai-sdk/openai';
import { generateText, jsonSchema, stepCountIs } from 'ai';
import { createClient, toAiSdkTools } from 'toolcell/client';

const TURNS = 8;
const question = process.argv[2] ?? 'How many words has "To be or not to be", and what is its slug?';

const stop = new AbortController();
const { signal } = stop;
process.once('SIGINT', () => stop.abort());

const { TOOLCELL_URL: url = 'http://127.0.0.1:3000', TOOLCELL_KEY: key } = process.env;
const client = createClient({ url, ...(key && { key }), timeoutMs: 30_000 });
const tools = await client.listTools({ readOnly: true, signal });

const openai = createOpenAI({ baseURL: process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1' });
const { text, steps } = await generateText({
  model: openai(process.env.MODEL ?? 'gpt-5-mini'),
  prompt: question,
  tools: toAiSdkTools(client, tools, { jsonSchema }),
  stopWhen: stepCountIs(TURNS),
  abortSignal: signal,
});
for (const { toolName, input, output } of steps.flatMap(({ toolResults }) => toolResults))
  console.error(
    `${toolName} ${JSON.stringify(input)} → ${output.isError ? output.text : JSON.stringify(output.result)}`,
  );
console.log(text);
