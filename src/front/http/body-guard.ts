// Checks the headers of a body before a byte of it is read. Front process.

import { MIMEType } from 'node:util';
import { CallError } from '../../shared/protocol/errors.ts';
import { quoted } from '../../shared/text/quoted.ts';
import type { Context } from './context.ts';
import { headerValues } from './header-values.ts';

const JSON_TYPE = 'application/json';
const ENCODINGS = ['gzip', 'deflate', 'br'] as const;
const CHARSETS = new Set([null, 'utf-8', 'utf8']);

export type Encoding = (typeof ENCODINGS)[number];

export const bodyTooLarge = (bodyBytes: number, usedBytes?: number): CallError => {
  const limit = { limit: 'bodyBytes', allowed: bodyBytes };
  return new CallError('payload_too_large', `The body is larger than the ${bodyBytes} bytes this server takes.`, {
    more: usedBytes === undefined ? limit : { ...limit, used: usedBytes },
  });
};

/**
 * Refuses a body that cannot be a call, and asks for one whose sender waits (`Expect: 100-continue`).
 * Returns the body's encoding; undefined if it is not compressed.
 *
 * Fails with: unsupported_media_type, payload_too_large, invalid_request.
 */
export const admitBody = (ctx: Context, bodyBytes: number): Encoding | undefined => {
  refuseType(headerValues(ctx.req, 'content-type'));
  const encoding = encodingOf(ctx.req.headers['content-encoding']);
  const declared = declaredBytes(ctx);
  if (declared > bodyBytes) throw bodyTooLarge(bodyBytes, declared);
  meetExpectation(ctx);
  return encoding;
};

const encodingOf = (header: string | undefined): Encoding | undefined => {
  const encoding = header?.toLowerCase();
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

/** Asks for the body if the caller waits for that. Fails with: invalid_request. */
export const meetExpectation = (ctx: Context): void => {
  const { expect } = ctx.req.headers;
  if (expect === undefined || ctx.req.httpVersion !== '1.1') return;
  if (expect.toLowerCase() !== '100-continue') {
    throw new CallError('invalid_request', `The expectation ${quoted(expect)} cannot be met. Leave Expect out.`);
  }
  ctx.res.writeContinue();
};

/** Refuses a compressed body; the message gives `why`. Fails with: unsupported_media_type. */
export const refuseEncoding = ({ req }: Context, why: string): void => {
  const [encoding] = headerValues(req, 'content-encoding');
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new CallError('unsupported_media_type', `The content encoding ${quoted(encoding)} is not taken here: ${why}.`);
};

/** The length that the headers declare; 0 if they declare none. */
export const declaredBytes = ({ req }: Context): number => Number(req.headers['content-length'] ?? 0);
