// Bodies and queries of the admin API: an archive as it is, or a small JSON object of a closed shape.

import { CallError } from '../protocol/errors.ts';
import { JsonScanner } from '../protocol/json-scan.ts';
import { meetExpectation, refuseType } from './body-guard.ts';
import type { Context } from './context.ts';
import { headerValues } from './header-values.ts';
import { afterSpace, stringOf, topLevelMembers } from './json-text.ts';
import { hasUnreadBody } from './linger.ts';
import { readPlainBody } from './plain-body.ts';
import { quoted } from './quoted.ts';

/** Bytes of a body that is not an archive: two short members and room. */
const BODY_BYTES = 4_096;
const OPEN_OBJECT = 0x7b;
const QUOTE = 0x22;
const BODY_DEPTH = 1;
const ARCHIVE_TYPES = ['application/gzip', 'application/x-gzip', 'application/octet-stream'];
/** A signature's text, which is at most 20,000 bytes, does not fit into headers whole; one with usual comments has 400. */
const SIGNATURE_CHARACTERS = 8_192;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** How large an archive may be. */
export interface ArchiveCaps {
  /** Bytes of the archive: what a bundle takes, and what tar adds to it. */
  readonly archiveBytes: number;
  /** Bytes of the bundle in it, as the operator sets them. */
  readonly bundleBytes: number;
}

const archiveTooLarge = ({ archiveBytes, bundleBytes }: ArchiveCaps): CallError =>
  new CallError(
    'payload_too_large',
    `The archive is too large: a bundle of at most ${bundleBytes} bytes takes no more than ${archiveBytes} bytes as an archive.`,
    { more: { limit: 'bundleBytes', allowed: bundleBytes } },
  );

const bodyTooLarge = (allowed: number): CallError =>
  new CallError('payload_too_large', `The body is larger than the ${allowed} bytes that are taken here.`);

const refuseEncoding = ({ req }: Context, why: string): void => {
  const [encoding] = headerValues(req, 'content-encoding');
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new CallError('unsupported_media_type', `The content encoding ${quoted(encoding)} is not taken here: ${why}.`);
};

const declaredBytes = ({ req }: Context): number => Number(req.headers['content-length'] ?? 0);

/**
 * The bytes of an archive that is sent as the body; at most `archiveBytes`, declared or not.
 * Fails with: unsupported_media_type, payload_too_large, invalid_request.
 */
export const readArchiveBody = async (ctx: Context, caps: ArchiveCaps): Promise<Uint8Array> => {
  const [type = ARCHIVE_TYPES[0] ?? '', second] = headerValues(ctx.req, 'content-type');
  if (second !== undefined || !ARCHIVE_TYPES.includes(type.toLowerCase())) {
    const detail = `The content type must be application/gzip or application/octet-stream, given once; got ${quoted(type)}.`;
    throw new CallError('unsupported_media_type', detail);
  }
  refuseEncoding(ctx, 'a .tgz is compressed already, so send the file as it is');
  if (declaredBytes(ctx) > caps.archiveBytes) throw archiveTooLarge(caps);
  meetExpectation(ctx);
  return readPlainBody(ctx.req, ctx.state.signal, {
    bodyBytes: caps.archiveBytes,
    tooLarge: () => archiveTooLarge(caps),
  });
};

/** The text of a signature that came in a header as base64; undefined where there is none. Fails with: invalid_request. */
export const signatureFrom = ({ req }: Context): string | undefined => {
  const [value, second] = headerValues(req, 'toolcell-signature');
  if (value === undefined) return undefined;
  if (second === undefined && value.length <= SIGNATURE_CHARACTERS && BASE64.test(value)) {
    return Buffer.from(value, 'base64').toString();
  }
  const detail = `Toolcell-Signature must be the .minisig file in base64, on one line of at most ${SIGNATURE_CHARACTERS} characters, given once.`;
  throw new CallError('invalid_request', detail);
};

/** The texts by name in the JSON object that is the body; none where there is no body. Every member is one of `names`, and a text. */
export const readTexts = async (ctx: Context, names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (!hasUnreadBody(ctx.req)) return new Map();
  refuseType(headerValues(ctx.req, 'content-type'));
  refuseEncoding(ctx, 'it is short');
  if (declaredBytes(ctx) > BODY_BYTES) throw bodyTooLarge(BODY_BYTES);
  meetExpectation(ctx);
  const body = await readPlainBody(ctx.req, ctx.state.signal, { bodyBytes: BODY_BYTES, tooLarge: bodyTooLarge });
  return textsIn(body, names);
};

const textsIn = (body: Buffer, names: readonly string[]): ReadonlyMap<string, string> => {
  const form = names.length === 0 ? 'Send no body.' : `Send {${names.map((name) => `"${name}": "…"`).join(', ')}}.`;
  const scanner = new JsonScanner(BODY_DEPTH, names.length + 1);
  const fault = scanner.fault(body);
  if (fault) {
    if (fault.expected === undefined) throw new CallError('invalid_request', `The body nests too deeply. ${form}`);
    throw new CallError('invalid_json', `The body is not valid JSON. ${form}`);
  }
  if (body[afterSpace(body, 0)] !== OPEN_OBJECT)
    throw new CallError('invalid_request', `The body is not an object. ${form}`);
  const texts = new Map<string, string>();
  for (const { name, from, to } of topLevelMembers(body, scanner.marks)) {
    if (!names.includes(name) || texts.has(name) || body[from] !== QUOTE) {
      const wrong = texts.has(name) ? 'appears twice' : names.includes(name) ? 'is not a text' : 'is not known here';
      throw new CallError('invalid_request', `The member ${quoted(name)} ${wrong}. ${form}`);
    }
    texts.set(name, stringOf(body, from, to));
  }
  return texts;
};

/** The values of the query by name. A name that is not one of `names`, or comes twice, could mean anything. Fails with: invalid_request. */
export const readQuery = ({ querystring }: Context, names: readonly string[]): ReadonlyMap<string, string> => {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(querystring)) {
    if (!names.includes(name) || values.has(name)) {
      const known = names.length === 0 ? 'This path takes no query.' : `This path takes ${names.join(', ')}, once.`;
      throw new CallError('invalid_request', `The query has ${quoted(name)}. ${known}`);
    }
    values.set(name, value);
  }
  return values;
};
