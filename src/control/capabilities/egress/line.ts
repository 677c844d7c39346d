// One connection to one checked address, and undici's client on it. It is never opened anew: what follows it is another line.
// Control thread.

import type { Socket } from 'node:net';
import { Client } from 'undici';

/** How long a line that nobody uses stays, where the other side names no time of its own. */
const IDLE_MS = 4_000;
/** The longest that the other side may name. */
const MAX_IDLE_MS = 15_000;
/** A line is not used for longer, so that a name that has moved is followed. */
const MAX_AGE_MS = 120_000;
const MAX_HEADER_BYTES = 32_768;

/** A connection between requests, or under one. */
export class Line {
  readonly origin: string;
  /** Leads to an address that is not public. */
  readonly isPrivate: boolean;
  readonly client: Client;
  readonly #socket: Socket;
  readonly #since = performance.now();
  /** Requests that were sent over it. */
  uses = 0;

  constructor(socket: Socket, origin: string, isPrivate: boolean, whenClosed: (line: Line) => void) {
    this.origin = origin;
    this.isPrivate = isPrivate;
    this.#socket = socket;
    let isTaken = false;
    this.client = new Client(origin, {
      connect: (_options, callback) => {
        const isUsedUp = isTaken || socket.destroyed;
        isTaken = true;
        // Not at once: the client is not ready for an answer before it has finished asking.
        queueMicrotask(() => (isUsedUp ? callback(new Error('The line is closed.'), null) : callback(null, socket)));
      },
      pipelining: 1,
      allowH2: false,
      // The term of each request is the only clock.
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

  /** Ends the connection at once, and whatever is under way on it. */
  close(): void {
    this.#socket.destroy();
    if (!this.client.destroyed) this.client.destroy().catch(() => {});
  }
}
