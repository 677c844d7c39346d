// Requests and replies of `http`, sent by `fetch`: what the plugin is not granted stays out of reach. Runs inside the isolate, as part of the packed entry.

import { Buffer } from './buffer.ts';
import { coded, notInTool } from './errors.ts';
import Stream from './stream.ts';

export interface RequestOptions {
  readonly protocol?: string;
  readonly hostname?: string;
  readonly host?: string;
  readonly port?: string | number;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, unknown>> | readonly string[] | Headers;
  readonly auth?: string;
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

/** Part of a socket that libraries touch. */
const socketOf = (isTls: boolean): object => {
  const socket = Object.assign(new Stream.PassThrough(), {
    encrypted: isTls,
    authorized: isTls,
    connecting: false,
    setKeepAlive: () => socket,
    setNoDelay: () => socket,
    setTimeout: () => socket,
    ref: () => socket,
    unref: () => socket,
  });
  return socket;
};

/** Headers that Node joins into a list, or keeps apart. */
export const headersOf = (headers: Headers): { headers: Record<string, string | string[]>; rawHeaders: string[] } => {
  const named: Record<string, string | string[]> = {};
  const rawHeaders: string[] = [];
  for (const [name, value] of headers) {
    rawHeaders.push(name, value);
    if (name !== 'set-cookie') named[name] = value;
  }
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) named['set-cookie'] = cookies;
  return { headers: named, rawHeaders };
};

/** A reply. */
export class IncomingMessage extends Stream.Readable {
  statusCode: number | undefined;
  statusMessage = '';
  headers: Record<string, string | string[]> = {};
  rawHeaders: string[] = [];
  trailers = {};
  rawTrailers: string[] = [];
  httpVersion = '1.1';
  httpVersionMajor = 1;
  httpVersionMinor = 1;
  complete = false;
  aborted = false;
  url = '';
  socket: object;
  connection: object;

  constructor(socket: object = socketOf(false)) {
    super();
    this.socket = socket;
    this.connection = socket;
  }

  override _read(): void {}

  setTimeout(): this {
    return this;
  }
}

const urlOf = ({ protocol, hostname, host, port, path = '/' }: RequestOptions): string => {
  const name = hostname ?? (host ?? 'localhost').replace(/:\d+$/, '');
  const at = port ?? /:(\d+)$/.exec(host ?? '')?.[1];
  const usual = protocol === 'https:' ? '443' : '80';
  const shown = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
  return `${protocol}//${shown}${at === undefined || String(at) === usual ? '' : `:${at}`}${path}`;
};

const pairsOf = (headers: RequestOptions['headers']): readonly (readonly [string, unknown])[] => {
  if (headers === undefined) return [];
  if (headers instanceof Headers) return [...headers];
  if (!Array.isArray(headers)) return Object.entries(headers);
  if (Array.isArray(headers[0])) return headers as unknown as readonly [string, unknown][];
  return headers.flatMap((name: string, at) => (at % 2 === 0 ? [[name, headers[at + 1]] as const] : []));
};

/** What the host says of a server that it cannot ask, and the code that Node gives then. */
const CODES: readonly (readonly [RegExp, string])[] = [
  [/broke the connection off|closed the connection|ended its response|sent no response/, 'ECONNRESET'],
  [/resolve|does not exist|has no address|name server/, 'ENOTFOUND'],
  [/does not answer|in time/, 'ETIMEDOUT'],
];

/** `fetch` fails with one error for whatever happens on the way. It stays the same error, by which the host tells a refusal. */
export const networkError = (error: unknown): unknown => {
  if (!(error instanceof Error) || 'code' in error) return error;
  const [, code = 'ECONNREFUSED'] = CODES.find(([pattern]) => pattern.test(error.message)) ?? [];
  return Object.assign(error, { code, syscall: code === 'ENOTFOUND' ? 'getaddrinfo' : 'connect' });
};

const TOKEN = /^[\^`\-\w!#$%&'*+.|~]+$/;

/** Throws what Node throws for a request that cannot be sent. */
const checkRequest = ({ method, path, headers }: RequestOptions): void => {
  if (method !== undefined && !TOKEN.test(method))
    throw coded(TypeError, 'ERR_INVALID_HTTP_TOKEN', `Method must be a valid HTTP token ["${method}"]`);
  if (path !== undefined && /[^\u0021-\u00ff]/.test(path))
    throw coded(TypeError, 'ERR_UNESCAPED_CHARACTERS', 'Request path contains unescaped characters');
  for (const [name, value] of pairsOf(headers)) {
    checkName(name);
    if (value !== undefined) checkValue(name, value);
  }
};

/** Throws as Node's `validateHeaderName`. */
export const checkName = (name: string): void => {
  if (!TOKEN.test(name))
    throw coded(TypeError, 'ERR_INVALID_HTTP_TOKEN', `Header name must be a valid HTTP token ["${name}"]`);
};

/** Throws as Node's `validateHeaderValue`. */
export const checkValue = (name: string, value: unknown): void => {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(String(value)))
    throw coded(TypeError, 'ERR_INVALID_CHAR', `Invalid character in header content ["${name}"]`);
};

/** A request, which leaves as a whole when it ends. */
export class ClientRequest extends Stream.Writable {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly protocol: string;
  readonly agent: unknown = undefined;
  aborted = false;
  reusedSocket = false;
  headersSent = false;
  res: IncomingMessage | undefined;
  readonly socket: object;
  readonly connection: object;
  readonly #url: string;
  readonly #headers = new Map<string, { readonly name: string; readonly value: unknown }>();
  readonly #chunks: Uint8Array[] = [];
  readonly #abort = new AbortController();
  #timer: unknown;

  constructor(options: RequestOptions) {
    // It ends with its reply, and not when all is written.
    super({ autoDestroy: false });
    checkRequest(options);
    this.method = (options.method ?? 'GET').toUpperCase();
    this.path = options.path ?? '/';
    this.protocol = options.protocol ?? 'http:';
    this.host = options.hostname ?? options.host ?? 'localhost';
    this.#url = urlOf(options);
    for (const [name, value] of pairsOf(options.headers)) if (value !== undefined) this.setHeader(name, value);
    if (options.auth !== undefined && !this.hasHeader('authorization'))
      this.setHeader('authorization', `Basic ${Buffer.from(options.auth).toString('base64')}`);
    this.socket = socketOf(this.protocol === 'https:');
    this.connection = this.socket;
    const { signal } = options;
    if (signal?.aborted) queueMicrotask(() => this.destroy(this.#aborted(signal)));
    else signal?.addEventListener('abort', () => this.destroy(this.#aborted(signal)), { once: true });
    if (options.timeout) this.setTimeout(options.timeout);
    queueMicrotask(() => this.emit('socket', this.socket));
  }

  #aborted({ reason }: AbortSignal): Error {
    return Object.assign(coded(Error, 'ABORT_ERR', 'The operation was aborted'), { name: 'AbortError', cause: reason });
  }

  setHeader(name: string, value: unknown): this {
    checkName(name);
    checkValue(name, value);
    this.#headers.set(name.toLowerCase(), { name, value });
    return this;
  }

  appendHeader(name: string, value: unknown): this {
    const known = this.#headers.get(name.toLowerCase());
    return this.setHeader(name, known ? [known.value, value].flat() : value);
  }

  getHeader(name: string): unknown {
    return this.#headers.get(name.toLowerCase())?.value;
  }

  getHeaders(): object {
    return Object.fromEntries([...this.#headers].map(([name, { value }]) => [name, value]));
  }

  getHeaderNames(): string[] {
    return [...this.#headers.keys()];
  }

  getRawHeaderNames(): string[] {
    return [...this.#headers.values()].map(({ name }) => name);
  }

  hasHeader(name: string): boolean {
    return this.#headers.has(name.toLowerCase());
  }

  removeHeader(name: string): void {
    this.#headers.delete(name.toLowerCase());
  }

  flushHeaders(): void {}

  setNoDelay(): void {}

  setSocketKeepAlive(): void {}

  setTimeout(delayMs: number, listener?: () => void): this {
    if (listener) this.once('timeout', listener);
    clearTimeout(this.#timer as number);
    this.#timer = delayMs > 0 ? setTimeout(() => this.emit('timeout'), delayMs) : undefined;
    return this;
  }

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    queueMicrotask(() => this.emit('abort'));
    this.destroy();
  }

  override _write(chunk: Uint8Array | string, encoding: string, done: () => void): void {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding as BufferEncoding) : chunk);
    done();
  }

  override _final(done: (error?: unknown) => void): void {
    this.headersSent = true;
    done();
    this.#send().catch((error: unknown) => {
      // What was aborted has its error already.
      if (!this.#abort.signal.aborted) this.destroy(networkError(error));
    });
  }

  override _destroy(error: unknown, done: (error?: unknown) => void): void {
    clearTimeout(this.#timer as number);
    const isEarly = this.res === undefined && error === null;
    this.#abort.abort();
    this.res?.destroy(error ?? undefined);
    done(isEarly ? coded(Error, 'ECONNRESET', 'socket hang up') : error);
  }

  async #send(): Promise<void> {
    const headers = new Headers();
    for (const { name, value } of this.#headers.values())
      for (const one of Array.isArray(value) ? value : [value]) headers.append(name, String(one));
    const body =
      this.#chunks.length > 0 && !['GET', 'HEAD'].includes(this.method) ? Buffer.concat(this.#chunks) : undefined;
    const response = await fetch(this.#url, {
      method: this.method,
      headers,
      redirect: 'manual',
      signal: this.#abort.signal,
      ...(body && { body: new Uint8Array(body) }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    clearTimeout(this.#timer as number);
    const reply = new IncomingMessage(this.socket);
    Object.assign(reply, {
      statusCode: response.status,
      statusMessage: response.statusText,
      ...headersOf(response.headers),
    });
    // The body has arrived decoded.
    delete reply.headers['content-encoding'];
    this.res = reply;
    reply.once('end', () => queueMicrotask(() => this.destroy()));
    if (!this.emit('response', reply)) reply.resume();
    if (bytes.length > 0) reply.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    reply.complete = true;
    reply.push(null);
  }
}

/** What only a server has. */
export const noServer = (what: string): never => {
  throw notInTool(what, 'a tool cannot listen');
};
