// Writes a call's result with its headers in one write. Koa writes all other replies. Both have the same common headers. Front process.

import type { ServerResponse } from 'node:http';
import type { QuotaState } from '../../shared/protocol/throttle.ts';
import { millisecondsText } from '../../shared/text/milliseconds.ts';
import type { Context, ReplyJson, RequestState } from './context.ts';

const EXPOSED_HEADERS =
  'Toolcell-Call-Id, Server-Timing, Preference-Applied, Link, Retry-After, ETag, RateLimit, RateLimit-Policy, WWW-Authenticate, Idempotency-Replayed';

/** Up to this size a result is copied behind the headers, which costs less than two writes. */
const COPIED_BYTES = 4_096;

/** Writes a result, which is JSON already. Returns its length in bytes. */
export const sendResult = ({ res, state }: Context, result: ReplyJson, endsConnection: boolean): number => {
  const bytes = bytesOf(result);
  const headers = ['Content-Type', 'application/json', 'Cache-Control', 'no-store', 'Content-Length', `${bytes}`];
  addCommonHeaders(headers, state, endsConnection);
  // Node writes a list as it is, without a table of headers.
  res.writeHead(200, headers);
  // A text with as many characters as bytes is ASCII, which needs no encoding.
  if (typeof result === 'string') res.end(result, bytes === result.length ? 'latin1' : 'utf8');
  else if (!Buffer.isBuffer(result)) endInPieces(res, result);
  // latin1 maps each byte to one character and back, so nothing is decoded.
  else if (bytes <= COPIED_BYTES) res.end(result.toString('latin1'), 'latin1');
  else res.end(result);
  return bytes;
};

export const bytesOf = (json: ReplyJson): number => {
  if (typeof json === 'string') return Buffer.byteLength(json);
  return Buffer.isBuffer(json) ? json.length : json.reduce((bytes, piece) => bytes + piece.length, 0);
};

/** Node hands the pieces over in one write, and copies none of them. */
const endInPieces = (res: ServerResponse, pieces: readonly Buffer[]): void => {
  for (const piece of pieces) res.write(piece);
  res.end();
};

/** Sets the headers that all replies have, on a reply that Koa will write. */
export const setCommonHeaders = (ctx: Context, endsConnection: boolean): void => {
  const headers: string[] = [];
  addCommonHeaders(headers, ctx.state, endsConnection);
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    // A route may have named other headers.
    if (name === 'Vary') ctx.vary(value);
    else ctx.set(name, value);
  }
};

/** Appends names and values in turn. */
const addCommonHeaders = (headers: string[], state: RequestState, endsConnection: boolean): void => {
  headers.push('X-Content-Type-Options', 'nosniff', 'Vary', 'Origin');
  if (state.isCall || state.failure !== undefined) {
    headers.push('Toolcell-Call-Id', state.callId);
    // A stream may begin before its call ends.
    if (state.totalMs > 0) headers.push('Server-Timing', timing(state));
  }
  if (state.wantsReceipt) {
    headers.push('Preference-Applied', 'receipt', 'Link', `</calls/${state.callId}>; rel="describedby"`);
  }
  // A stream may begin before it is known.
  const isReplayed = state.isReplayed ?? (state.failure === undefined ? undefined : false);
  if (state.idempotencyKey !== undefined && isReplayed !== undefined)
    headers.push('Idempotency-Replayed', String(isReplayed));
  if (state.origin !== undefined) {
    headers.push('Access-Control-Allow-Origin', state.origin, 'Access-Control-Expose-Headers', EXPOSED_HEADERS);
  }
  if (state.quotas !== undefined && state.quotas.length > 0) headers.push(...quotaHeaders(state.quotas));
  if (endsConnection) headers.push('Connection', 'close');
};

const timing = ({ usage, totalMs }: RequestState): string =>
  `queue;dur=${millisecondsText(usage.queueMs)}, run;dur=${millisecondsText(usage.runMs)}, cpu;dur=${millisecondsText(usage.cpuMs)}, total;dur=${millisecondsText(totalMs)}`;

/** Names and values in turn. Names of quotas have no quotes and no backslashes. */
const quotaHeaders = (quotas: readonly QuotaState[]): readonly string[] => {
  let policies = '';
  let states = '';
  for (const quota of quotas) {
    const separator = policies === '' ? '' : ', ';
    policies += separator + policyOf(quota);
    states += `${separator}"${quota.name}";r=${quota.left};t=${quota.resetS}`;
  }
  return ['RateLimit-Policy', policies, 'RateLimit', states];
};

const policyOf = ({ name, allowed, windowS, unit }: QuotaState): string =>
  `"${name}";q=${allowed}${unit === undefined ? '' : `;qu="${unit}"`}${windowS > 0 ? `;w=${windowS}` : ''}`;
