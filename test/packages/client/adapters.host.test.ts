// The adapters with the real SDKs and a real host. Only the model is none: a local server with the APIs' shapes says which tools it calls.

import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { DynamicStructuredTool } from '@langchain/core/tools';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { generateText, jsonSchema, stepCountIs } from 'ai';
import { expect } from 'chai';
import OpenAI from 'openai';
import {
  createClient,
  type Tool,
  toAiSdkTools,
  toAnthropicTools,
  toLangChainTools,
  toOpenAiTools,
} from '../../../packages/client/src/client.ts';
import { startTestHost, type TestHost } from '../../support/host.ts';
import { type FakeModels, type ModelCallScript, startFakeModels } from './fake-models.ts';

const SOURCE = `
export const greet = ({ name }) => 'Hello, ' + name + '.';
export const count = ({ name }) => ({ length: name.length, lc_direct_tool_output: true });
export const fail = () => { throw new RangeError('too far\\nsecond line'); };
export const wait = ({ name }) => new Promise((resolve) => setTimeout(resolve, 10_000, name));
export const draw = ({ name }) => ({
  content: [
    { type: 'text', text: 'Of ' + name + '.' },
    { type: 'image', data: 'R0lGODlhAQABAAAAACw=', mimeType: 'image/gif' },
    { type: 'resource_link', uri: 'https://example.com/ada', name: 'Ada', description: 'About her.' },
    { type: 'resource', resource: { uri: 'people://ada', text: 'A mathematician.' } },
    { type: 'resource', resource: { uri: 'people://ada.bin', blob: 'AAE=' } },
  ],
  structuredContent: { name },
});
export const either = ({ id, name }) => id ?? name;
export const hidden = () => 'hidden';
`;
const NAME = {
  type: 'object',
  properties: { name: { type: 'string', description: 'Of a person.' } },
  required: ['name'],
  additionalProperties: false,
};
const DRAW = { inputSchema: NAME, contentBlocks: true, outputSchema: { type: 'object' } };
const DRAWN = `Of Ada.

(image, image/gif, 14 bytes, not shown)

Ada: https://example.com/ada
About her.

people://ada:
A mathematician.

people://ada.bin:
(resource, 2 bytes, not shown)

{"name":"Ada"}`;
/** The APIs of models refuse this at the root. */
const EITHER = {
  type: 'object',
  anyOf: [
    { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'], additionalProperties: false },
    { type: 'object', properties: { name: { type: 'string' } }, required: ['name'], additionalProperties: false },
  ],
};
const TURN: readonly ModelCallScript[] = [
  { name: 'greet', args: { name: 'Ada' } },
  { name: 'count', args: { name: 'Ada' } },
  { name: 'fail' },
  { name: 'greet', args: { nome: 'Ada' } },
  { name: 'hidden' },
];

describe('the adapters', function () {
  this.timeout(120_000);
  let tested: TestHost;
  let models: FakeModels;
  let tools: readonly Tool[];
  const client = () => createClient({ url: tested.url });
  before(async () => {
    const inputSchema = NAME;
    tested = await startTestHost({
      plugins: {
        people: {
          source: SOURCE,
          tools: {
            greet: { inputSchema },
            count: { inputSchema },
            draw: DRAW,
            fail: {},
            wait: { inputSchema },
            hidden: {},
            either: { inputSchema: EITHER },
          },
        },
      },
    });
    tools = (await client().listTools()).filter(({ name }) => name !== 'hidden' && name !== 'either');
  });
  after(() => tested?.close());
  const modelsThat = async (...turns: (readonly ModelCallScript[])[]): Promise<FakeModels> => {
    models = await startFakeModels(turns);
    return models;
  };
  afterEach(() => models?.close());

  const checkTexts = (texts: readonly string[]): void => {
    expect(texts.slice(0, 3)).to.deep.equal([
      ...['Hello, Ada.', '{"length":3,"lc_direct_tool_output":true}', 'tool_error: RangeError: too far\nsecond line'],
    ]);
    expect(texts[3]).to.match(/^invalid_arguments: .*\/nome.*did you mean "name"\?/);
  };

  it("run an exchange with OpenAI's SDK, by the Responses API", async () => {
    const { url, bodies } = await modelsThat([...TURN, { name: 'greet', text: '{"name": ' }]);
    const openai = new OpenAI({ apiKey: 'k', baseURL: `${url}/v1`, maxRetries: 0 });
    const { definitions, run } = toOpenAiTools(client(), tools);
    const first = await openai.responses.create({ model: 'gpt-test', input: 'Greet Ada.', tools: definitions });
    const calls = first.output.filter((item) => item.type === 'function_call');
    const outputs = await Promise.all(calls.map((call) => run(call)));
    const last = await openai.responses.create({
      model: 'gpt-test',
      input: [...calls, ...outputs],
      tools: definitions,
    });
    expect(last.output_text).to.equal('Done.');
    expect(bodies[0].tools.map(({ name }: Tool) => name)).to.deep.equal(['count', 'draw', 'fail', 'greet', 'wait']);
    expect(bodies[0].tools[3]).to.deep.equal({
      ...{ type: 'function', name: 'greet', description: 'Test tool greet.', parameters: NAME, strict: false },
    });
    const sent = bodies[1].input.slice(calls.length);
    expect(sent[0]).to.deep.equal({ type: 'function_call_output', call_id: 'call_0', output: 'Hello, Ada.' });
    const texts = sent.map(({ output }: { output: string }) => output);
    checkTexts(texts);
    expect(texts[4]).to.match(/^tool_not_found: /);
    expect(texts[5]).to.match(/^invalid_json: /);
  });

  it("run an exchange with OpenAI's SDK, by Chat Completions", async () => {
    const { url, bodies } = await modelsThat(TURN);
    const openai = new OpenAI({ apiKey: 'k', baseURL: `${url}/v1`, maxRetries: 0 });
    const { chatDefinitions, run } = toOpenAiTools(client(), tools);
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Greet Ada.' }];
    const first = await openai.chat.completions.create({ model: 'gpt-test', messages, tools: chatDefinitions });
    const message = first.choices[0]?.message as OpenAI.ChatCompletionMessage;
    const calls = (message.tool_calls ?? []).filter((call) => call.type === 'function');
    messages.push(message, ...(await Promise.all(calls.map((call) => run(call)))));
    const last = await openai.chat.completions.create({ model: 'gpt-test', messages, tools: chatDefinitions });
    expect(last.choices[0]?.message.content).to.equal('Done.');
    expect(bodies[0].tools[3].function).to.deep.equal({
      ...{ name: 'greet', description: 'Test tool greet.', parameters: NAME },
    });
    const sent = bodies[1].messages.slice(2);
    expect(sent[0]).to.deep.equal({ role: 'tool', tool_call_id: 'call_0', content: 'Hello, Ada.' });
    checkTexts(sent.map(({ content }: { content: string }) => content));
  });

  it("run an exchange with Anthropic's SDK", async () => {
    const { url, bodies } = await modelsThat(TURN);
    const anthropic = new Anthropic({ apiKey: 'k', baseURL: url, maxRetries: 0 });
    const { definitions, run } = toAnthropicTools(client(), tools);
    const ask = { model: 'claude-test', max_tokens: 100, tools: definitions };
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Greet Ada.' }];
    const first = await anthropic.messages.create({ ...ask, messages });
    const uses = first.content.filter((block) => block.type === 'tool_use');
    messages.push({ role: 'assistant', content: first.content });
    messages.push({ role: 'user', content: await Promise.all(uses.map((use) => run(use))) });
    const last = await anthropic.messages.create({ ...ask, messages });
    expect(last.stop_reason).to.equal('end_turn');
    expect(bodies[0].tools[3]).to.deep.equal({ name: 'greet', description: 'Test tool greet.', input_schema: NAME });
    const sent = bodies[1].messages[2].content;
    expect(sent[0]).to.deep.equal({ type: 'tool_result', tool_use_id: 'toolu_0', content: 'Hello, Ada.' });
    expect(sent.map(({ is_error = false }) => is_error)).to.deep.equal([false, false, true, true, true]);
    checkTexts(sent.map(({ content }: { content: string }) => content));
  });

  it('run an exchange with the AI SDK', async () => {
    const { url, bodies } = await modelsThat(TURN.slice(0, 4));
    const provider = createOpenAI({ apiKey: 'k', baseURL: `${url}/v1` });
    const { text, steps } = await generateText({
      model: provider.chat('gpt-test'),
      prompt: 'Greet Ada.',
      tools: toAiSdkTools(client(), tools, { jsonSchema }),
      stopWhen: stepCountIs(3),
      maxRetries: 0,
    });
    expect([text, steps.length]).to.deep.equal(['Done.', 2]);
    expect(bodies[0].tools[3].function).to.deep.include({ name: 'greet', parameters: NAME });
    const sent = bodies[1].messages.filter(({ role }: { role: string }) => role === 'tool');
    // The AI SDK knows that it is an error, and marks it as each provider wants it.
    const unmarked = (text: string): string => (text.startsWith('{"error":') ? JSON.parse(text).error : text);
    checkTexts(sent.map(({ content }: { content: string }) => unmarked(content)));
    const outputs = steps[0]?.toolResults.map(({ output }) => output);
    expect(outputs?.[0]).to.deep.equal({ isError: false, result: 'Hello, Ada.' });
    expect(outputs?.[2]).to.include({ isError: true });
  });

  it('are tools of LangChain.js', async () => {
    const made = toLangChainTools(client(), tools, { DynamicStructuredTool });
    expect(made.map(({ name }) => name)).to.deep.equal(['count', 'draw', 'fail', 'greet', 'wait']);
    const byName = (wanted: string) => made.find(({ name }) => name === wanted) as (typeof made)[number];
    expect(convertToOpenAITool(byName('greet')).function).to.deep.equal({
      ...{ name: 'greet', description: 'Test tool greet.', parameters: NAME },
    });
    const call = (name: string, args: object) =>
      byName(name).invoke({ type: 'tool_call', id: 'call_0', name, args: args as never });
    const greeted = await call('greet', { name: 'Ada' });
    expect([greeted.content, greeted.tool_call_id]).to.deep.equal(['Hello, Ada.', 'call_0']);
    // A result with LangChain's own mark is a text like any other.
    expect((await call('count', { name: 'Ada' })).content).to.equal('{"length":3,"lc_direct_tool_output":true}');
    expect((await call('fail', {})).content).to.equal('tool_error: RangeError: too far\nsecond line');
    const refused = await call('greet', { nome: 'Ada' }).catch((error: Error) => error.message);
    expect(refused).to.contain('name');
  });

  it('give a model the text of content blocks, and a program the result', async () => {
    const args = { name: 'Ada' };
    const blocks = await toAnthropicTools(client(), tools).run({
      type: 'tool_use',
      id: 'a',
      name: 'draw',
      input: args,
    });
    expect(blocks).to.deep.equal({ type: 'tool_result', tool_use_id: 'a', content: DRAWN });
    const { draw } = toAiSdkTools(client(), tools, { jsonSchema });
    const output = await draw?.execute(args, {});
    expect(output).to.have.nested.property('result.structuredContent.name', 'Ada');
    expect(draw?.toModelOutput({ output })).to.deep.equal({ type: 'text', value: DRAWN });
  });

  it('send a model no combinator at the root, and the server judges by the whole schema', async () => {
    const { url, bodies } = await modelsThat([
      { name: 'either', args: { id: 1 } },
      { name: 'either', args: { id: 1, name: 'Ada' } },
    ]);
    const openai = new OpenAI({ apiKey: 'k', baseURL: `${url}/v1`, maxRetries: 0 });
    const listed = await client().listTools({ tools: ['either'] });
    expect(listed[0]?.inputSchema).to.deep.equal(EITHER);
    const { definitions, run } = toOpenAiTools(client(), listed);
    const { output } = await openai.responses.create({ model: 'gpt-test', input: 'Find one.', tools: definitions });
    expect(bodies[0].tools[0].parameters).to.deep.equal({
      ...{ type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
    });
    const calls = output.filter((item) => item.type === 'function_call');
    const texts = (await Promise.all(calls.map((call) => run(call)))).map((answer) => answer.output);
    expect(texts[0]).to.equal('1');
    expect(texts[1]).to.match(/^invalid_arguments: /);
  });

  it('throw if the signal is aborted', async () => {
    const { run } = toAnthropicTools(client(), tools);
    const [waiting] = toLangChainTools(client(), tools.slice(4), { DynamicStructuredTool });
    const { wait } = toAiSdkTools(client(), tools, { jsonSchema });
    const args = { name: 'Ada' };
    const chat = toOpenAiTools(client(), tools);
    const call = { type: 'function_call', call_id: 'c', name: 'wait', arguments: '{"name": "Ada"}' } as const;
    const attempts: readonly ((signal: AbortSignal) => Promise<unknown> | undefined)[] = [
      (signal) => run({ type: 'tool_use', id: 'a', name: 'wait', input: args }, { signal }),
      (signal) => chat.run(call, { signal }),
      (abortSignal) => wait?.execute(args, { abortSignal }),
      (signal) => waiting?.invoke(args as never, { signal }),
    ];
    for (const attempt of attempts) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error('enough')), 50);
      const ended = await Promise.resolve(attempt(controller.signal)).catch((error: Error) => error.message);
      expect(ended).to.match(/enough|[Aa]bort/);
    }
  });

  it('tell a model when to call again, and that a server is away', async () => {
    const { run } = toAnthropicTools(createClient({ url: 'http://127.0.0.1:1' }), tools);
    const { content } = await run({ type: 'tool_use', id: 'a', name: 'greet', input: { name: 'Ada' } });
    expect(content).to.match(/^unreachable: /);
    const hurried = toAnthropicTools(createClient({ url: tested.url, timeoutMs: 50 }), tools);
    const late = await hurried.run({ type: 'tool_use', id: 'a', name: 'wait', input: { name: 'Ada' } });
    expect([late.is_error, late.content]).to.deep.equal([
      true,
      'timed_out: The call took longer than 50 ms and was ended.',
    ]);
  });
});
