// The first check of a request: is it addressed to this server, and may the page that sends it do so? Front process.
//
// The health routes are not asked for a name: a probe of Kubernetes names the address of the pod, HAProxy sends HTTP/1.0 without any, and the answer
// holds nothing but a status. A page is checked there too, by its Origin.

import type { IncomingMessage } from 'node:http';
import { CallError } from '../../shared/protocol/errors.ts';
import {
  type Authority,
  createHostPolicy,
  type HostPolicy,
  type HostRules,
  readAuthority,
} from '../../shared/protocol/host-policy.ts';
import { quoted } from '../../shared/text/quoted.ts';
import type { Context, Step } from './context.ts';
import { headerValues } from './header-values.ts';

/**
 * Refuses a request if its Host, target or Origin is foreign; notes the origin that may read the reply. Probes pass with any Host, or none. Fails
 * with: invalid_request, forbidden.
 */
export const createHostGuard = (rules: HostRules): Step => {
  const policy = createHostPolicy(rules);
  // Nearly all requests call the server by one name, so that name is checked once.
  let admitted: { readonly host: string; readonly authority: Authority } | undefined;
  return (ctx, next) => {
    if (PROBES.test(ctx.req.url ?? '') && isProbe(ctx.req)) return next(ctx);
    const host = theOneHost(ctx.req);
    if (host !== admitted?.host) admitted = { host, authority: admitHost(policy, host) };
    refuseForeignTarget(policy, ctx.req);
    admitOrigin(policy, ctx, admitted.authority);
    return next(ctx);
  };
};

const PROBES = /^\/(livez|healthz|readyz)(\?|$)/;

/** True for a request to one of {@link PROBES} by a supervisor or a load balancer, and not by a page in a browser. */
const isProbe = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.origin === undefined;

/** Node silently keeps the first of two Host headers; a proxy in front may have used the other one. */
const theOneHost = (req: IncomingMessage): string => {
  const [value, second] = headerValues(req, 'host');
  if (value === undefined) throw new CallError('invalid_request', 'The request has no Host header. Send exactly one.');
  if (second !== undefined) {
    throw new CallError('invalid_request', 'The request has more than one Host header. Send exactly one.');
  }
  return value;
};

const admitHost = (policy: HostPolicy, host: string): Authority => {
  const authority = readAuthority(host);
  if (authority === undefined) throw foreignHost(host);
  if (!policy.admitsHost(authority)) throw foreignHost(authority.host);
  return authority;
};

const foreignHost = (host: string): CallError =>
  new CallError(
    'forbidden',
    `This server does not answer to the host ${quoted(host)}. ` +
      'Call it by the address that it printed when it started, or ask its operator to allow this name.',
    { more: { setting: 'server.allowedHosts' } },
  );

/** The target of `GET http://other.example/ HTTP/1.1` names a host, which then counts. */
const refuseForeignTarget = (policy: HostPolicy, { url = '' }: IncomingMessage): void => {
  if (url.startsWith('/') || url === '*') return;
  const [, target = ''] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  admitHost(policy, target);
};

const admitOrigin = (policy: HostPolicy, ctx: Context, called: Authority): void => {
  const { origin } = ctx.req.headers;
  if (origin === undefined) return;
  if (!policy.admitsOrigin(origin, called, ctx.socket.localPort)) {
    const hint = 'The operator of this server can allow it.';
    const more = { setting: 'server.allowedOrigins' };
    throw new CallError('forbidden', `Pages of the origin ${quoted(origin)} may not call this server. ${hint}`, {
      more,
    });
  }
  ctx.state.origin = origin;
};
