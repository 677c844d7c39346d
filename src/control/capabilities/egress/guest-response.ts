// Writes the response that a guest gets. Control thread.

import { isUtf8 } from 'node:buffer';
import type { FetchResponse } from '../../../shared/protocol/capabilities.ts';
import type { Header } from './fetch-request.ts';
import type { RawResponse } from './response-reader.ts';
import { type Scrubber, scrubText } from './scrub.ts';

/** Headers about the connection, which the guest does not get. */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'trailer',
  'proxy-connection',
]);
/** Statuses that have no body, whatever was sent. */
const BODILESS = new Set([204, 205, 304]);

/** A response after its redirects; its body is decompressed and scrubbed. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly isRedirected: boolean;
  readonly raw: RawResponse;
  readonly body: Buffer;
}

/** The JSON of {@link FetchResponse}, with placeholders where secrets stood. */
export const givenText = (
  { method, url, isRedirected, raw, body }: Arrived,
  scrubber: Scrubber | undefined,
): string => {
  const clean = (text: string): string => scrubText(text, scrubber);
  const given: Omit<FetchResponse, 'body' | 'base64'> = {
    url: clean(url),
    redirected: isRedirected,
    status: raw.status,
    statusText: clean(raw.statusText),
    headers: cleanHeaders(
      raw.headers.filter(([name]) => !OF_CONNECTION.has(name)),
      clean,
    ),
  };
  const hasBody = method !== 'HEAD' && !BODILESS.has(raw.status);
  return JSON.stringify(hasBody ? { ...given, ...bodyMember(body) } : given);
};

const cleanHeaders = (headers: readonly Header[], clean: (text: string) => string): readonly Header[] => {
  // All headers in one text first, because nearly no response has a secret in them.
  const all = headers.flat().join('\n');
  if (clean(all) === all) return headers;
  return headers.map(([name, value]): Header => [clean(name), clean(value)]);
};

const bodyMember = (body: Buffer): { readonly body: string } | { readonly base64: string } =>
  isUtf8(body) ? { body: body.toString('utf8') } : { base64: body.toString('base64') };
