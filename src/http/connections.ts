// Which requests of a connection still wait for their reply, so that a connection that ends can end its calls.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { CallSignal } from '../protocol/call.ts';
import { HangUp } from './hang-up.ts';

/** Watches connections on behalf of the requests that came over them. */
export interface Connections {
  /** Notes a request; the signal aborts if its connection ends, or fails, before its reply was sent. */
  open(socket: Socket, response: ServerResponse): CallSignal;
  /** True while part of some reply has been written: another one would land in the middle of it. */
  isReplying(socket: Duplex): boolean;
  /** Gives up every waiting request of the connection, with this as their signals' reason. */
  giveUp(socket: Duplex, reason?: unknown): void;
}

/** Keeps nothing alive: what is known of a connection goes with it. */
export const createConnections = (): Connections => {
  const waiting = new WeakMap<Duplex, Map<ServerResponse, HangUp>>();

  const giveUp = (socket: Duplex, reason?: unknown): void => {
    for (const hangUp of waiting.get(socket)?.values() ?? []) hangUp.abort(reason);
  };

  const waitingOn = (socket: Socket): Map<ServerResponse, HangUp> => {
    const known = waiting.get(socket);
    if (known !== undefined) return known;
    const fresh = new Map<ServerResponse, HangUp>();
    waiting.set(socket, fresh);
    // Before Node 26 a pipelined response that has not had its turn never says `close`; its socket does.
    socket.once('close', () => giveUp(socket));
    return fresh;
  };

  return {
    open(socket, response) {
      const hangUp = new HangUp();
      const responses = waitingOn(socket);
      responses.set(response, hangUp);
      response.once('close', () => {
        responses.delete(response);
        if (!response.writableFinished) hangUp.abort();
      });
      return hangUp;
    },
    isReplying: (socket) => [...(waiting.get(socket)?.keys() ?? [])].some((response) => response.headersSent),
    giveUp,
  };
};
