// Reads the key by which a caller names a call and its repeats: the header `Idempotency-Key` of the IETF's draft. Front process.

import type { IncomingMessage } from 'node:http';
import { CallError } from '../../shared/protocol/errors.ts';
import { headerValues } from './header-values.ts';

const MOST_CHARACTERS = 255;
/** A text of a structured field (RFC 9651) may have each of its characters behind a backslash, and two quotes. */
const MOST_SENT_CHARACTERS = 2 * MOST_CHARACTERS + 2;
const QUOTED = /^"((?:[!#-[\]-~]|\\["\\])*)"$/;
const BARE = /^[!-~]+$/;

/**
 * The key of a request; undefined if it has none. `"abc"` and `abc` are the same key. Fails with: invalid_request, if it is empty, too long, not
 * visible ASCII or there twice. No message has the key in it.
 */
export const idempotencyKeyOf = (req: IncomingMessage): string | undefined => {
  if (req.headers['idempotency-key'] === undefined) return undefined;
  const [sent = '', second] = headerValues(req, 'idempotency-key');
  if (second !== undefined) throw refusal('is there twice');
  const key = sent.length > MOST_SENT_CHARACTERS ? sent : keyIn(sent);
  if (key === undefined) throw refusal('is empty or has characters that a key may not have');
  if (key.length > MOST_CHARACTERS) throw refusal(`is longer than ${MOST_CHARACTERS} characters`);
  return key;
};

const keyIn = (sent: string): string | undefined => {
  if (!sent.startsWith('"')) return BARE.test(sent) ? sent : undefined;
  const [, quoted = ''] = QUOTED.exec(sent) ?? [];
  return quoted === '' ? undefined : quoted.replaceAll(/\\(.)/g, '$1');
};

const refusal = (wrong: string): CallError =>
  new CallError(
    'invalid_request',
    `The header Idempotency-Key ${wrong}. Send it once, with 1 to ${MOST_CHARACTERS} visible ASCII characters, such as a random UUID, with or without quotes around them.`,
  );
