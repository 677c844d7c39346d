// The first thing that judges a request: is it addressed to this server, and may the page that sends it do so?

import type { IncomingMessage } from 'node:http';
import { CallError } from '../protocol/errors.ts';
import { type Authority, createDoorkeeper, type Doorkeeper, type DoorRules, readAuthority } from './authority.ts';
import type { Context } from './context.ts';
import { headerValues } from './header-values.ts';
import { quoted } from './quoted.ts';

/** Refuses a request whose Host, target or Origin is not ours; notes the page that may read the reply. Fails with: invalid_request, forbidden. */
export const createFrontDoor = (rules: DoorRules): ((ctx: Context) => void) => {
  const doorkeeper = createDoorkeeper(rules);
  // Nearly all requests call the server by one name: it is read and judged again only where it differs.
  let admitted: { readonly host: string; readonly authority: Authority } | undefined;
  return (ctx) => {
    const host = theOneHost(ctx.req);
    if (host !== admitted?.host) admitted = { host, authority: admitHost(doorkeeper, host) };
    refuseForeignTarget(doorkeeper, ctx.req);
    admitOrigin(doorkeeper, ctx, admitted.authority);
  };
};

/** Node keeps the first of two Host headers and says nothing; a proxy in front may have believed the other one. */
const theOneHost = (req: IncomingMessage): string => {
  const [value, second] = headerValues(req, 'host');
  if (value === undefined) throw new CallError('invalid_request', 'The request has no Host header. Send exactly one.');
  if (second !== undefined) {
    throw new CallError('invalid_request', 'The request has more than one Host header. Send exactly one.');
  }
  return value;
};

const admitHost = (doorkeeper: Doorkeeper, host: string): Authority => {
  const authority = readAuthority(host);
  if (authority === undefined) throw foreignHost(host);
  if (!doorkeeper.admitsHost(authority)) throw foreignHost(authority.host);
  return authority;
};

const foreignHost = (host: string): CallError =>
  new CallError(
    'forbidden',
    `This server does not answer to the host ${quoted(host)}. ` +
      'Call it by the address that it printed when it started, or ask its operator to allow this name.',
    { more: { setting: 'server.allowedHosts' } },
  );

/** `GET http://other.example/ HTTP/1.1` names its host in the target, and then that one counts. */
const refuseForeignTarget = (doorkeeper: Doorkeeper, { url = '' }: IncomingMessage): void => {
  if (url.startsWith('/') || url === '*') return;
  const [, target = ''] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  admitHost(doorkeeper, target);
};

const admitOrigin = (doorkeeper: Doorkeeper, ctx: Context, called: Authority): void => {
  const { origin } = ctx.req.headers;
  if (origin === undefined) return;
  if (!doorkeeper.admitsOrigin(origin, called, ctx.socket.localPort)) {
    const hint = 'The operator of this server can allow it.';
    const more = { setting: 'server.allowedOrigins' };
    throw new CallError('forbidden', `Pages of the origin ${quoted(origin)} may not call this server. ${hint}`, {
      more,
    });
  }
  ctx.state.origin = origin;
};
