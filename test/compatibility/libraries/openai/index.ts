// Examples from the documentation of OpenAI's SDK, as tools. What is answered is made in the plugin: the SDK's own option for fetch gets one of the example.

import { defineTool } from '@toolcell/plugin';
import OpenAI, { NotFoundError } from 'openai';

/** Answers with what it was asked. */
const echo = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
  const url = String(input instanceof Request ? input.url : input);
  const headers = new Headers(init.headers);
  if (url.endsWith('/models/none'))
    return Response.json({ error: { message: 'no such model', code: 'model_not_found' } }, { status: 404 });
  if (String(init.body).includes('"stream":true'))
    return new Response(
      ['Hel', 'lo'].map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`).join('') +
        'data: [DONE]\n\n',
      { headers: { 'content-type': 'text/event-stream' } },
    );
  const content = `${init.method?.toUpperCase()} ${url} ${headers.get('authorization')} ${init.body}`;
  return Response.json({ choices: [{ message: { role: 'assistant', content } }] });
};

const client = (): OpenAI => new OpenAI({ apiKey: 'a-key', fetch: echo, maxRetries: 0 });
const messages = [{ role: 'user' as const, content: 'Say hello' }];
const NOTHING = { type: 'object', properties: {} } as const;

export const openaiChat = defineTool(
  {
    description: 'A request for a completion.',
    inputSchema: NOTHING,
    outputSchema: {},
    examples: [
      {
        arguments: {},
        result:
          'POST https://api.openai.com/v1/chat/completions Bearer a-key {"model":"gpt-5.2","messages":[{"role":"user","content":"Say hello"}]}',
      },
    ],
  },
  async () => (await client().chat.completions.create({ model: 'gpt-5.2', messages })).choices[0]?.message.content,
);

export const openaiStream = defineTool(
  {
    description: 'A completion that comes in parts.',
    inputSchema: NOTHING,
    outputSchema: {},
    examples: [{ arguments: {}, result: ['Hel', 'lo'] }],
  },
  async () => {
    const parts = [];
    for await (const part of await client().chat.completions.create({ model: 'gpt-5.2', messages, stream: true }))
      parts.push(part.choices[0]?.delta.content);
    return parts;
  },
);

export const openaiError = defineTool(
  {
    description: 'What an answer with status 404 throws.',
    inputSchema: NOTHING,
    outputSchema: {},
    examples: [{ arguments: {}, result: { status: 404, code: 'model_not_found', message: '404 no such model' } }],
  },
  async () => {
    try {
      return await client().models.retrieve('none');
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      return { status: error.status, code: error.code, message: error.message };
    }
  },
);
