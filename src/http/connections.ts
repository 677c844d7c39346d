// Which requests of a connection still wait for their reply, so that a connection that ends can end its calls.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { listed, OpenRequest, type OpenRequests } from './open-request.ts';

/** Watches connections on behalf of the requests that came over them. */
export interface Connections {
  /** Notes a request until it is closed; it aborts if its connection ends, or fails, before that. */
  open(socket: Socket, response: ServerResponse): OpenRequest;
  /** True while part of some reply has been written: another one would land in the middle of it. */
  isReplying(socket: Duplex): boolean;
  /** Gives up every open request of the connection, with this as their signals' reason. */
  giveUp(socket: Duplex, reason?: unknown): void;
}

/** Keeps nothing alive: what is known of a connection goes with it. */
export const createConnections = (): Connections => {
  const waiting = new WeakMap<Duplex, OpenRequests>();

  const giveUp = (socket: Duplex, reason?: unknown): void => {
    for (const request of listed(waiting.get(socket))) request.abort(reason);
  };

  const waitingOn = (socket: Socket): OpenRequests => {
    const known = waiting.get(socket);
    if (known !== undefined) return known;
    const fresh: OpenRequests = { first: undefined };
    waiting.set(socket, fresh);
    // One listener for a connection, not one for each of its replies, whose `close` says no more than this.
    socket.once('close', () => giveUp(socket));
    return fresh;
  };

  return {
    open: (socket, response) => new OpenRequest(response, waitingOn(socket)),
    isReplying: (socket) => listed(waiting.get(socket)).some(({ response }) => response.headersSent),
    giveUp,
  };
};
