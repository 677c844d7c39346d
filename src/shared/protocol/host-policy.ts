// Decides by which names a request may call this server, and which pages may call it. This prevents DNS rebinding. Front process.

import { isIPv6 } from 'node:net';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const AUTHORITY = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{0,5}))?$/i;
const ANY = '*';

/** Host and port of a `Host` header. */
export interface Authority {
  /** Lower case, without a trailing dot; an IPv6 address in brackets, in its shortest form. */
  readonly host: string;
  /** Digits, or empty if the header has no port. */
  readonly port: string;
}

/** Reads `LocalHost.:3000`, `[0:0::1]:80` and the like; undefined for anything that is not a host with or without a port. */
export const readAuthority = (text: string): Authority | undefined => {
  const [, host, port = ''] = AUTHORITY.exec(text) ?? [];
  if (host === undefined) return undefined;
  if (!host.startsWith('[')) return { host: host.toLowerCase().replace(/\.$/, ''), port };
  const url = URL.parse(`http://${host}`);
  return url === null ? undefined : { host: url.hostname, port };
};

/** The names and origins that the operator allows. */
export interface HostRules {
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}

/** Answers which hosts and origins may call. */
export interface HostPolicy {
  /** True for a name of this server with any port, because a port may be forwarded. */
  admitsHost(authority: Authority): boolean;
  /** True for a page of this server, which has the port that it calls or `localPort`, and for origins on the operator's list. */
  admitsOrigin(origin: string, called: Authority, localPort: number | undefined): boolean;
}

/** Makes a policy of the loopback names, the server's own `host`, and the operator's lists. */
export const createHostPolicy = ({ host, allowedHosts, allowedOrigins }: HostRules): HostPolicy => {
  const named = [...LOOPBACK, isIPv6(host) ? `[${host}]` : host, ...allowedHosts.filter((name) => name !== ANY)];
  const ours = new Set(named.map((name) => readAuthority(name)?.host ?? name));
  const anyHost = allowedHosts.includes(ANY);
  const origins = new Set(allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, '')));

  return {
    admitsHost: (authority) => anyHost || ours.has(authority.host),
    admitsOrigin(origin, called, localPort) {
      if (origins.has(ANY) || origins.has(origin.toLowerCase())) return true;
      const [, page] = /^https?:\/\/([^/]+)$/i.exec(origin) ?? [];
      const from = page === undefined ? undefined : readAuthority(page);
      // `anyHost` does not count here: a rebound name would make its own page look like one of this server.
      return from !== undefined && ours.has(from.host) && (from.port === called.port || from.port === `${localPort}`);
    },
  };
};
