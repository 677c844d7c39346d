// Reads one response from a connection, within the caps. A handler for undici. Control thread.

import type { Dispatcher } from 'undici';
import type { Holding } from '../../../shared/protocol/byte-budget.ts';
import type { Pace } from './connection-pool.ts';
import type { Header } from './fetch-request.ts';
import { EgressRefusal, failed, overLimit, upstreamFailed } from './refusal.ts';

/** Interim responses, such as 103, before the final one. Each costs time of this thread, which all plugins share. */
const MAX_INTERIMS = 20;
/** This many pieces of a body may have any size, for texts that are sent word by word. With more, the average must be `LEAST_CHUNK_BYTES`. */
const FREE_CHUNKS = 20_000;
const LEAST_CHUNK_BYTES = 64;

/** A request that is ready to be sent, with its secrets in place. */
export interface LeavingRequest {
  readonly origin: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Buffer | undefined;
}

export interface RawResponse {
  readonly status: number;
  readonly statusText: string;
  /** In the order received, names in small letters. */
  readonly headers: readonly Header[];
  readonly body: Buffer;
}

export interface ResponseRoom {
  /** Most bytes of its body. */
  readonly most: number;
  readonly holding: Holding;
  readonly pace: Pace;
}

/** The connection was lost before the first byte of the response, so another try may help. */
export class ConnectionLost extends EgressRefusal {
  /** True if nothing was sent, or if a request that changes nothing was sent on a connection that the server was closing after an idle time. */
  readonly isRepeatable: boolean;

  constructor(origin: string, isRepeatable: boolean) {
    const { name, message, more } = upstreamFailed(`${origin} closed the connection before it answered.`);
    super(name, message, more);
    this.isRepeatable = isRepeatable;
  }
}

export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #request: LeavingRequest;
  readonly #room: ResponseRoom & { readonly isReused: boolean };
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
    room: ResponseRoom & { readonly isReused: boolean },
    resolve: (response: RawResponse) => void,
    reject: (why: EgressRefusal) => void,
  ) {
    this.#request = request;
    this.#room = room;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  fail(why: EgressRefusal): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    // If undici is already at work, it must stop, so the abort goes through it.
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
        this.fail(upstreamFailed(`${this.#request.origin} sent more than ${MAX_INTERIMS} interim responses.`));
      return;
    }
    const headers = headersOf(controller.rawHeaders);
    this.#head = { status, statusText: statusText ?? '', headers };
    const length = headers.find(([name]) => name === 'content-length')?.[1];
    if (this.#request.method !== 'HEAD' && Number(length) > this.#room.most) this.fail(tooLarge(this.#room.most));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#room.most) return this.fail(tooLarge(this.#room.most));
    if (this.#isSettled) return;
    this.#chunks.push(chunk);
    this.#room.holding.hold(chunk.length);
    if (this.#chunks.length > FREE_CHUNKS && this.#bytes < this.#chunks.length * LEAST_CHUNK_BYTES)
      return this.fail(upstreamFailed(`${this.#request.origin} sends its response in too many tiny pieces.`));
    this.#rest(controller, this.#room.pace.take(chunk.length));
  }

  /** Stops reading the response for `ms` milliseconds. */
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
    if (!this.#hasBegun) return this.fail(new ConnectionLost(origin, this.#isRepeatable()));
    this.fail(
      this.#head
        ? upstreamFailed(`${origin} ended its response before it was complete.`)
        : upstreamFailed(`${origin} sent something that is not an HTTP response.`),
    );
  }

  #isRepeatable(): boolean {
    const { method, body } = this.#request;
    const isUnsent = this.#controller === undefined;
    return isUnsent || (this.#room.isReused && (method === 'GET' || method === 'HEAD') && body === undefined);
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
    `The response is larger than ${responseBytes} bytes (fetchResponseBytes), as sent or after decompression. Ask for less.`,
  );
