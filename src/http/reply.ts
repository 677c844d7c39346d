// How replies leave: a call's result in one write, headers and all; Koa writes the rest. Both carry the same headers.

import { millisecondsText } from '../protocol/milliseconds.ts';
import type { Context, RequestState } from './context.ts';

const EXPOSED_HEADERS = 'Toolcell-Call-Id, Server-Timing, Preference-Applied, Link, Retry-After, ETag';

/** Bytes of a result that are copied behind the headers, which costs less than handing the system two pieces. */
const COPIED_BYTES = 4_096;

/**
 * Writes a call's result, as bytes of UTF-8 or as text. It goes out as it is: the sandbox has already made JSON of it. Returns its bytes.
 */
export const sendResult = ({ res, state }: Context, result: Buffer | string, isDraining: boolean): number => {
  const bytes = bytesOf(result);
  const headers = ['Content-Type', 'application/json', 'Cache-Control', 'no-store', 'Content-Length', `${bytes}`];
  addCommonHeaders(headers, state, isDraining);
  // A list goes to the wire as it is, without a table of headers being made of it.
  res.writeHead(200, headers);
  // Of a text as long as its bytes all is ASCII, which needs no encoding.
  if (typeof result === 'string') res.end(result, bytes === result.length ? 'latin1' : 'utf8');
  // Each byte as a character, and each character as a byte: nothing is decoded.
  else if (bytes <= COPIED_BYTES) res.end(result.toString('latin1'), 'latin1');
  else res.end(result);
  return bytes;
};

/** UTF-8 bytes of a result. */
export const bytesOf = (result: Buffer | string): number =>
  typeof result === 'string' ? Buffer.byteLength(result) : result.length;

/** Gives the reply that Koa will write the headers that all replies have. */
export const setCommonHeaders = (ctx: Context, isDraining: boolean): void => {
  const headers: string[] = [];
  addCommonHeaders(headers, ctx.state, isDraining);
  for (let at = 0; at < headers.length; at += 2) ctx.set(headers[at] ?? '', headers[at + 1] ?? '');
};

/** Names and values in turn. */
const addCommonHeaders = (headers: string[], state: RequestState, isDraining: boolean): void => {
  headers.push('X-Content-Type-Options', 'nosniff', 'Vary', 'Origin');
  if (state.isCall || state.failure !== undefined) {
    headers.push('Toolcell-Call-Id', state.callId, 'Server-Timing', timing(state));
  }
  if (state.wantsReceipt) {
    headers.push('Preference-Applied', 'receipt', 'Link', `</calls/${state.callId}>; rel="describedby"`);
  }
  if (state.origin !== undefined) {
    headers.push('Access-Control-Allow-Origin', state.origin, 'Access-Control-Expose-Headers', EXPOSED_HEADERS);
  }
  if (isDraining) headers.push('Connection', 'close');
};

const timing = ({ usage, totalMs }: RequestState): string =>
  `queue;dur=${millisecondsText(usage.queueMs)}, run;dur=${millisecondsText(usage.runMs)}, cpu;dur=${millisecondsText(usage.cpuMs)}, total;dur=${millisecondsText(totalMs)}`;
