// What a caller prefers (RFC 7240). The one preference known here is `receipt`; all others are ignored, as they may be.

import type { IncomingMessage } from 'node:http';

/** A longer header holds more than this server knows; taking long texts apart for nothing is not worth it. */
const MOST_CHARACTERS = 256;
const QUOTED_TEXT = /"(?:[^"\\]|\\.)*"/g;
const RECEIPT = /^\s*receipt\s*(?:=\s*""\s*)?(?:;|$)/i;

/** True where the request asks for a receipt: `Prefer: receipt`, beside other preferences or alone. */
export const wantsReceipt = ({ headers }: IncomingMessage): boolean => {
  const { prefer } = headers;
  if (prefer === undefined) return false;
  // Node joins what was sent in several lines.
  const text = String(prefer);
  if (text.length > MOST_CHARACTERS) return false;
  return text
    .replace(QUOTED_TEXT, '""')
    .split(',')
    .some((preference) => RECEIPT.test(preference));
};
