// Gives a port up to the other processes that listen on it, without losing a call. Front process. Decision 0042.

import { once } from 'node:events';
import { Server as NetServer } from 'node:net';
import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import type { Server } from './server.ts';

/** A turn of the event loop that is longer may have left connections to wait. */
const SHORT_TURN_MS = 1;
/** On a server that is so busy that no turn is short, the socket closes after this time. */
const LONGEST_LOOK_MS = 1_000;
/** Node keeps an idle connection for a second longer than it tells callers. One more for timers that are late. */
const KEPT_LONGER_MS = 2_000;

/**
 * Closes the listening socket, and resolves when no connection is left, at the latest when each idle one has been open for longer than callers
 * were told. The replies that leave meanwhile have to end their connections.
 *
 * Why not `server.close()`: it also closes connections that are idle now, and a call that is on its way on one of them would be lost.
 */
export const handOverPort = async (server: Server, keepAliveTimeoutMs: number): Promise<void> => {
  await untilNoneWaits(server);
  const isEmpty = once(server, 'close');
  NetServer.prototype.close.call(server);
  const timer = new AbortController();
  const isIdle = pause(keepAliveTimeoutMs + KEPT_LONGER_MS, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([isEmpty, isIdle]);
  timer.abort();
};

/**
 * Resolves at the end of a short turn in which the system had no connection for the server. It resets connections that still wait in a socket that
 * closes, unless `net.ipv4.tcp_migrate_req` is 1: then it gives them to another socket of the port. Node takes one connection in a turn.
 */
const untilNoneWaits = async (server: Server): Promise<void> => {
  let taken = 0;
  const count = (): void => {
    taken += 1;
  };
  for (const event of ['connection', 'drop']) server.on(event, count);
  const startMs = performance.now();
  await endOfTurn();
  for (let turnMs = Infinity, before = -1; taken !== before || turnMs > SHORT_TURN_MS; ) {
    before = taken;
    const turnStartMs = performance.now();
    await endOfTurn();
    turnMs = performance.now() - turnStartMs;
    if (performance.now() - startMs > LONGEST_LOOK_MS) break;
  }
  for (const event of ['connection', 'drop']) server.off(event, count);
};
