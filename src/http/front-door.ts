// The first thing that judges a request: is it addressed to this server, and may the page that sends it do so?

import type { IncomingMessage } from 'node:http';
import { CallError } from '../protocol/errors.ts';
import { type Authority, createDoorkeeper, type Doorkeeper, type DoorRules, readAuthority } from './authority.ts';
import type { Context, Middleware } from './context.ts';
import { headerValues } from './header-values.ts';
import { quoted } from './quoted.ts';

const EXPOSED_HEADERS = 'Toolcell-Call-Id, Server-Timing, Retry-After, ETag';

/** Refuses a request whose Host, target or Origin is not ours; lets an allowed page read the reply. Fails with: invalid_request, forbidden. */
export const createFrontDoor = (rules: DoorRules): Middleware => {
  const doorkeeper = createDoorkeeper(rules);
  return (ctx, next) => {
    const called = calledHost(ctx.req);
    refuseHost(doorkeeper, called);
    refuseForeignTarget(doorkeeper, ctx.req);
    admitOrigin(doorkeeper, ctx, called);
    return next();
  };
};

/** Node keeps the first of two Host headers and says nothing; a proxy in front may have believed the other one. */
const calledHost = (req: IncomingMessage): Authority => {
  const [value, second] = headerValues(req, 'host');
  if (value === undefined) throw new CallError('invalid_request', 'The request has no Host header. Send exactly one.');
  if (second !== undefined) {
    throw new CallError('invalid_request', 'The request has more than one Host header. Send exactly one.');
  }
  const authority = readAuthority(value);
  if (authority === undefined) throw foreignHost(value);
  return authority;
};

const foreignHost = (host: string): CallError =>
  new CallError(
    'forbidden',
    `This server does not answer to the host ${quoted(host)}. ` +
      'Call it by the address it printed at its start, or have the operator add the name to server.allowedHosts.',
  );

const refuseHost = (doorkeeper: Doorkeeper, authority: Authority): void => {
  if (!doorkeeper.admitsHost(authority)) throw foreignHost(authority.host);
};

/** `GET http://other.example/ HTTP/1.1` names its host in the target, and then that one counts. */
const refuseForeignTarget = (doorkeeper: Doorkeeper, { url = '' }: IncomingMessage): void => {
  if (url.startsWith('/') || url === '*') return;
  const [, target = ''] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  const authority = readAuthority(target);
  if (authority === undefined) throw foreignHost(target);
  refuseHost(doorkeeper, authority);
};

const admitOrigin = (doorkeeper: Doorkeeper, ctx: Context, called: Authority): void => {
  ctx.vary('Origin');
  const { origin } = ctx.req.headers;
  if (origin === undefined) return;
  if (!doorkeeper.admitsOrigin(origin, called, ctx.socket.localPort)) {
    const hint = 'The operator can add it to server.allowedOrigins.';
    throw new CallError('forbidden', `Pages of the origin ${quoted(origin)} may not call this server. ${hint}`);
  }
  ctx.set('Access-Control-Allow-Origin', origin);
  ctx.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
};
