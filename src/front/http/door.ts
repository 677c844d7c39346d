// Lets requests in, by the credential that they carry, or refuses them. Front process.

import { ANONYMOUS, NOBODY } from '../../shared/protocol/caller.ts';
import { CallError } from '../../shared/protocol/errors.ts';
import { KEY_IN_TEXT } from '../doors/api-key.ts';
import { type Pause, pause, type WrongKeys } from '../doors/wrong-keys.ts';
import { callerOf } from './caller.ts';
import { CALL_TOOL, MCP, type Step } from './context.ts';
import { HOW, unauthenticated } from './credential.ts';
import type { Identified, Identify } from './identify.ts';

/** Paths that everyone may read, because load balancers send no keys. The admin API has a guard of its own. */
const OPEN = /^\/(livez|healthz|readyz|admin(\/.*)?|\.well-known\/oauth-protected-resource(\/.*)?)$/;
/** Names under which clients send keys in addresses. */
const CREDENTIAL_IN_QUERY = /[?&](access_token|api[-_]?key|x-api-key|key|token)=/i;

/**
 * Notes who calls in `ctx.state.caller`. A wrong credential is answered 401 even if requests without one may pass; its answer waits, longer
 * with each one from the same address. A right one never waits, so nobody can lock another client out. Without `identify`, everyone comes in.
 *
 * Fails with: unauthenticated, invalid_request, identity_unavailable (the issuer cannot be asked, or the keys cannot be read).
 */
export const createDoor = (
  identify: Identify | undefined,
  wrongKeys: Pick<WrongKeys, 'delayFor'>,
  pauseBefore: Pause = pause,
): Step => {
  if (identify === undefined)
    return (ctx, next) => {
      const name = callerOf(ctx.req);
      ctx.state.caller = name === ANONYMOUS ? NOBODY : { name, scopes: NOBODY.scopes };
      return next(ctx);
    };
  return (ctx, next) => {
    const { method, url = '' } = ctx.req;
    // A browser asks without a key whether it may send one.
    if (method === 'OPTIONS') return next(ctx);
    // Nearly all requests have these addresses, in which there is no key.
    if (url !== CALL_TOOL && url !== MCP) {
      if (OPEN.test(ctx.path)) return next(ctx);
      refuseInAddress(url);
    }
    const enter = (found: Identified): unknown => {
      if ('wrong' in found) {
        ctx.state.former = found.former;
        return refuseAfter(pauseBefore(wrongKeys.delayFor(ctx.state.remoteAddress), ctx.state.signal), found.wrong);
      }
      ctx.state.caller = found;
      return next(ctx);
    };
    const found = identify(ctx);
    return found instanceof Promise ? found.then(enter) : enter(found);
  };
};

const refuseAfter = async (pausing: Promise<unknown>, detail: string): Promise<never> => {
  await pausing;
  throw unauthenticated(detail, 'invalid_token');
};

/** Addresses end up in logs and histories. The message does not repeat the address. */
const refuseInAddress = (url: string): void => {
  if (!KEY_IN_TEXT.test(url) && !CREDENTIAL_IN_QUERY.test(url)) return;
  const why = 'Servers and proxies write addresses into their logs. If the key was real, have it revoked.';
  throw new CallError(
    'invalid_request',
    `The address of the request has a key in it, which is not read. ${why} ${HOW}`,
  );
};
