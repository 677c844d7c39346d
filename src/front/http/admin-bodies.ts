// Reads what a request to the admin API brings: an archive and its signature, a small JSON object of a closed shape, or a query. Front process.

import { CallError } from '../../shared/protocol/errors.ts';
import { quoted } from '../../shared/text/quoted.ts';
import { declaredBytes, meetExpectation, refuseEncoding, refuseType } from './body-guard.ts';
import type { Context } from './context.ts';
import { headerValues } from './header-values.ts';
import { hasUnreadBody } from './linger.ts';
import { type BodyRoom, readPlainBody } from './plain-body.ts';

const ARCHIVE_TYPES = ['application/gzip', 'application/x-gzip', 'application/octet-stream'];
/** A signature file may have 20,000 bytes, which do not fit into headers. With usual comments it has 400. */
const SIGNATURE_CHARACTERS = 8_192;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Most bytes of a body that is not an archive. Two short members fit. */
const BODY_BYTES = 4_096;
const TOO_LARGE = 413;

export interface ArchiveCaps {
  /** Bytes of the archive: those of the largest bundle, and what tar adds. */
  readonly archiveBytes: number;
  /** Bytes of the bundle in it: `plugins.bundleBytes`. */
  readonly bundleBytes: number;
}

const archiveTooLarge = ({ archiveBytes, bundleBytes }: ArchiveCaps): CallError =>
  new CallError(
    'payload_too_large',
    `The archive is too large: a bundle of at most ${bundleBytes} bytes takes no more than ${archiveBytes} bytes as an archive.`,
    { more: { limit: 'bundleBytes', allowed: bundleBytes } },
  );

/** Resolves with the archive that the body is, at most `archiveBytes` long. Fails with: unsupported_media_type, payload_too_large, invalid_request. */
export const readArchiveBody = async (ctx: Context, caps: ArchiveCaps): Promise<Uint8Array> => {
  const [type = ARCHIVE_TYPES[0] ?? '', second] = headerValues(ctx.req, 'content-type');
  if (second !== undefined || !ARCHIVE_TYPES.includes(type.toLowerCase())) {
    const detail = `The content type must be application/gzip or application/octet-stream, given once; got ${quoted(type)}.`;
    throw new CallError('unsupported_media_type', detail);
  }
  refuseEncoding(ctx, 'a .tgz is compressed already, so send the file as it is');
  return readBody(ctx, { bodyBytes: caps.archiveBytes, tooLarge: () => archiveTooLarge(caps) });
};

const readBody = (ctx: Context, room: Required<Omit<BodyRoom, 'held' | 'addressOf'>>): Promise<Buffer> => {
  if (declaredBytes(ctx) > room.bodyBytes) throw room.tooLarge(room.bodyBytes);
  meetExpectation(ctx);
  return readPlainBody(ctx.req, ctx.state.signal, room);
};

/** The text of the signature, which a header carries as base64; undefined if there is none. Fails with: invalid_request. */
export const signatureFrom = ({ req }: Context): string | undefined => {
  const [value, second] = headerValues(req, 'toolcell-signature');
  if (value === undefined) return undefined;
  if (second === undefined && value.length <= SIGNATURE_CHARACTERS && BASE64.test(value)) {
    return Buffer.from(value, 'base64').toString();
  }
  const detail = `Toolcell-Signature must be the .minisig file in base64, on one line of at most ${SIGNATURE_CHARACTERS} characters, given once.`;
  throw new CallError('invalid_request', detail);
};

const bodyTooLarge = (allowed: number): CallError =>
  new CallError('payload_too_large', `The body is larger than the ${allowed} bytes that this path takes.`);

/**
 * The members of the JSON object that is the body; none if there is no body. Every member is one of `names`, and a string.
 *
 * Fails with: unsupported_media_type, payload_too_large, invalid_request, invalid_json.
 */
export const readTexts = async (ctx: Context, names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const form = names.length === 0 ? 'Send no body.' : `Send {${names.map((name) => `"${name}": "…"`).join(', ')}}.`;
  if (!hasUnreadBody(ctx.req)) return new Map();
  refuseType(headerValues(ctx.req, 'content-type'));
  refuseEncoding(ctx, 'it is short');
  return textsIn(await readJson(ctx, form), names, form);
};

/** The value that the body has. koa-bodyparser is loaded with the first body, because most servers never get one. */
const readJson = async (ctx: Context, form: string): Promise<unknown> => {
  const { default: bodyParser } = await import('koa-bodyparser');
  const parse = bodyParser({ enableTypes: ['json'], jsonLimit: `${BODY_BYTES}b`, strict: false });
  if (declaredBytes(ctx) <= BODY_BYTES) meetExpectation(ctx);
  try {
    await parse(ctx, async () => {});
  } catch (error) {
    if ((error as { status?: unknown }).status === TOO_LARGE) throw bodyTooLarge(BODY_BYTES);
    if (error instanceof SyntaxError) throw new CallError('invalid_json', `The body is not valid JSON. ${form}`);
    // Nothing else can happen to a short body without an encoding.
    throw ctx.state.signal.aborted ? ctx.state.signal.reason : new CallError('cancelled', 'The body was cut off.');
  }
  return ctx.request.body;
};

const textsIn = (body: unknown, names: readonly string[], form: string): ReadonlyMap<string, string> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new CallError('invalid_request', `The body is not an object. ${form}`);
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(body)) {
    if (!names.includes(name) || typeof value !== 'string') {
      const wrong = names.includes(name) ? 'is not a text' : 'is not known here';
      throw new CallError('invalid_request', `The member ${quoted(name)} ${wrong}. ${form}`);
    }
    texts.set(name, value);
  }
  return texts;
};

/** The values of the query by name. Fails with: invalid_request, for a name that is not one of `names` or comes twice. */
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
