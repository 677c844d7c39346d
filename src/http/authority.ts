// Which names a request may call this server by, and which pages may call it: the wall against DNS rebinding.

import { isIPv6 } from 'node:net';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const AUTHORITY = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{0,5}))?$/i;
const ANY = '*';

/** A host and its port as a `Host` header carries them. */
export interface Authority {
  /** Lower case, without a trailing dot; an IPv6 address in brackets, in its shortest form. */
  readonly host: string;
  /** Digits, or empty where none is given. */
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

/** The names and origins an operator lets in. */
export interface DoorRules {
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}

export interface Doorkeeper {
  /** True for a name that is ours, whatever the port: a forwarded port is still us. */
  admitsHost(authority: Authority): boolean;
  /** True for a page of ours, which has the port that it calls or `localPort`, and for origins on the operator's list. */
  admitsOrigin(origin: string, called: Authority, localPort: number | undefined): boolean;
}

/** Judges by the loopback names, the server's own `host`, and the operator's lists. */
export const createDoorkeeper = ({ host, allowedHosts, allowedOrigins }: DoorRules): Doorkeeper => {
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
      // Only by names: where any host is let in, a rebound name would make its own page look like ours.
      return from !== undefined && ours.has(from.host) && (from.port === called.port || from.port === `${localPort}`);
    },
  };
};
