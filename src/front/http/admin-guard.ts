// Lets programs that send an admin key use the admin API, and no page of a browser. Front process.

import { CallError } from '../../shared/protocol/errors.ts';
import { type AdminKey, type AdminKeys, type AdminRole, mayDo } from '../doors/admin-keys.ts';
import { pause, WrongKeys } from '../doors/wrong-keys.ts';
import type { Context } from './context.ts';
import { headerValues } from './header-values.ts';

const BEARER = /^Bearer +([!-~]{1,512})$/i;
const HASH_PREFIX = 'sha256:';
/** Enough of the hash to tell keys apart in a log, and too little for any other use. */
const SHOWN_DIGITS = 8;

export const keyMark = (keyHash: string): string => keyHash.slice(0, HASH_PREFIX.length + SHOWN_DIGITS);

/**
 * Lets a request pass if it carries one of the keys and has no `Origin`. Resolves with the key.
 *
 * Fails with: forbidden, unauthenticated (after up to 2 s). It compares hashes, in constant time; a key is not shorter than its hash.
 */
export const createAdminGuard = (keys: AdminKeys): ((ctx: Context) => Promise<AdminKey>) => {
  const wrongKeys = new WrongKeys();
  return async ({ req, state }) => {
    if (headerValues(req, 'origin').length > 0) {
      throw new CallError(
        'forbidden',
        'Pages may not use the admin API. Send the request from a program, without Origin.',
      );
    }
    const [authorization, second] = headerValues(req, 'authorization');
    const [, text] = BEARER.exec(authorization ?? '') ?? [];
    const key = text === undefined || second !== undefined ? undefined : keys.find(text);
    if (key !== undefined) return key;
    await pause(wrongKeys.delayFor(state.remoteAddress), state.signal);
    const wrong =
      authorization === undefined ? 'The request has no admin key.' : 'The key is not an admin key of this server.';
    const detail = `${wrong} Send it as Authorization: Bearer KEY, given once.`;
    throw new CallError('unauthenticated', detail);
  };
};

/** Fails with: forbidden, if the key may not do what needs this role. */
export const refuseRole = ({ name, role }: AdminKey, needed: AdminRole): void => {
  if (mayDo(role, needed)) return;
  throw new CallError('forbidden', `The admin key "${name}" has the role "${role}". This needs the role "${needed}".`);
};
