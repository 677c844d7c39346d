// Lets programs that send the key use the admin API, and no page of a browser. Front process.

import { hash, timingSafeEqual } from 'node:crypto';
import { CallError } from '../protocol/errors.ts';
import type { Context } from './context.ts';
import { headerValues } from './header-values.ts';
import { pause, WrongKeys } from './wrong-keys.ts';

const BEARER = /^Bearer +([!-~]{1,512})$/i;
const HASH_PREFIX = 'sha256:';
/** Enough of the hash to tell keys apart in a log, and too little for any other use. */
const SHOWN_DIGITS = 8;

/** The first digits of a key's hash, for the log. */
export const keyMark = (keyHash: string): string => keyHash.slice(0, HASH_PREFIX.length + SHOWN_DIGITS);

/**
 * Lets a request pass if it carries the key with this hash (`sha256:<64 hex>`) and has no `Origin`.
 *
 * Fails with: forbidden, unauthenticated (after up to 2 s). It compares hashes, in constant time; a key is not shorter than its hash.
 */
export const createAdminGuard = (keyHash: string): ((ctx: Context) => Promise<void>) => {
  const expected = Buffer.from(keyHash.slice(HASH_PREFIX.length), 'hex');
  const wrongKeys = new WrongKeys();
  return async ({ req, state }) => {
    if (headerValues(req, 'origin').length > 0) {
      throw new CallError(
        'forbidden',
        'Pages may not use the admin API. Send the request from a program, without Origin.',
      );
    }
    const [authorization, second] = headerValues(req, 'authorization');
    const [, key] = BEARER.exec(authorization ?? '') ?? [];
    if (key !== undefined && second === undefined && timingSafeEqual(hash('sha256', key, 'buffer'), expected)) return;
    await pause(wrongKeys.delayFor(state.remoteAddress), state.signal);
    const wrong =
      authorization === undefined ? 'The request has no admin key.' : 'The key is not the admin key of this server.';
    const detail = `${wrong} Send it as Authorization: Bearer KEY, given once.`;
    throw new CallError('unauthenticated', detail);
  };
};
