// An agent with Anthropic's SDK: the model calls tools of a Toolcell server until it can answer.

import Anthropic from '@anthropic-ai/sdk';
import { createClient, toAnthropicTools } from 'toolcell/client';

const TURNS = 8;
const question = process.argv[2] ?? 'How many words has "To be or not to be", and what is its slug?';

const stop = new AbortController();
const { signal } = stop;
process.once('SIGINT', () => stop.abort());

const { TOOLCELL_URL: url = 'http://127.0.0.1:3000', TOOLCELL_KEY: key } = process.env;
const client = createClient({ url, ...(key && { key }), timeoutMs: 30_000 });
const { definitions, run } = toAnthropicTools(client, await client.listTools({ readOnly: true, signal }));

const anthropic = new Anthropic();
const settings = { model: process.env.MODEL ?? 'claude-sonnet-5', max_tokens: 1_000, tools: definitions };
const messages = [{ role: 'user', content: question }];
for (let turn = 1; turn <= TURNS; turn += 1) {
  const message = await anthropic.messages.create({ ...settings, messages }, { signal });
  messages.push({ role: 'assistant', content: message.content });
  const uses = message.content.filter((block) => block.type === 'tool_use');
  for (const block of message.content) if (block.type === 'text') console.log(block.text);
  if (uses.length === 0) break;
  const results = await Promise.all(uses.map((use) => run(use, { signal })));
  for (const [index, { name, input }] of uses.entries())
    console.error(`${name} ${JSON.stringify(input)} → ${results[index]?.content}`);
  messages.push({ role: 'user', content: results });
}
