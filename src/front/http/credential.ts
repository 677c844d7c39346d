// Takes the key or token of a request from its headers. Front process.

import type { IncomingMessage } from 'node:http';
import { CallError } from '../../shared/protocol/errors.ts';

const AUTHORIZATION = 'authorization';
const API_KEY = 'x-api-key';
/** The one form of a key or token, whichever header brings it: visible ASCII, and so no blank. */
const CREDENTIAL = /^[!-~]+$/;
const BEARER = /^Bearer +/i;
/** Most characters of a credential. An access token with many claims has some thousands. */
const MOST_CHARACTERS = 8_192;

/** How a key is sent, for messages. */
export const HOW =
  'Send it once, as Authorization: Bearer KEY or as X-API-Key: KEY. The operator of this server issues keys.';

/** The refusal of a credential, or of a request without one. */
export const unauthenticated = (detail: string, error?: 'invalid_token'): CallError =>
  new CallError('unauthenticated', detail, {
    more: { challenge: `Bearer realm="toolcell"${error === undefined ? '' : `, error="${error}"`}` },
  });

/**
 * The one key or token of a request; undefined if there is none. A proxy and this server might choose different ones of two, so two are refused.
 * Fails with: invalid_request, unauthenticated.
 */
export const credentialOf = (req: IncomingMessage): string | undefined => {
  const { authorization, 'x-api-key': apiKey } = req.headers;
  if (authorization === undefined && apiKey === undefined) return undefined;
  const { value, count } = credentialIn(req.rawHeaders);
  if (count > 1)
    throw new CallError('invalid_request', `The request has more than one key or Authorization header. ${HOW}`);
  if (value.length > MOST_CHARACTERS)
    throw unauthenticated(`The key is longer than ${MOST_CHARACTERS} characters. ${HOW}`, 'invalid_token');
  const [scheme = ''] = authorization === undefined ? [] : (BEARER.exec(value) ?? []);
  const credential = value.slice(scheme.length);
  if ((authorization !== undefined && scheme === '') || !CREDENTIAL.test(credential))
    throw unauthenticated(WRONG_FORM[authorization === undefined ? API_KEY : AUTHORIZATION], 'invalid_token');
  return credential;
};

const WRONG_FORM = {
  [AUTHORIZATION]: `Authorization has another form than Bearer KEY. ${HOW}`,
  [API_KEY]: `X-API-Key has another form than a key: visible ASCII characters without blanks. ${HOW}`,
};

/** The last credential among the headers as they were sent, and how many there are. Node's own table keeps one of two. */
const credentialIn = (rawHeaders: readonly string[]): { readonly value: string; readonly count: number } => {
  let value = '';
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    // Few names have the right length, so few lower-case copies are made.
    if (name.length !== AUTHORIZATION.length && name.length !== API_KEY.length) continue;
    const lower = name.toLowerCase();
    if (lower !== AUTHORIZATION && lower !== API_KEY) continue;
    value = rawHeaders[at + 1] ?? '';
    count += 1;
  }
  return { value, count };
};
