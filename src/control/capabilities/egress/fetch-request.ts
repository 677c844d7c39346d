// Reads the host request of a `fetch`. The text comes from a runner that may have been taken over, so the schema is closed, and
// sizes are checked before anything is parsed or kept. Control thread.

import { type FetchRequest, hostRequestBytes } from '../../../shared/protocol/capabilities.ts';
import { type EgressRefusal, failed, overLimit } from './refusal.ts';

export type Header = readonly [name: string, value: string];

/** One request before a hop, with placeholders where secrets belong. */
export interface Request {
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly Header[];
  readonly body: Buffer | undefined;
}

export interface FetchHostRequest extends Request {
  readonly redirect: FetchRequest['redirect'];
}

const MAX_URL_LENGTH = 8_192;
const MAX_HEADERS = 100;
const MAX_HEADER_BYTES = 16_384;

const MEMBERS = new Set(['url', 'method', 'headers', 'body', 'base64', 'redirect']);
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
// Visible characters, blanks and tabs. Characters of Latin-1 beyond ASCII are sent as single bytes.
const HEADER_VALUE = /^[\t -~\u0080-\u00ff]*$/;

/** Reads the JSON text of a {@link FetchRequest} whose body has at most `fetchRequestBytes` bytes. Throws an {@link EgressRefusal}. */
export const readFetchRequest = (text: string, fetchRequestBytes: number): FetchHostRequest => {
  if (text.length > hostRequestBytes({ fetchRequestBytes, storeValueBytes: 0 })) throw tooLarge(fetchRequestBytes);
  const ask = membersOf(text);
  const { redirect } = ask;
  if (redirect !== 'follow' && redirect !== 'error' && redirect !== 'manual') throw malformed('redirect');
  const method = methodOf(ask.method);
  const body = bodyOf(ask.body, ask.base64, fetchRequestBytes);
  if (body && (method === 'GET' || method === 'HEAD')) throw failed(`A ${method} request has no body; leave it out.`);
  return { url: urlOf(ask.url), method, headers: headersOf(ask.headers), body, redirect };
};

const malformed = (member: string): EgressRefusal => failed(`The request is malformed: see its ${member}.`);

const tooLarge = (fetchRequestBytes: number): EgressRefusal =>
  overLimit(
    'fetchRequestBytes',
    fetchRequestBytes,
    `The body of the request is larger than ${fetchRequestBytes} bytes (fetchRequestBytes). Send less.`,
  );

const membersOf = (text: string): Record<string, unknown> => {
  let ask: unknown;
  try {
    ask = JSON.parse(text);
  } catch {
    throw malformed('JSON');
  }
  if (typeof ask !== 'object' || ask === null || Array.isArray(ask)) throw malformed('JSON');
  const stranger = Object.keys(ask).find((member) => !MEMBERS.has(member));
  if (stranger !== undefined) throw malformed('members');
  return { ...ask };
};

const urlOf = (text: unknown): URL => {
  if (typeof text !== 'string') throw malformed('url');
  if (text.length > MAX_URL_LENGTH) throw failed(`The URL is longer than ${MAX_URL_LENGTH} characters; shorten it.`);
  return parseUrl(text);
};

/** Parses an address for `fetch`, against `base` if it is relative. Throws an {@link EgressRefusal}. */
export const parseUrl = (text: string, base?: URL): URL => {
  const url = URL.parse(text, base);
  if (!url)
    throw failed('The address is not a valid URL; write scheme, host and path, as in https://api.example.com/v1.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw failed(`fetch does not know the scheme ${url.protocol.slice(0, 40)} Use https: or http:.`);
  if (url.username !== '' || url.password !== '')
    throw failed('The URL has a user name or a password in it; send an Authorization header instead.');
  // The URL standard allows more in a host than names and addresses. Only attackers use the rest.
  if (!/^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/.test(url.hostname) || url.hostname.length > 253)
    throw failed(
      'The host of the URL is not a host name; write it without a final dot and without special characters.',
    );
  url.hash = '';
  return url;
};

const methodOf = (method: unknown): string => {
  if (typeof method !== 'string' || !/^[A-Z][A-Z-]{0,31}$/.test(method)) throw malformed('method');
  if (method === 'CONNECT' || method === 'TRACE' || method === 'TRACK')
    throw failed(`fetch does not send ${method} requests.`);
  return method;
};

const headersOf = (headers: unknown): readonly Header[] => {
  if (!Array.isArray(headers)) throw malformed('headers');
  if (headers.length > MAX_HEADERS) throw failed(`A request may have ${MAX_HEADERS} headers; send fewer.`);
  let bytes = 0;
  return headers.map((header: unknown): Header => {
    const [name, value, ...rest] = Array.isArray(header) ? header : [];
    if (typeof name !== 'string' || typeof value !== 'string' || rest.length > 0) throw malformed('headers');
    bytes += name.length + value.length;
    if (bytes > MAX_HEADER_BYTES)
      throw failed(`The headers of a request may have ${MAX_HEADER_BYTES} bytes in all; send less.`);
    if (!TOKEN.test(name)) throw failed('The name of a header has a character that is not allowed there.');
    if (!HEADER_VALUE.test(value)) throw failed(`The header ${name} has a character that is not allowed in a header.`);
    return [name.toLowerCase(), value];
  });
};

const bodyOf = (text: unknown, base64: unknown, fetchRequestBytes: number): Buffer | undefined => {
  if (text === undefined && base64 === undefined) return undefined;
  if (text !== undefined && base64 !== undefined) throw malformed('body');
  const body = text === undefined ? bytesOf(base64) : utf8Of(text);
  if (body.length > fetchRequestBytes) throw tooLarge(fetchRequestBytes);
  return body;
};

const utf8Of = (text: unknown): Buffer => {
  if (typeof text !== 'string') throw malformed('body');
  return Buffer.from(text, 'utf8');
};

const bytesOf = (base64: unknown): Buffer => {
  if (typeof base64 !== 'string' || base64.length % 4 !== 0 || !BASE64.test(base64)) throw malformed('body');
  return Buffer.from(base64, 'base64');
};
