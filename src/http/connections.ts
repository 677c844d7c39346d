// Which requests of a connection still wait for their reply, so that a connection that ends can end its calls.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Watches connections on behalf of the requests that came over them. */
export interface Connections {
  /** Notes a request; the signal aborts if its connection ends, or fails, before its reply was sent. */
  open(socket: Socket, response: ServerResponse): AbortSignal;
  /** True while part of some reply has been written: another one would land in the middle of it. */
  isReplying(socket: Duplex): boolean;
  /** Gives up every waiting request of the connection, with this as their signals' reason. */
  giveUp(socket: Duplex, reason?: unknown): void;
}

/** Keeps nothing alive: what is known of a connection goes with it. */
export const createConnections = (): Connections => {
  const waiting = new WeakMap<Duplex, Map<ServerResponse, AbortController>>();

  const giveUp = (socket: Duplex, reason?: unknown): void => {
    for (const controller of waiting.get(socket)?.values() ?? []) controller.abort(reason);
  };

  const waitingOn = (socket: Socket): Map<ServerResponse, AbortController> => {
    const known = waiting.get(socket);
    if (known !== undefined) return known;
    const fresh = new Map<ServerResponse, AbortController>();
    waiting.set(socket, fresh);
    // Before Node 26 a pipelined response that has not had its turn never says `close`; its socket does.
    socket.once('close', () => giveUp(socket));
    return fresh;
  };

  return {
    open(socket, response) {
      const controller = new AbortController();
      const responses = waitingOn(socket);
      responses.set(response, controller);
      response.once('close', () => {
        responses.delete(response);
        if (!response.writableFinished) controller.abort();
      });
      return controller.signal;
    },
    isReplying: (socket) => [...(waiting.get(socket)?.keys() ?? [])].some((response) => response.headersSent),
    giveUp,
  };
};
