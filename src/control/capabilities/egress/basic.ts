// Puts secrets into the credentials of HTTP Basic, which are in base64: the only place where a placeholder may be encoded. Control thread.

import type { Header } from './fetch-request.ts';
import { filled, hasPlaceholder } from './placeholder-text.ts';

const BASIC = /^basic +((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/i;

/** User name and password; there is one part if no colon is between them. */
type Credentials = readonly string[];

/**
 * The credentials of a header `authorization: Basic …`, one character for each byte. Undefined if they have no placeholder, or if it is another
 * header or anything but one base64 text.
 */
export const basicCredentials = ([name, value]: Header): Credentials | undefined => {
  const encoded = name === 'authorization' ? BASIC.exec(value)?.[1] : undefined;
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('latin1');
  const colon = text.indexOf(':');
  const parts = colon === -1 ? [text] : [text.slice(0, colon), text.slice(colon + 1)];
  return parts.some((part) => hasPlaceholder(part) || formDecoded(part) !== undefined) ? parts : undefined;
};

/** The header's value. `put` gives the value of a secret. */
export const filledBasic = (credentials: Credentials, put: (name: string) => string): string => {
  const text = credentials.map((part) => filledPart(part, put)).join(':');
  return `Basic ${Buffer.from(text, 'latin1').toString('base64')}`;
};

const filledPart = (part: string, put: (name: string) => string): string => {
  const decoded = formDecoded(part);
  return decoded === undefined ? filled(part, put) : encodeURIComponent(filled(decoded, put));
};

/** OAuth has name and password encoded as in a form. The decoded part; undefined if it is not encoded, or has no placeholder. */
const formDecoded = (part: string): string | undefined => {
  if (part.includes('{') || !part.includes('%')) return undefined;
  try {
    const decoded = decodeURIComponent(part.replaceAll('+', ' '));
    return hasPlaceholder(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
};
