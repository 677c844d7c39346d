// The forms of texts in content blocks: base64, media types, addresses and times. Any process.

import type { JsonObject } from './json.ts';

const DIGIT = '[A-Za-z0-9+/]';
/**
 * Strict base64: with padding, without line breaks, and without bits that a decoder would drop. Each group is written out, because V8 would
 * note far more for each repetition of `{4}` and run out of stack after 3 MB.
 */
const BASE64 = `(?:${DIGIT}${DIGIT}${DIGIT}${DIGIT})*(?:${DIGIT}[AQgw]==|${DIGIT}${DIGIT}[AEIMQUYcgkosw048]=)?`;
const SUBTYPE = '[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}';
/** The characters of RFC 3986. */
const ADDRESS = String.raw`[A-Za-z0-9._~:/?#@!$&'()*+,;=%[\]-]`;
const HOST = String.raw`(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])`;
/** Schemes whose addresses run code, hold content of their own, or mean the reader's own machine. */
const REFUSED_SCHEMES =
  'javascript|vbscript|livescript|data|file|filesystem|blob|about|view-source|jar|shell|intent|search-ms|ms-[a-z-]*';

/**
 * Forms of texts in blocks, by the name that a violation shows. They are formats for the checks of results alone: the schemas of plugins cannot use them.
 * None tries a text in two ways: the work is linear in its length.
 */
export const BLOCK_FORMATS: Readonly<Record<string, RegExp>> = Object.freeze({
  base64: new RegExp(`^(?!$)${BASE64}$`),
  'base64-or-empty': new RegExp(`^${BASE64}$`),
  'image-type': new RegExp(`^image/${SUBTYPE}$`),
  'audio-type': new RegExp(`^audio/${SUBTYPE}$`),
  'media-type': new RegExp(`^${SUBTYPE}/${SUBTYPE}(?:; ?[a-z0-9-]{1,32}=[A-Za-z0-9._+-]{1,64}){0,4}$`),
  // The reader may open it, so it says where it leads: no user name, no other scheme.
  'web-address': new RegExp(`^https?://${HOST}(?::[0-9]{1,5})?(?:[/?#]${ADDRESS}*)?$`),
  // It only names the content beside it. Small letters, because a reader might compare it with a list of its own.
  'resource-name': new RegExp(`^(?!(?:${REFUSED_SCHEMES}):)[a-z][a-z0-9+.-]{0,31}:${ADDRESS}+$`),
  timestamp:
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/,
});

/** What callers read in place of a format of {@link BLOCK_FORMATS}. */
export const LISTED_FORMATS: Readonly<Record<string, JsonObject>> = {
  'image-type': { pattern: '^image/' },
  'audio-type': { pattern: '^audio/' },
  base64: { contentEncoding: 'base64' },
  'base64-or-empty': { contentEncoding: 'base64' },
  'web-address': { format: 'uri' },
  'resource-name': { format: 'uri' },
  timestamp: { format: 'date-time' },
};
