// Takes a compressed body off the wire and inflates it, through koa-bodyparser, within the cap both as sent and once inflated.

import type { IncomingMessage } from 'node:http';
import { Duplex, Readable } from 'node:stream';
import type bodyParser from 'koa-bodyparser';
import type { ByteBudget, Holding } from '../protocol/byte-budget.ts';
import { CallError } from '../protocol/errors.ts';
import { bodyTooLarge, type Encoding } from './body-guard.ts';
import type { Context } from './context.ts';
import { heldTooLong, senderOf } from './held-bytes.ts';

const NO_BYTES = Buffer.alloc(0);
const ignore = (): void => {};

/**
 * A reader of compressed bodies of at most `bodyBytes` bytes. It resolves with the bytes, none where there was no body.
 *
 * Fails with: payload_too_large (as soon as the cap is passed), invalid_request (cannot be inflated), overloaded (it has to make room for others),
 * and, where the connection is lost, with what its signal says.
 */
export const createEncodedBodyReader = (
  bodyBytes: number,
  held: ByteBudget,
): ((ctx: Context, encoding: Encoding) => Promise<Buffer>) => {
  // As text without an encoding: the parser's own JSON replaces bad UTF-8, loses repeated keys and rounds numbers.
  const options = {
    enableTypes: ['text'],
    extendTypes: { text: ['application/json'] },
    textLimit: `${bodyBytes}b`,
    encoding: null,
  };
  let parse: ReturnType<typeof bodyParser> | undefined;

  return async (ctx, encoding) => {
    // Loaded here: with it come seventy files, and most servers never see a compressed body.
    parse ??= (await import('koa-bodyparser')).default(options);
    // The parser compares both letter by letter.
    ctx.req.headers['content-type'] = 'application/json';
    ctx.req.headers['content-encoding'] = encoding;
    const arrival = watchArrival(ctx, bodyBytes, held);
    try {
      await Promise.race([parse(ctx, async () => {}), arrival.broken]);
    } catch (error) {
      throw bodyFailure(error, encoding, bodyBytes);
    } finally {
      arrival.release();
    }
    const { rawBody } = ctx.request;
    return rawBody instanceof Uint8Array ? Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.length) : NO_BYTES;
  };
};

interface Arrival {
  /** Rejects when the body will not come to a good end; never resolves. */
  readonly broken: Promise<never>;
  /** Lets go of the request and of the inflater. */
  release(): void;
}

/** Sees what the parser does not: bytes as sent (empty gzip members inflate to nothing, for ever) and a lost connection. */
const watchArrival = ({ req, state: { signal } }: Context, bodyBytes: number, held: ByteBudget): Arrival => {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const holding = held.open(senderOf(req), () => reject(heldTooLong()));
  const releaseInflater = holdInflater(req, holding);
  let sentBytes = 0;
  const count = (chunk: Uint8Array): void => {
    sentBytes += chunk.length;
    if (sentBytes > bodyBytes) reject(bodyTooLarge(bodyBytes));
  };
  const giveUp = (): void => reject(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp);
  req.on('data', count);
  return {
    broken,
    release() {
      signal.removeEventListener('abort', giveUp);
      req.off('data', count);
      holding.release();
      releaseInflater();
    },
  };
};

/**
 * Keeps a hand on the stream the parser pipes the request into. The parser forgets it once it has failed: an error it
 * emits after that would end the process, and its memory would wait for the collector.
 */
const holdInflater = (req: IncomingMessage, holding: Holding): (() => void) => {
  let inflater: NodeJS.WritableStream | undefined;
  req.pipe = <Stream extends NodeJS.WritableStream>(stream: Stream, options?: { end?: boolean }): Stream => {
    inflater = stream;
    stream.on('error', ignore);
    // What it gives is what is kept.
    stream.on('data', (chunk: Uint8Array) => holding.hold(chunk.length));
    Readable.prototype.pipe.call(req, stream, options);
    return stream;
  };
  return () => {
    if (inflater === undefined) return;
    req.unpipe(inflater);
    if (inflater instanceof Duplex) inflater.destroy();
  };
};

const bodyFailure = (error: unknown, encoding: Encoding, bodyBytes: number): unknown => {
  if (error instanceof CallError || !(error instanceof Error)) return error;
  const type = 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return bodyTooLarge(bodyBytes);
  if (type === 'request.aborted')
    return new CallError('cancelled', 'The connection closed before the body had arrived.');
  const detail = `The body says it is ${encoding}, but cannot be inflated: ${error.message}.`;
  return new CallError('invalid_request', detail, { cause: error });
};
