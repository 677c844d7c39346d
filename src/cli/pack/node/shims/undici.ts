// `undici`, the client that Node's `fetch` is made of: led to the `fetch` of a tool. Runs inside the isolate, as part of the packed entry.

import Emitter from './events.ts';
import Stream from './stream.ts';

/** Whatever connections a library asks for: the host makes them. */
class Dispatcher extends Emitter {
  async close(): Promise<void> {}

  async destroy(): Promise<void> {}

  compose(): this {
    return this;
  }
}

class Agent extends Dispatcher {}
class Client extends Dispatcher {}
class Pool extends Dispatcher {}
class ProxyAgent extends Dispatcher {}
class EnvHttpProxyAgent extends Dispatcher {}
class MockAgent extends Dispatcher {}
class RetryAgent extends Dispatcher {}

let dispatcher: unknown = new Agent();

interface Options {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly query?: Record<string, string>;
  readonly signal?: AbortSignal;
}

const request = async (address: string | URL, { query, ...options }: Options = {}): Promise<object> => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const response = await fetch(url, { redirect: 'manual', ...options });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const body = Object.assign(Stream.Readable.from([bytes]) as object, {
    arrayBuffer: async () => bytes.buffer,
    bytes: async () => bytes,
    json: async () => JSON.parse(new TextDecoder().decode(bytes)) as unknown,
    text: async () => new TextDecoder().decode(bytes),
    dump: async () => {},
  });
  return { statusCode: response.status, headers: Object.fromEntries(response.headers), trailers: {}, body };
};

class UndiciError extends Error {
  override name = 'UndiciError';
}

export default {
  Agent,
  Client,
  Dispatcher,
  EnvHttpProxyAgent,
  FormData: globalThis.FormData,
  Headers: globalThis.Headers,
  MockAgent,
  Pool,
  ProxyAgent,
  Request: globalThis.Request,
  Response: globalThis.Response,
  RetryAgent,
  errors: { UndiciError },
  fetch: (input: string | URL | Request, init?: RequestInit) => fetch(input, init),
  getGlobalDispatcher: () => dispatcher,
  request,
  setGlobalDispatcher: (given: unknown) => {
    dispatcher = given;
  },
};
