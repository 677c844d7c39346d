// An agent with OpenAI's SDK: the model calls tools of a Toolcell server until it can answer.

import OpenAI from 'openai';
import { createClient, toOpenAiTools } from 'toolcell/client';

const TURNS = 8;
const question = process.argv[2] ?? 'How many words has "To be or not to be", and what is its slug?';

const stop = new AbortController();
const { signal } = stop;
process.once('SIGINT', () => stop.abort());

const { TOOLCELL_URL: url = 'http://127.0.0.1:3000', TOOLCELL_KEY: key } = process.env;
const client = createClient({ url, ...(key && { key }), timeoutMs: 30_000 });
const { definitions, run } = toOpenAiTools(client, await client.listTools({ readOnly: true, signal }));

const openai = new OpenAI();
const model = process.env.MODEL ?? 'gpt-5-mini';
let response = await openai.responses.create({ model, input: question, tools: definitions }, { signal });
for (let turn = 1; turn < TURNS; turn += 1) {
  const calls = response.output.filter((item) => item.type === 'function_call');
  if (calls.length === 0) break;
  const input = await Promise.all(calls.map((call) => run(call, { signal })));
  for (const [index, { name, arguments: args }] of calls.entries())
    console.error(`${name} ${args} → ${input[index]?.output}`);
  const next = { model, input, tools: definitions, previous_response_id: response.id };
  response = await openai.responses.create(next, { signal });
}
console.log(response.output_text);
