// Which addresses may be connected to. Every address that is not clearly public is refused, because a list of bad ranges is never complete.
// Pure; control thread.

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * `public`: global unicast. `private`: for origins that the operator grants as private. `metadata`: where clouds hand out
 * credentials, or would if it could be routed there; only for an origin that is this very address. `never`: stands for no one host.
 */
export type AddressKind = 'public' | 'private' | 'metadata' | 'never';

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Protocol assignments, Teredo and ORCHID among them; documentation; 6to4, which carries an IPv4 address. */
const NOT_GLOBAL = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);

/** AWS and most others, AWS for tasks, Alibaba, Oracle, Azure's wire server (an address that looks public), AWS and Google on IPv6. */
const METADATA = new Set(
  [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
  ].map((address) => ipaddr.parse(address).toNormalizedString()),
);

const NEVER = new Set(['unspecified', 'broadcast', 'multicast']);

/** The kind of the address `text`. A text that is no address, or has a zone, is `never`. */
export const addressKind = (text: string): AddressKind => {
  // ipaddr.js also reads short forms, which no resolver answers with.
  if (isIP(text) === 0 || text.includes('%')) return 'never';
  const address = ipaddr.parse(text);
  if (METADATA.has(address.toNormalizedString())) return 'metadata';
  if (NEVER.has(address.range())) return 'never';
  return address instanceof ipaddr.IPv4 ? kindOfFour(address) : kindOfSix(address);
};

const kindOfFour = (address: ipaddr.IPv4): AddressKind => (address.range() === 'unicast' ? 'public' : 'private');

const kindOfSix = (address: ipaddr.IPv6): AddressKind => {
  const inner = embedded(address);
  // Not public even if the IPv4 address in it is, because the translator is in the operator's network.
  if (inner !== undefined) return inner === 'metadata' || inner === 'never' ? inner : 'private';
  const isGlobal = address.match(GLOBAL_UNICAST) && !NOT_GLOBAL.some((range) => address.match(range));
  return isGlobal && address.range() === 'unicast' ? 'public' : 'private';
};

/** Ranges whose last four bytes are an IPv4 address: compatible, mapped, translated, NAT64. */
const CARRIERS = ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);
const LOOPBACK = ipaddr.IPv6.parse('::1').toNormalizedString();

const embedded = (address: ipaddr.IPv6): AddressKind | undefined => {
  if (address.toNormalizedString() === LOOPBACK) return undefined;
  const bytes = address.toByteArray();
  const isSixToFour = bytes[0] === 0x20 && bytes[1] === 0x02;
  if (!isSixToFour && !CARRIERS.some((range) => address.match(range))) return undefined;
  return addressKind((isSixToFour ? bytes.slice(2, 6) : bytes.slice(12)).join('.'));
};

/** The same address in the one way of writing it that texts can be compared by; undefined if it is no address. */
export const normalAddress = (text: string): string | undefined =>
  ipaddr.isValid(text) ? ipaddr.process(text).toNormalizedString() : undefined;
