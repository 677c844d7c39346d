// The address at the other end of a connection, as people and programs know it.

import type { Socket } from 'node:net';

const MAPPED = '::ffff:';

/** The peer's IP address; an IPv4 address that came in over an IPv6 socket without its prefix. Undefined once the connection is gone. */
export const remoteAddressOf = ({ remoteAddress }: Pick<Socket, 'remoteAddress'>): string | undefined =>
  remoteAddress?.startsWith(MAPPED) ? remoteAddress.slice(MAPPED.length) : remoteAddress;
