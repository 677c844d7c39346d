// Who may use the admin API: whoever sends the key, and no page of a browser.

import { createHash, timingSafeEqual } from 'node:crypto';
import { CallError } from '../protocol/errors.ts';
import type { Context } from './context.ts';
import { headerValues } from './header-values.ts';

const BEARER = /^Bearer +([!-~]{1,512})$/i;
const HASH_PREFIX = 'sha256:';
/** Enough of the hash to tell keys apart in a log, and of no use for anything else. */
const SHOWN_DIGITS = 8;

/** The first digits of a key's hash, for the log. */
export const keyMark = (keyHash: string): string => keyHash.slice(0, HASH_PREFIX.length + SHOWN_DIGITS);

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Lets a request pass that carries the key with this hash (`sha256:<64 hex>`) and comes from no page.
 *
 * Fails with: forbidden, unauthenticated. Hashes are compared, in the same time whatever differs; a key is not shorter than its hash.
 */
export const createAdminGuard = (keyHash: string): ((ctx: Context) => void) => {
  const expected = Buffer.from(keyHash.slice(HASH_PREFIX.length), 'hex');
  return ({ req }) => {
    if (headerValues(req, 'origin').length > 0) {
      throw new CallError(
        'forbidden',
        'Pages may not use the admin API. Send the request from a program, without Origin.',
      );
    }
    const [given, second] = headerValues(req, 'authorization');
    const [, key] = BEARER.exec(given ?? '') ?? [];
    if (key !== undefined && second === undefined && timingSafeEqual(sha256(key), expected)) return;
    const wrong =
      given === undefined ? 'The request has no admin key.' : 'The key is not the admin key of this server.';
    const detail = `${wrong} Send it as Authorization: Bearer KEY, given once.`;
    throw new CallError('unauthenticated', detail);
  };
};
