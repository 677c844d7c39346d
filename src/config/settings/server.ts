// The section `server`: what it listens on, how long it waits, whom it lets ask. Data only.

import type { Config } from '../config.ts';
import type { TableOf } from '../setting.ts';
import { HOST, HOST_HEADER, KEY_HASH, ORIGIN } from './forms.ts';
import { list, whole } from './kinds.ts';

/** How the server listens. */
export const SERVER: TableOf<Config>['server'] = {
  host: {
    type: 'string',
    default: '127.0.0.1',
    form: HOST,
    meaning: 'Address or host name to listen on.',
    reason: 'Only this machine can call; anyone on the network could with "0.0.0.0", so that has to be asked for.',
  },
  port: whole(
    { default: 3_000, min: 0, max: 65_535 },
    'TCP port to listen on; 0 takes any free port, and the start-up report says which.',
    'Free on most machines, and above 1023, which need rights to open.',
  ),
  threads: whole(
    { default: 1, min: 1, max: 64 },
    'Threads that read requests and write replies; with 1 the thread that gives calls to runners does that too.',
    'One is fastest on two cores; 2 are on four, and 3 on eight. They share the port, which Linux and FreeBSD allow, and leave the main thread its work of giving calls to runners.',
  ),
  bodyBytes: whole(
    { default: 1_100_000, min: 1_024, max: 101_000_000 },
    "Bytes of a request's body, as sent and once inflated.",
    'The largest arguments and what stands around them.',
  ),
  bodyDepth: whole(
    { default: 64, min: 2, max: 1_000 },
    "Levels of arrays and objects in a request's body.",
    'Deeper than any honest call; the body and its `arguments` are the first two.',
  ),
  headersTimeoutMs: whole(
    { default: 5_000, min: 100, max: 60_000 },
    "From a connection's first byte to the end of the request's headers, in milliseconds.",
    'Headers are one packet; a client that takes longer holds a place that others need.',
  ),
  requestTimeoutMs: whole(
    { default: 15_000, min: 100, max: 600_000 },
    "From a connection's first byte to the end of the request's body, in milliseconds.",
    'A megabyte arrives in this time at 70 kB a second; at least `headersTimeoutMs`, which it includes.',
  ),
  keepAliveTimeoutMs: whole(
    { default: 5_000, min: 100, max: 600_000 },
    'How long a connection may stay open between requests, in milliseconds.',
    'An agent that works calls again within seconds; behind a proxy, set it above the idle time of the proxy.',
  ),
  maxConnections: whole(
    { default: 1_000, min: 1, max: 100_000 },
    'Open connections; more are closed at once.',
    'More than the agents of one machine open, and few enough that idle ones cost little memory.',
  ),
  heldBytes: whole(
    { default: 256_000_000, min: 1_000_000, max: 100_000_000_000 },
    'Bytes of bodies that are arriving and of replies that are not read yet, all connections together; past it, or where one address or plugin has more than half, what has held most for longest is dropped.',
    '`maxConnections` bodies of `bodyBytes` would be four times as much; at least two of the largest bodies or replies.',
  ),
  shutdownMs: whole(
    { default: 10_000, min: 100, max: 600_000 },
    'From SIGTERM until calls in flight are given up, in milliseconds.',
    'Twice the default `wallMs`, so honest calls end by themselves; service managers often kill after 30 seconds.',
  ),
  allowedHosts: list(
    HOST_HEADER,
    'Names a `Host` header may carry beside the loopback names and `host` itself.',
    'A page in a browser can point its own name at this machine; a server that answers only to its names is safe from it.',
  ),
  allowedOrigins: list(
    ORIGIN,
    'Origins that a browser may call from.',
    'Agents send no `Origin`; a web page does, and has no business here unless it is named.',
  ),
  adminKeyHash: {
    type: 'string',
    default: '',
    form: KEY_HASH,
    meaning:
      'SHA-256 of the key that opens `/admin/plugins`, where plugins are uploaded, approved and removed over HTTP; without one there is no such path.',
    reason:
      'Who has the key decides what runs here, so it is off until asked for; the hash tells nobody the key, if that is 256 random bits.',
  },
};
