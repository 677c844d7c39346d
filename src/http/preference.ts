// Reads the preferences of a caller (RFC 7240). The server knows `receipt` and ignores all others, as the RFC allows. Front process.

import type { IncomingMessage } from 'node:http';

/** A longer header holds more than this server knows, and is not worth parsing. */
const MOST_CHARACTERS = 256;
const QUOTED_TEXT = /"(?:[^"\\]|\\.)*"/g;
const RECEIPT = /^\s*receipt\s*(?:=\s*""\s*)?(?:;|$)/i;

/** True if the request asks for a receipt: `Prefer: receipt`, alone or among other preferences. */
export const wantsReceipt = ({ headers }: IncomingMessage): boolean => {
  const { prefer } = headers;
  if (prefer === undefined) return false;
  // Node joins several `Prefer` headers.
  const text = String(prefer);
  if (text.length > MOST_CHARACTERS) return false;
  return text
    .replace(QUOTED_TEXT, '""')
    .split(',')
    .some((preference) => RECEIPT.test(preference));
};
