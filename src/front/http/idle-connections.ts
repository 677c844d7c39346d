// Makes room for connections of others if one network keeps most of them idle. Front process.
//
// Above `maxConnections` the system's connections are closed unanswered, whoever opens them. One address that opened that many and sent nothing would
// shut everybody out. A network may have all while nobody else comes: behind a proxy all callers have one address.

import type { Server, Socket } from 'node:net';
import { senderNetwork } from '../../shared/text/network.ts';
import type { Connections } from './connections.ts';

/** Room is made while less than a tenth is free. */
const FULL = 0.9;
/** A network with more than half of what is open gives way. */
const SHARES = 2;
/** Connections that are looked at for one that has been idle for longest. */
const MOST_LOOKED_AT = 1_000;

/** Follows a server. `event` is that of connections which can have requests. */
export const shareIdleConnections = (
  server: Server,
  event: 'connection' | 'secureConnection',
  { connections, maxConnections }: { readonly connections: Connections; readonly maxConnections: number },
): void => {
  /** Network → its connections, each with the time when it was opened. */
  const byNetwork = new Map<string, Map<Socket, number>>();
  let open = 0;
  server.on(event, (socket: Socket) => {
    const network = senderNetwork(socket.remoteAddress ?? 'nowhere');
    const ofNetwork = byNetwork.get(network) ?? new Map<Socket, number>();
    byNetwork.set(network, ofNetwork.set(socket, performance.now()));
    open += 1;
    socket.once('close', () => {
      open -= 1;
      ofNetwork.delete(socket);
      if (ofNetwork.size === 0) byNetwork.delete(network);
    });
    if (open <= maxConnections * FULL) return;
    for (const sockets of byNetwork.values())
      if (sockets.size > open / SHARES) longestIdleOf(sockets, socket, connections)?.destroy();
  });
};

/** Undefined if all others than the new one have requests: a proxy whose connections are all at work may open more. */
const longestIdleOf = (
  sockets: ReadonlyMap<Socket, number>,
  newest: Socket,
  connections: Connections,
): Socket | undefined => {
  let found: Socket | undefined;
  let sinceMs = Number.POSITIVE_INFINITY;
  for (const [socket, openedMs] of sockets.entries().take(MOST_LOOKED_AT)) {
    const lastMs = socket.destroyed || socket === newest ? undefined : connections.idleSinceMs(socket);
    if (lastMs === undefined || Math.max(lastMs, openedMs) >= sinceMs) continue;
    sinceMs = Math.max(lastMs, openedMs);
    found = socket;
  }
  return found;
};
