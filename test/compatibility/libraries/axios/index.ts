// Examples from the documentation of axios, as tools. What is answered is made in the plugin: the library's own fetch adapter sends the
// request, to a fetch of the example.

import { defineTool } from '@toolcell/plugin';
import axios, { AxiosError } from 'axios';

/** Answers with what it was asked. */
const echo = async (input: string | URL | Request): Promise<Response> => {
  const request = input as Request;
  const body = await request.text();
  const status = request.url.includes('missing') ? 404 : 200;
  return Response.json(
    { method: request.method, url: request.url, type: request.headers.get('content-type'), body },
    { status },
  );
};

const client = axios.create({ baseURL: 'https://api.example.com/v1', adapter: 'fetch', env: { fetch: echo } });

export const axiosGet = defineTool(
  {
    description: 'A request with parameters.',
    inputSchema: { type: 'object', properties: { params: { type: 'object' } }, required: ['params'] },
    outputSchema: {},
    examples: [
      {
        arguments: { params: { ID: 12345, tags: ['a', 'b'] } },
        result: {
          method: 'GET',
          url: 'https://api.example.com/v1/user?ID=12345&tags%5B%5D=a&tags%5B%5D=b',
          type: null,
          body: '',
        },
      },
    ],
  },
  async ({ params }) => (await client.get('/user', { params })).data,
);

export const axiosPost = defineTool(
  {
    description: 'A request with a body, changed by an interceptor.',
    inputSchema: { type: 'object', properties: { data: { type: 'object' } }, required: ['data'] },
    outputSchema: {},
    examples: [
      {
        arguments: { data: { firstName: 'Fred' } },
        result: {
          method: 'POST',
          url: 'https://api.example.com/user',
          type: 'application/json',
          body: '{"firstName":"Fred","sent":true}',
        },
      },
    ],
  },
  async ({ data }) => {
    const own = axios.create({ baseURL: 'https://api.example.com/', adapter: 'fetch', env: { fetch: echo } });
    own.interceptors.request.use((config) => ({ ...config, data: { ...config.data, sent: true } }));
    return (await own.post('user', data)).data;
  },
);

export const axiosError = defineTool(
  {
    description: 'What an answer with status 404 throws.',
    inputSchema: { type: 'object', properties: {} },
    outputSchema: {},
    examples: [
      {
        arguments: {},
        result: { code: 'ERR_BAD_REQUEST', message: 'Request failed with status code 404', status: 404 },
      },
    ],
  },
  async () => {
    try {
      return await client.get('/missing');
    } catch (error) {
      if (!(error instanceof AxiosError)) throw error;
      return { code: error.code, message: error.message, status: error.response?.status };
    }
  },
);

export const axiosUri = defineTool(
  {
    description: 'An address, without a request.',
    inputSchema: { type: 'object', properties: { params: { type: 'object' } }, required: ['params'] },
    outputSchema: { type: 'string' },
    examples: [{ arguments: { params: { q: 'a b' } }, result: 'https://api.example.com/v1/search?q=a+b' }],
  },
  ({ params }) => client.getUri({ url: '/search', params }),
);
