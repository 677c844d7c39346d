// `undici`, the client that Node's `fetch` is made of: led to the `fetch` of a tool. Runs inside the isolate, as part of the packed entry.

import Emitter from './events.ts';
import { headersOf, networkError } from './http-messages.ts';
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
  readonly headers?: Record<string, string> | readonly string[];
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly query?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly headersTimeout?: number;
  readonly bodyTimeout?: number;
}

class UndiciError extends Error {
  override name = 'UndiciError';
  readonly code: string = 'UND_ERR';
}

class HeadersTimeoutError extends UndiciError {
  override name = 'HeadersTimeoutError';
  override readonly code = 'UND_ERR_HEADERS_TIMEOUT';
}

const pairsOf = (headers: readonly string[]): [string, string][] =>
  headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as [string, string]] : []));

/** A limit of time ends the request; whatever ends first gives the error. */
const limited = async (
  work: (signal: AbortSignal | undefined) => Promise<Response>,
  options: Options,
): Promise<Response> => {
  const { headersTimeout = 0, signal } = options;
  if (headersTimeout === 0) return work(signal);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new HeadersTimeoutError('Headers Timeout Error')), headersTimeout);
  try {
    return await work(signal ? AbortSignal.any([signal, late.signal]) : late.signal);
  } finally {
    clearTimeout(timer);
  }
};

const request = async (address: string | URL, options: Options = {}): Promise<object> => {
  const { query, headers, headersTimeout: _, bodyTimeout: __, ...rest } = options;
  const url = new URL(address);
  if (query)
    url.search = Object.entries(query)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&');
  const list = Array.isArray(headers) ? pairsOf(headers) : (headers as Record<string, string> | undefined);
  const send = (signal: AbortSignal | undefined): Promise<Response> =>
    fetch(url, { redirect: 'manual', ...rest, ...(list && { headers: list }), ...(signal && { signal }) });
  let response: Response;
  try {
    response = await limited(send, options);
  } catch (error) {
    throw networkError(error);
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  const body = Object.assign(Stream.Readable.from([bytes]) as object, {
    arrayBuffer: async () => bytes.buffer,
    bytes: async () => bytes,
    json: async () => JSON.parse(new TextDecoder().decode(bytes)) as unknown,
    text: async () => new TextDecoder().decode(bytes),
    dump: async () => {},
  });
  return { statusCode: response.status, ...headersOf(response.headers), trailers: {}, body };
};

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
  errors: { HeadersTimeoutError, UndiciError },
  fetch: (input: string | URL | Request, init?: RequestInit) => fetch(input, init),
  getGlobalDispatcher: () => dispatcher,
  request,
  setGlobalDispatcher: (given: unknown) => {
    dispatcher = given;
  },
};
