// The section `server`: the address, timeouts, and who may call. Data only.

import { ADMIN_NAME, HOST, HOST_HEADER, KEY_HASH, ORIGIN, PROXY } from './forms.ts';
import { choice, list, live, named, off, text, whole } from './setting.ts';
import { TLS } from './tls.ts';

export const SERVER = {
  host: text(
    HOST,
    'Address or host name to listen on.',
    'Only this machine can call; on any other address, `access` has to say who may.',
    '127.0.0.1',
  ),
  port: whole(
    { default: 3_000, min: 0, max: 65_535 },
    'TCP port to listen on; 0 takes any free port, which the start-up text names.',
    'Free on most machines, and above 1023, so it needs no special rights.',
  ),
  reusePort: off(
    'Lets several server processes of one user listen on the same port, and Linux spreads connections over them.',
    'Two servers on one port are nearly always a mistake; what they share is what servers on several machines share.',
  ),
  bodyBytes: whole(
    { default: 1_100_000, min: 1_024, max: 101_000_000 },
    "Bytes of a request's body, as sent and after it is inflated.",
    'The largest arguments, and room for the rest of the body.',
  ),
  requestTimeoutMs: whole(
    { default: 15_000, min: 100, max: 600_000 },
    "Time from a connection's first byte to the end of the request's body.",
    'A megabyte arrives in this time at 70 kB a second.',
  ),
  keepAliveTimeoutMs: whole(
    { default: 5_000, min: 100, max: 600_000 },
    'How long a connection may stay open between requests.',
    'An active agent calls again within seconds; set it above the idle time of a proxy in front.',
  ),
  maxConnections: whole(
    { default: 1_000, min: 1, max: 100_000 },
    'Open connections; further ones are closed at once, and if nearly all are open, each new one costs a network that has more than half of them an idle one.',
    'More than the agents of one machine open, and few enough to cost little memory.',
  ),
  shutdownMs: whole(
    { default: 10_000, min: 100, max: 600_000 },
    'Time from SIGTERM until calls in flight are given up.',
    'Twice the default `wallMs`; service managers often kill after 30 seconds.',
  ),
  unreadyMs: whole(
    { default: 0, min: 0, max: 300_000 },
    'Time from SIGTERM during which `GET /readyz` answers 503 and calls are still taken; only then does `shutdownMs` begin.',
    'A load balancer needs some seconds to notice; without one, waiting helps nobody.',
  ),
  allowedHosts: list(
    HOST_HEADER,
    'Names that a `Host` header may have in addition to the loopback names and `host`.',
    'A web page can point its own name at this machine.',
  ),
  allowedOrigins: list(ORIGIN, 'Origins that a browser may call from.', 'Agents send no `Origin`; web pages do.'),
  trustedProxies: list(
    PROXY,
    'Proxies in front, for whose connections `forwardedHeader` names the client.',
    'Whoever may write the header can take any address.',
  ),
  forwardedHeader: choice(
    ['x-forwarded-for', 'forwarded'],
    'x-forwarded-for',
    'The header to which `trustedProxies` append the address of their peer.',
    'Clients can send the other one.',
  ),
  adminKeys: live(
    named({
      keyWord: 'name of an admin key',
      keyForm: ADMIN_NAME,
      each: {
        hash: text(
          KEY_HASH,
          'SHA-256 of the key, as `toolcell admin create` writes it.',
          'The hash does not reveal a key of 256 random bits.',
        ),
        role: choice(
          ['read', 'operate'],
          'read',
          'What the key may do: `read` lists and shows plugins, `operate` also changes them.',
          'A dashboard should not be able to upload a plugin.',
        ),
      },
      meaning:
        'Name → `hash` and `role` of a key for `/admin`, where plugins are uploaded, approved and removed over HTTP; without any the path does not exist.',
      reason: 'Each operator and program has a key that the logs name, and that can be taken away alone.',
    }),
  ),
  tls: TLS,
};
