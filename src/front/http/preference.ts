// Reads what a caller prefers: `Prefer` (RFC 7240), of which the server knows `receipt` and ignores all others, and `Accept`. Front process.

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

const EVENTS = 'text/event-stream';
/** The names that stand for JSON, the most exact first. */
const JSON_NAMES = ['application/json', 'application/*', '*/*'];
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** True if `Accept` names `text/event-stream` and gives it more weight than JSON. If both have the same weight, the reply is JSON. */
export const wantsEvents = ({ headers: { accept } }: IncomingMessage): boolean => {
  if (accept === undefined || accept.length > MOST_CHARACTERS || !/event-stream/i.test(accept)) return false;
  const weights = weightsIn(accept.toLowerCase());
  const jsonName = JSON_NAMES.find((name) => weights.has(name)) ?? '';
  return (weights.get(EVENTS) ?? 0) > (weights.get(jsonName) ?? 0);
};

/** The weight of each media type (RFC 9110, 12.5.1). One that cannot be read counts as 0. */
const weightsIn = (accept: string): ReadonlyMap<string, number> =>
  new Map(
    accept
      .replace(QUOTED_TEXT, '""')
      .split(',')
      .map((range) => {
        const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
        const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length) ?? '1';
        return [type, WEIGHT.test(weight) ? Number(weight) : 0];
      }),
  );
