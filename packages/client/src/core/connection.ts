// Sends requests to one server, and turns each reply into a value or an error.

import { ForeignReplyError, ToolcellError, UnreachableError } from './errors.ts';
import { isEventStream, type StreamOptions, streamedValue } from './progress.ts';
import { isJson, jsonIn, MOST_PROBLEM_BYTES, problemIn, textOf } from './reading.ts';

/** Where a server is, and how to come in. */
export interface ConnectionOptions {
  /** Address of the server, such as `http://127.0.0.1:3000`. A path in it is kept, for a proxy that serves Toolcell below one. */
  readonly url: string | URL;
  /** An API key or an access token, or a function that gives the one in force. Sent as `Authorization: Bearer …`. */
  readonly key?: string | (() => string | Promise<string>);
  /** Headers for every request, such as a secret of the caller's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Used in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Most bytes of a result or of the list of tools; default: 33,554,432. A longer reply is a {@link ForeignReplyError}. */
  readonly mostReplyBytes?: number;
}

/** One request. The path is relative to the server's address. */
export interface Request {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /** Called with the reports of a stream of events. Without it, such a reply is a foreign one. */
  readonly onProgress?: StreamOptions['onProgress'] | undefined;
}

/** A reply that is no failure. `value` is undefined for 304. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly value: unknown;
}

/** Sends one request. Throws ToolcellError, UnreachableError, ForeignReplyError, or the reason of the signal. */
export type Send = (request: Request) => Promise<Reply>;

const MOST_REPLY_BYTES = 33_554_432;
const NOT_MODIFIED = 304;

/** Makes the function that sends requests to a server. Throws a TypeError if the address is not one of HTTP or has a user name in it. */
export const connect = (options: ConnectionOptions): Send => {
  const { key, headers: common = {}, mostReplyBytes = MOST_REPLY_BYTES } = options;
  const base = baseOf(options.url);
  return async ({ path, method = 'GET', headers = {}, body, signal, onProgress }) => {
    signal?.throwIfAborted();
    const url = new URL(path, base).href;
    const all = new Headers({ accept: 'application/json', ...common });
    if (key !== undefined) all.set('authorization', await bearerOf(key));
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    const init: RequestInit = {
      method,
      headers: all,
      // A key must not follow a redirection to another server.
      redirect: 'manual',
      ...(body !== undefined && { body }),
      ...(signal !== undefined && { signal }),
    };
    const send = options.fetch ?? globalThis.fetch;
    const reached = <Result>(work: Promise<Result>): Promise<Result> =>
      work.catch((error: unknown) => {
        signal?.throwIfAborted();
        throw new UnreachableError(url, error);
      });
    const response = await reached(send(url, init));
    if (response.status === NOT_MODIFIED) return { status: NOT_MODIFIED, headers: response.headers, value: undefined };
    if (onProgress && response.ok && isEventStream(response)) {
      const value = await streamedValue(response, { url, mostReplyBytes, signal, onProgress, reached });
      return { status: response.status, headers: response.headers, value };
    }
    const text = await reached(textOf(response, response.ok ? mostReplyBytes : MOST_PROBLEM_BYTES));
    return replyFrom(response, text, url);
  };
};

const baseOf = (url: string | URL): URL => {
  // A page may give a path on its own server.
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const base = new URL(url, location?.href);
  if (!/^https?:$/.test(base.protocol)) throw new TypeError(`The address must be http or https, not ${base.protocol}`);
  if (base.username !== '' || base.password !== '')
    throw new TypeError('The address must have no user name and no password. Give a key as "key".');
  base.search = '';
  base.hash = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
};

const bearerOf = async (key: NonNullable<ConnectionOptions['key']>): Promise<string> => {
  const text = typeof key === 'function' ? await key() : key;
  // `fetch` would put the whole header, and so the key, into its message.
  if (typeof text !== 'string' || !/^[\x21-\x7e]+$/.test(text))
    throw new TypeError('The key must be printable ASCII characters without spaces.');
  return `Bearer ${text}`;
};

const replyFrom = (response: Response, text: string | undefined, url: string): Reply => {
  const { ok, status, headers } = response;
  if (text === undefined) throw new ForeignReplyError(url, status, 'the reply is larger than this client reads');
  if (!ok) {
    const problem = isJson(response) ? problemIn(text, response) : undefined;
    if (problem === undefined) throw new ForeignReplyError(url, status, 'it is not a problem document', text);
    throw new ToolcellError(problem);
  }
  const value = isJson(response) ? jsonIn(text) : undefined;
  if (value === undefined) throw new ForeignReplyError(url, status, 'it is not JSON', text);
  return { status, headers, value };
};
