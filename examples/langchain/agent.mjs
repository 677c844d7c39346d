// An agent with LangChain.js: the model calls tools of a Toolcell server until it can answer.

import { HumanMessage } from '@langchain/core/messages';
import { DynamicStructuredTool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { createClient, toLangChainTools } from 'toolcell/client';

const TURNS = 8;
const question = process.argv[2] ?? 'How many words has "To be or not to be", and what is its slug?';

const stop = new AbortController();
const { signal } = stop;
process.once('SIGINT', () => stop.abort());

const { TOOLCELL_URL: url = 'http://127.0.0.1:3000', TOOLCELL_KEY: key } = process.env;
const client = createClient({ url, ...(key && { key }), timeoutMs: 30_000 });
const tools = toLangChainTools(client, await client.listTools({ readOnly: true, signal }), { DynamicStructuredTool });
const byName = new Map(tools.map((tool) => [tool.name, tool]));

const configuration = { baseURL: process.env.OPENAI_BASE_URL };
const model = new ChatOpenAI({ model: process.env.MODEL ?? 'gpt-5-mini', configuration }).bindTools(tools);
const messages = [new HumanMessage(question)];

/** Runs one call of the model. LangChain throws if the arguments do not fit the schema: the model reads why. */
const run = async (call) => {
  try {
    const tool = byName.get(call.name);
    if (tool === undefined) throw new Error(`There is no tool ${call.name}.`);
    return await tool.invoke({ ...call, type: 'tool_call' }, { signal });
  } catch (error) {
    signal.throwIfAborted();
    return { role: 'tool', tool_call_id: call.id, content: String(error.message) };
  }
};

for (let turn = 1; turn <= TURNS; turn += 1) {
  const message = await model.invoke(messages, { signal });
  messages.push(message);
  if (message.text !== '') console.log(message.text);
  const calls = message.tool_calls ?? [];
  if (calls.length === 0) break;
  const results = await Promise.all(calls.map(run));
  for (const [index, { name, args }] of calls.entries())
    console.error(`${name} ${JSON.stringify(args)} → ${results[index]?.content}`);
  messages.push(...results);
}
