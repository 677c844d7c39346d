// Sends one request over a line and takes the response off it, within the caps. Control thread.

import type { Dispatcher } from 'undici';
import type { Holding } from '../../../protocol/byte-budget.ts';
import type { Header } from './fetch-ask.ts';
import type { Line } from './line.ts';
import type { Pace } from './pace.ts';
import { EgressRefusal, failed, overLimit, upstreamFailed } from './refusal.ts';
import type { Term } from './term.ts';

/** Responses such as 103 before the one that counts. Each costs this thread time, which belongs to everybody. */
const MAX_INTERIMS = 20;
/** So many pieces of a body may be of any size, as a text that is written word by word; beyond, they must have some on average. */
const FREE_CHUNKS = 20_000;
const LEAST_CHUNK_BYTES = 64;

/** A request with everything in its place, as it leaves. */
export interface LeavingRequest {
  readonly origin: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Buffer | undefined;
}

/** What a response may take. */
export interface ResponseRoom {
  /** Bytes of its body. */
  readonly most: number;
  readonly holding: Holding;
  readonly pace: Pace;
}

/** A response as it was sent. */
export interface RawResponse {
  readonly status: number;
  readonly statusText: string;
  /** In the order they came, names in small letters. */
  readonly headers: readonly Header[];
  readonly body: Buffer;
}

/** The line broke before a byte of the response had come, so that it may be worth another try. */
export class LineLost extends EgressRefusal {
  /** Nothing had left either, or nothing that changes anything and the line had been idle: the two sides missed each other. */
  readonly isRepeatable: boolean;

  constructor(origin: string, isRepeatable: boolean) {
    const { name, message, more } = upstreamFailed(`${origin} closed the connection before it answered.`);
    super(name, message, more);
    this.isRepeatable = isRepeatable;
  }
}

/** Rejects with an {@link EgressRefusal}; the line is then closed. Throws where `term` is over, and sends nothing. */
export const exchange = (line: Line, request: LeavingRequest, room: ResponseRoom, term: Term): Promise<RawResponse> => {
  term.check();
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const handler = new ResponseReader(request, { ...room, isReused: line.uses > 0 }, resolve, (why) => {
    reject(why);
    line.close();
  });
  const forget = term.whenOver((why) => handler.fail(why));
  line.uses += 1;
  line.client.dispatch(
    {
      path: request.path,
      method: request.method,
      headers: request.headers.flat(),
      body: request.body ?? null,
      reset: provesConnection(request.headers),
    },
    handler,
  );
  return promise.finally(forget);
};

/** Such credentials hold for all that comes over a connection: it must not serve the next call, whose caller may be another. */
const provesConnection = (headers: readonly Header[]): boolean =>
  headers.some(([name, value]) => name === 'authorization' && /^\s*(?:ntlm|negotiate)\b/i.test(value));

class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #request: LeavingRequest;
  readonly #most: number;
  readonly #holding: Holding;
  readonly #pace: Pace;
  readonly #isReused: boolean;
  readonly #resolve: (response: RawResponse) => void;
  readonly #reject: (why: EgressRefusal) => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #head: Omit<RawResponse, 'body'> | undefined;
  #hasBegun = false;
  #isSettled = false;
  #bytes = 0;
  #interims = 0;

  constructor(
    request: LeavingRequest,
    { most, holding, pace, isReused }: ResponseRoom & { readonly isReused: boolean },
    resolve: (response: RawResponse) => void,
    reject: (why: EgressRefusal) => void,
  ) {
    this.#request = request;
    this.#most = most;
    this.#holding = holding;
    this.#pace = pace;
    this.#isReused = isReused;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Ends the exchange. */
  fail(why: EgressRefusal): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    // Through undici where it is at work: it must not go on with what it has in hand.
    this.#controller?.abort(why);
    this.#reject(why);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
  }

  onResponseStarted(): void {
    this.#hasBegun = true;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    statusText?: string,
  ): void {
    if (status < 200) {
      this.#interims += 1;
      if (this.#interims > MAX_INTERIMS)
        this.fail(upstreamFailed(`${this.#request.origin} sends interim responses without end.`));
      return;
    }
    const headers = headersOf(controller.rawHeaders);
    this.#head = { status, statusText: statusText ?? '', headers };
    const length = headers.find(([name]) => name === 'content-length')?.[1];
    if (this.#request.method !== 'HEAD' && Number(length) > this.#most) this.fail(tooLarge(this.#most));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#most) return this.fail(tooLarge(this.#most));
    if (this.#isSettled) return;
    this.#chunks.push(chunk);
    this.#holding.hold(chunk.length);
    if (this.#chunks.length > FREE_CHUNKS && this.#bytes < this.#chunks.length * LEAST_CHUNK_BYTES)
      return this.fail(
        upstreamFailed(`${this.#request.origin} sends its response in pieces too small to be worth the work.`),
      );
    this.#rest(controller, this.#pace.take(chunk.length));
  }

  /** Reads no more of the response for a while. */
  #rest(controller: Dispatcher.DispatchController, ms: number): void {
    if (ms === 0 || this.#isSettled) return;
    controller.pause();
    setTimeout(() => {
      if (!this.#isSettled) controller.resume();
    }, ms);
  }

  onResponseEnd(): void {
    if (this.#isSettled || !this.#head) return this.fail(upstreamFailed(`${this.#request.origin} sent no response.`));
    this.#isSettled = true;
    const [only = Buffer.alloc(0), ...rest] = this.#chunks;
    this.#resolve({ ...this.#head, body: rest.length === 0 ? only : Buffer.concat(this.#chunks) });
  }

  onResponseError(_controller: unknown, error: Error): void {
    const { origin } = this.#request;
    const code = 'code' in error ? error.code : undefined;
    if (code === 'UND_ERR_HEADERS_OVERFLOW')
      return this.fail(upstreamFailed(`The headers that ${origin} sent are too large.`));
    if (code === 'UND_ERR_INVALID_ARG')
      return this.fail(failed('The request has a header or path that cannot be sent.'));
    if (!this.#hasBegun) return this.fail(new LineLost(origin, this.#isRepeatable()));
    this.fail(
      this.#head
        ? upstreamFailed(`${origin} ended its response before it was whole.`)
        : upstreamFailed(`${origin} sent something that is no HTTP response.`),
    );
  }

  #isRepeatable(): boolean {
    const { method, body } = this.#request;
    const isUnsent = this.#controller === undefined;
    return isUnsent || (this.#isReused && (method === 'GET' || method === 'HEAD') && body === undefined);
  }
}

const headersOf = (raw: Dispatcher.DispatchController['rawHeaders']): readonly Header[] => {
  if (!Array.isArray(raw)) return [];
  const headers: Header[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) headers.push([latin1(raw[at]).toLowerCase(), latin1(raw[at + 1])]);
  return headers;
};

const latin1 = (part: Buffer | string | undefined): string =>
  typeof part === 'object' ? part.toString('latin1') : (part ?? '');

/** The refusal for a body, as sent or decompressed, above the cap. */
export const tooLarge = (responseBytes: number): EgressRefusal =>
  overLimit(
    'fetchResponseBytes',
    responseBytes,
    `The response is larger than ${responseBytes} bytes (fetchResponseBytes), as sent or once it is decompressed. Ask for less.`,
  );
