// Judges a body by its headers, before a byte of it is read.

import { MIMEType } from 'node:util';
import { CallError } from '../protocol/errors.ts';
import type { Context } from './context.ts';
import { headerValues } from './header-values.ts';
import { quoted } from './quoted.ts';

const JSON_TYPE = 'application/json';
const ENCODINGS = ['gzip', 'deflate', 'br'] as const;
const CHARSETS = new Set([null, 'utf-8', 'utf8']);

/** How a compressed body may be compressed. */
export type Encoding = (typeof ENCODINGS)[number];

/** A body over the cap, declared or found so. */
export const bodyTooLarge = (bodyBytes: number, usedBytes?: number): CallError => {
  const limit = { limit: 'bodyBytes', allowed: bodyBytes };
  return new CallError('payload_too_large', `The body is larger than the ${bodyBytes} bytes this server takes.`, {
    more: usedBytes === undefined ? limit : { ...limit, used: usedBytes },
  });
};

/**
 * Refuses a body that could not be a call, and asks for one that waits to be asked for (`Expect: 100-continue`).
 * Returns how the body is compressed; undefined where it is sent as it is.
 *
 * Fails with: unsupported_media_type, payload_too_large, invalid_request.
 */
export const admitBody = (ctx: Context, bodyBytes: number): Encoding | undefined => {
  const { headers } = ctx.req;
  refuseType(headerValues(ctx.req, 'content-type'));
  const encoding = encodingOf(headers['content-encoding']);
  const declaredBytes = Number(headers['content-length'] ?? 0);
  if (declaredBytes > bodyBytes) throw bodyTooLarge(bodyBytes, declaredBytes);
  meetExpectation(ctx);
  return encoding;
};

const encodingOf = (given: string | undefined): Encoding | undefined => {
  const encoding = given?.toLowerCase();
  if (encoding === undefined || encoding === 'identity') return undefined;
  const known = ENCODINGS.find((name) => name === encoding);
  if (known !== undefined) return known;
  const detail = `The content encoding ${quoted(encoding)} is not supported. Use gzip, deflate, br, or none.`;
  throw new CallError('unsupported_media_type', detail);
};

/** Refuses a body whose content type is not JSON in UTF-8. Fails with: unsupported_media_type. */
export const refuseType = ([value, second]: readonly string[]): void => {
  if (second === undefined && value !== undefined && isUtf8Json(value)) return;
  const got = value === undefined ? 'none' : quoted(value);
  const detail = `The content type must be application/json, in UTF-8, given once; got ${got}.`;
  throw new CallError('unsupported_media_type', detail);
};

const isUtf8Json = (contentType: string): boolean => {
  if (contentType === JSON_TYPE) return true;
  try {
    const { essence, params } = new MIMEType(contentType);
    return essence === JSON_TYPE && CHARSETS.has(params.get('charset')?.toLowerCase() ?? null);
  } catch {
    return false;
  }
};

/** Asks for a body that waits to be asked for. Fails with: invalid_request. */
export const meetExpectation = (ctx: Context): void => {
  const { expect } = ctx.req.headers;
  if (expect === undefined || ctx.req.httpVersion !== '1.1') return;
  if (expect.toLowerCase() !== '100-continue') {
    throw new CallError('invalid_request', `The expectation ${quoted(expect)} cannot be met. Leave Expect out.`);
  }
  ctx.res.writeContinue();
};
