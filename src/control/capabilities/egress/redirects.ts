// Makes the request that follows a redirect, by the fetch standard. Less of it is sent to another origin. Control thread.

import { hasBodyPlaceholder } from './body-secrets.ts';
import { type Header, parseUrl, type Request } from './fetch-request.ts';
import { hasEncodedPlaceholder, hasPlaceholder } from './placeholder-text.ts';
import { EgressRefusal, upstreamFailed } from './refusal.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Headers of a body, which are dropped with it. */
const OF_BODY = new Set(['content-encoding', 'content-language', 'content-location', 'content-type']);
/** Headers that prove the sender's identity to one origin. Another origin must not get them. */
const CREDENTIALS = new Set(['authorization', 'cookie', 'cookie2', 'proxy-authorization']);

/** Where a response redirects to, as it was sent; undefined if it does not. Throws an {@link EgressRefusal}. */
export const locationOf = (status: number, headers: readonly Header[]): string | undefined => {
  const location = REDIRECTS.has(status) ? headers.find(([name]) => name === 'location')?.[1] : undefined;
  // Otherwise any server could choose when a secret is sent to its origin.
  if (location !== undefined && (hasPlaceholder(location) || hasEncodedPlaceholder(location)))
    throw upstreamFailed('The server redirects to an address with the placeholder of a secret.');
  return location;
};

/** A header is bytes: those beyond ASCII stay what they are in a URL, which would write each as a character of UTF-8. */
const escaped = (location: string): string =>
  location.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);

/** Blames the server and not the tool if the address is wrong. */
const urlOf = (location: string, base: URL): URL => {
  try {
    return parseUrl(escaped(location), base);
  } catch (error) {
    if (!(error instanceof EgressRefusal)) throw error;
    throw upstreamFailed(`${base.origin} redirects to an address that cannot be requested. ${error.message}`);
  }
};

/**
 * The request that follows a redirect to `location`, in which placeholders stand for the values of secrets: they can be put in
 * again, where they belong. Throws an {@link EgressRefusal}.
 */
export const redirected = (request: Request, status: number, location: string): Request => {
  const url = urlOf(location, request.url);
  const becomesGet =
    (status === 303 && request.method !== 'GET' && request.method !== 'HEAD') ||
    ((status === 301 || status === 302) && request.method === 'POST');
  const staysHere = url.origin === request.url.origin;
  // A body cannot go without its secret, as headers can.
  if (!becomesGet && !staysHere && request.body && hasBodyPlaceholder(request.body))
    throw upstreamFailed(`${request.url.origin} redirects a request with a secret in its body to another origin.`);
  const headers = request.headers.filter(
    ([name, value]) =>
      !(becomesGet && OF_BODY.has(name)) && (staysHere || !(CREDENTIALS.has(name) || hasPlaceholder(value))),
  );
  return becomesGet
    ? { url, method: 'GET', headers, body: undefined }
    : { url, method: request.method, headers, body: request.body };
};
