// Reads an address or a network as a configuration writes it, and tells which addresses count as one sender. Any process.

import { isIP } from 'node:net';

/** A network: the first `bits` of its addresses are those of `address`. */
export interface Network {
  readonly address: string;
  /** 32 or 128 for a single address. */
  readonly bits: number;
}

/** Reads `10.0.0.7`, `10.0.0.0/8` or `fd00::/8`. Undefined for anything else. */
export const networkIn = (text: string): Network | undefined => {
  const [, address = '', suffix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const most = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : 0;
  const bits = suffix === undefined ? most : Number(suffix);
  return most > 0 && bits <= most ? { address, bits } : undefined;
};

/** What counts as one sender: an IPv4 address, or the /64 network of an IPv6 address, because a client usually has all of it. */
export const senderNetwork = (address: string): string => {
  if (!address.includes(':')) return address;
  const [before = [], after = []] = address.split('::').map((groups) => groups.split(':'));
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after].slice(0, 4).join(':');
};

/** True if nobody on the way can read or change what is exchanged with this address: for https, and for http that stays on this machine. */
export const isSafeAddress = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname));
