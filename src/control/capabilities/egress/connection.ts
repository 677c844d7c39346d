// One connection to one checked address, with undici's client on it. It never reconnects: a new object takes the place of a lost one.

import type { Socket } from 'node:net';
import { Client } from 'undici';

/** How long an idle connection stays open, if the other side names no time of its own. */
const IDLE_MS = 4_000;
/** The longest that the other side may name. */
const MAX_IDLE_MS = 15_000;
/** The longest that a connection is used, so that requests follow a name to its new address. */
const MAX_AGE_MS = 120_000;
const MAX_HEADER_BYTES = 32_768;

export class Connection {
  readonly origin: string;
  /** True if its address is not public. */
  readonly isPrivate: boolean;
  readonly client: Client;
  readonly #socket: Socket;
  readonly #since = performance.now();
  uses = 0;

  constructor(socket: Socket, origin: string, isPrivate: boolean, whenClosed: (connection: Connection) => void) {
    this.origin = origin;
    this.isPrivate = isPrivate;
    this.#socket = socket;
    let isTaken = false;
    this.client = new Client(origin, {
      connect: (_options, callback) => {
        const isUsedUp = isTaken || socket.destroyed;
        isTaken = true;
        // Later, because the client cannot take the socket before its own call has returned.
        queueMicrotask(() =>
          isUsedUp ? callback(new Error('The connection is closed.'), null) : callback(null, socket),
        );
      },
      pipelining: 1,
      allowH2: false,
      // The deadline of each request is the only clock.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: MAX_IDLE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    socket.once('close', () => {
      whenClosed(this);
      this.close();
    });
  }

  /** True while another request may be sent over it. */
  get isFresh(): boolean {
    return !this.#socket.destroyed && this.#socket.writable && performance.now() - this.#since < MAX_AGE_MS;
  }

  /** Closes the connection at once. A request that uses it fails. */
  close(): void {
    this.#socket.destroy();
    if (!this.client.destroyed) this.client.destroy().catch(() => {});
  }
}
