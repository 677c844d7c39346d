// How replies leave: a call's result in one write, headers and all; Koa writes the rest. Both carry the same headers.

import type { Context, RequestState } from './context.ts';

const EXPOSED_HEADERS = 'Toolcell-Call-Id, Server-Timing, Preference-Applied, Link, Retry-After, ETag';

/** Writes a call's result. The text goes out as it is: the sandbox has already made JSON of it. Returns its UTF-8 bytes. */
export const sendResult = ({ res, state }: Context, resultText: string, isDraining: boolean): number => {
  const bytes = Buffer.byteLength(resultText);
  const headers = ['Content-Type', 'application/json', 'Cache-Control', 'no-store', 'Content-Length', `${bytes}`];
  addCommonHeaders(headers, state, isDraining);
  // A list goes to the wire as it is, without a table of headers being made of it.
  res.writeHead(200, headers);
  // Of a text as long as its bytes all is ASCII, which needs no encoding.
  res.end(resultText, bytes === resultText.length ? 'latin1' : 'utf8');
  return bytes;
};

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
  `queue;dur=${rounded(usage.queueMs)}, run;dur=${rounded(usage.runMs)}, cpu;dur=${rounded(usage.cpuMs)}, total;dur=${rounded(totalMs)}`;

/** To the microsecond. */
const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;
