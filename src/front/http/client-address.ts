// Finds the address of the client behind proxies that the operator trusts. Front process.

import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, SocketAddress } from 'node:net';
import type { ServerConfig } from '../../settings/config.ts';
import { networkIn } from '../../shared/text/network.ts';
import { remoteAddressOf } from './context.ts';

/** The address that counts as the client's: in logs, and for what is counted by address. Undefined if the connection is gone. */
export type AddressOf = (req: Pick<IncomingMessage, 'socket' | 'headers'>) => string | undefined;

/** More proxies in a row are not followed. */
const MOST_HOPS = 32;
const FOR = /^for=(.*)$/i;
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;

/**
 * Reads the header `forwardedHeader` of connections that come from `trustedProxies`, and no other header. Each proxy appends the address of the peer
 * that it had, so only the end of the header can be believed: the client is the last address that is not a trusted proxy. If that part of
 * the header has another form, the address of the last proxy that could be read counts. Without trusted proxies, no header is read.
 */
export const createAddressOf = ({
  trustedProxies,
  forwardedHeader,
}: Pick<ServerConfig, 'trustedProxies' | 'forwardedHeader'>): AddressOf => {
  const peerOf: AddressOf = ({ socket }) => remoteAddressOf(socket);
  if (trustedProxies.length === 0) return peerOf;
  const trusted = new BlockList();
  for (const network of trustedProxies.flatMap((text) => networkIn(text) ?? []))
    trusted.addSubnet(network.address, network.bits, familyOf(network.address));
  const isTrusted = (address: string): boolean => trusted.check(address, familyOf(address));
  const nodesOf = forwardedHeader === 'forwarded' ? forwardedNodes : listedNodes;
  return (req) => {
    let address = peerOf(req);
    const header = req.headers[forwardedHeader];
    if (address === undefined || header === undefined || !isTrusted(address)) return address;
    let hops = 0;
    for (const node of nodesOf(String(header))) {
      const next = addressIn(node);
      hops += 1;
      if (next === undefined || hops > MOST_HOPS) break;
      address = next;
      if (!isTrusted(address)) break;
    }
    return address;
  };
};

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** The address in one form. A port is dropped. Undefined for a name, such as `unknown` or `_hidden`. */
const addressIn = (node: string): string | undefined => {
  const [, inBrackets, before] = WITH_PORT.exec(node) ?? [];
  const address = inBrackets ?? before ?? node;
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6 || address.includes('%')) return undefined;
  return remoteAddressOf({ remoteAddress: new SocketAddress({ address, family: 'ipv6' }).address });
};

function* listedNodes(header: string): Generator<string> {
  for (let end = header.length; end > 0; ) {
    const comma = header.lastIndexOf(',', end - 1);
    yield header.slice(comma + 1, end).trim();
    end = comma;
  }
}

/**
 * The `for` of each element of `Forwarded` (RFC 7239), the last one first. Read from its end, so that a quotation mark that the client has left
 * open cannot swallow what a proxy appended. An element without `for`, or with two of them, gives the empty text.
 */
function* forwardedNodes(header: string): Generator<string> {
  for (let end = header.length; end > 0; ) {
    const comma = lastOutside(header, ',', end);
    const element = header.slice(comma + 1, end);
    const nodes = element.split(';').flatMap((pair) => FOR.exec(pair.trim())?.[1] ?? []);
    const [node = ''] = nodes.length === 1 ? nodes : [];
    yield node.startsWith('"') && node.endsWith('"') ? node.slice(1, -1) : node;
    end = comma;
  }
}

/** Index of the last `sign` before `end` that is not between quotation marks; -1 if there is none. */
const lastOutside = (text: string, sign: string, end: number): number => {
  let isQuoted = false;
  for (let at = end - 1; at >= 0; at -= 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === sign && !isQuoted) return at;
  }
  return -1;
};
