// Writes a reply that is a stream of events (text/event-stream), for callers of the plain routes and of MCP. Front process.

import type { ServerResponse } from 'node:http';
import type { ProgressReport } from '../../shared/protocol/call.ts';
import type { CallError } from '../../shared/protocol/errors.ts';
import type { Context, ProgressReply, ReplyJson } from './context.ts';
import { boundReading } from './linger.ts';
import { problemFor } from './problem.ts';
import { setCommonHeaders } from './reply.ts';
import type { Stays } from './stays.ts';

export const EVENT_STREAM = 'text/event-stream';

/** Bytes of a stream that may wait for their reader before events are left out. */
export const MOST_WAITING_BYTES = 65_536;
/** Proxies close a connection on which nothing is sent for long. The SDK of MCP takes the same time. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = ':\n\n';
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;

/** Makes the reply a stream that nobody on its way may keep, change or hold back. Nothing is written yet. */
export const beginEventStream = (ctx: Context, endsConnection: boolean): void => {
  ctx.respond = false;
  ctx.status = 200;
  ctx.set({ 'Content-Type': EVENT_STREAM, 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' });
  setCommonHeaders(ctx, endsConnection);
};

/** Writes events with JSON as their data, and a comment whenever `heartbeatMs` milliseconds have passed, until the stream ends. */
export class EventWriter {
  readonly #res: ServerResponse;
  readonly #heartbeat: NodeJS.Timeout;
  #bytes = 0;

  constructor(res: ServerResponse, heartbeatMs = HEARTBEAT_MS) {
    this.#res = res;
    this.#heartbeat = setInterval(() => {
      if (res.writableLength === 0) this.#write(HEARTBEAT);
    }, heartbeatMs);
    this.#heartbeat.unref();
    res.once('close', () => clearInterval(this.#heartbeat));
  }

  /** UTF-8 bytes that were written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Writes an event that may be left out: it is, if more than {@link MOST_WAITING_BYTES} wait for the reader. */
  offer(name: string, json: string): void {
    if (this.#res.writableLength > MOST_WAITING_BYTES) return;
    this.#write(`event: ${name}\ndata: ${json}\n\n`);
  }

  end(name: string, json: ReplyJson): void {
    clearInterval(this.#heartbeat);
    // Node joins what is written in one turn.
    this.#write(`event: ${name}\ndata: `);
    const pieces = typeof json === 'string' || Buffer.isBuffer(json) ? [json] : json;
    for (const piece of pieces) this.#write(onOneLine(piece));
    this.#write('\n\n');
    this.#res.end();
  }

  #write(part: Buffer | string): void {
    this.#bytes += Buffer.byteLength(part);
    this.#res.write(part);
  }
}

/** The same JSON on one line. A line break would end the data. In JSON it stands only between values, where a space means the same. */
const onOneLine = (json: Buffer | string): Buffer | string => {
  if (typeof json === 'string') return json.replace(/[\r\n]/g, ' ');
  if (!json.includes(LINE_FEED) && !json.includes(CARRIAGE_RETURN)) return json;
  const line = Buffer.from(json);
  for (const [at, byte] of line.entries()) if (byte === LINE_FEED || byte === CARRIAGE_RETURN) line[at] = SPACE;
  return line;
};

export interface StreamParts {
  /** True as soon as each reply is the last on its connection. */
  readonly endsConnections: () => boolean;
  readonly stays: Pick<Stays, 'add' | 'remove'>;
  /** How long a caller may take to read a reply, in milliseconds. */
  readonly replyTimeoutMs: number;
}

/**
 * Begins with the first report, or with the result. A call that fails before that has an ordinary reply, with the status of its failure. Ends with the
 * reason if its caller may not stay; that aborts the call.
 *
 * Limits: as many reports as the log of the call has room for, and fewer for a caller that does not read them.
 */
export class ProgressStream implements ProgressReply {
  readonly #ctx: Context;
  readonly #parts: StreamParts;
  #events: EventWriter | undefined;

  constructor(ctx: Context, parts: StreamParts) {
    this.#ctx = ctx;
    this.#parts = parts;
  }

  /** True as soon as the reply has status 200, whatever becomes of the call. */
  get hasBegun(): boolean {
    return this.#events !== undefined;
  }

  readonly report = ({ done, total, message }: ProgressReport): void => {
    const { state } = this.#ctx;
    if (state.signal.aborted) return;
    const events = this.#begun();
    events.offer('progress', JSON.stringify({ progress: done, total, message: message === '' ? undefined : message }));
    state.sentBytes = events.bytes;
  };

  /** Ends the reply with the result or with the document of the failure, both JSON. Returns the bytes of the whole stream. */
  end(json: ReplyJson): number {
    const { state } = this.#ctx;
    const events = this.#begun();
    this.#parts.stays.remove(this.#ctx);
    if (state.failure !== undefined) state.replyStatus = 200;
    events.end(state.failure === undefined ? 'result' : 'problem', json);
    return events.bytes;
  }

  #begun(): EventWriter {
    if (this.#events === undefined) {
      const { endsConnections, stays } = this.#parts;
      const { res } = this.#ctx;
      beginEventStream(this.#ctx, endsConnections());
      this.#events = new EventWriter(res);
      stays.add(this.#ctx, (why) => this.#refuse(why));
      res.once('close', () => stays.remove(this.#ctx));
    }
    return this.#events;
  }

  #refuse(why: CallError): void {
    const { state } = this.#ctx;
    const events = this.#begun();
    state.signal.abort(why);
    state.replyStatus = 200;
    boundReading(this.#ctx, this.#parts.replyTimeoutMs);
    events.end('problem', problemFor(why.failure, state).text);
    state.sentBytes = events.bytes;
  }
}
