// Knows which requests of a connection wait for their reply, so that the end of the connection ends their calls. Front process.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LightSignal } from '../../shared/protocol/light-signal.ts';

/**
 * The open requests of a connection, as a linked list.
 *
 * Why: every call adds one and removes one, and a `Set` allocates a new table after every few of them.
 */
interface OpenRequests {
  first: OpenRequest | undefined;
  /** When the last of them was closed. */
  idleSinceMs: number;
}

/** A request that waits for its reply, and the abort signal of its call. It aborts if the caller cannot get the reply any more. */
export class OpenRequest extends LightSignal {
  readonly response: ServerResponse;
  next: OpenRequest | undefined;
  #previous: OpenRequest | undefined = undefined;
  #siblings: OpenRequests | undefined;

  constructor(response: ServerResponse, siblings: OpenRequests) {
    super();
    this.response = response;
    this.#siblings = siblings;
    this.next = siblings.first;
    if (this.next !== undefined) this.next.#previous = this;
    siblings.first = this;
  }

  /** The reply has left, or never will. Nothing aborts the signal after this. */
  close(): void {
    const siblings = this.#siblings;
    if (siblings === undefined) return;
    this.#siblings = undefined;
    const { next } = this;
    const previous = this.#previous;
    if (siblings.first === this && next === undefined) siblings.idleSinceMs = performance.now();
    if (previous === undefined) siblings.first = next;
    else previous.next = next;
    if (next !== undefined) next.#previous = previous;
    this.next = undefined;
    this.#previous = undefined;
  }
}

const listed = (requests: OpenRequests | undefined): OpenRequest[] => {
  const all: OpenRequest[] = [];
  for (let request = requests?.first; request !== undefined; request = request.next) all.push(request);
  return all;
};

/** The requests that are open on each connection. It keeps no connection alive. */
export class Connections {
  readonly #open = new WeakMap<Duplex, OpenRequests>();
  /** The last request of a connection that waits for those before it. */
  readonly #waiting = new WeakMap<Duplex, IncomingMessage>();
  /** Called with a connection whose request has not arrived in time since its turn came. */
  onLate: (socket: Duplex) => void = () => {};

  /** Notes a request until it is closed. It aborts if its connection ends or fails before that. */
  open(socket: Socket, response: ServerResponse): OpenRequest {
    return new OpenRequest(response, this.#openOn(socket));
  }

  /** A request waits for those before it, and has not begun. */
  noteWaiting(request: IncomingMessage): void {
    this.#waiting.set(request.socket, request);
  }

  /** It is the turn of a request that has waited. From now on the rest of it may take `arrivalMs` milliseconds. */
  noteTurn(request: IncomingMessage, arrivalMs: number): void {
    const { socket } = request;
    if (this.#waiting.get(socket) === request) this.#waiting.delete(socket);
    if (request.complete) return;
    const timer = setTimeout(() => request.complete || this.onLate(socket), arrivalMs);
    request.once('close', () => clearTimeout(timer));
  }

  /** True if what arrives on a connection is the body of a request whose turn has not come, so that nobody reads it. */
  isHeldUp(socket: Duplex): boolean {
    return this.#waiting.get(socket)?.complete === false;
  }

  /** Since when the connection has no request; 0 if it never had one, undefined if it has one. */
  idleSinceMs(socket: Socket): number | undefined {
    const known = this.#open.get(socket);
    if (this.#waiting.has(socket)) return undefined;
    if (known === undefined) return 0;
    return known.first === undefined ? known.idleSinceMs : undefined;
  }

  /** True while part of a reply has been written: another reply would land in the middle of it. */
  isReplying(socket: Duplex): boolean {
    return listed(this.#open.get(socket)).some(({ response }) => response.headersSent);
  }

  giveUp(socket: Duplex, reason?: unknown): void {
    for (const request of listed(this.#open.get(socket))) request.abort(reason);
  }

  endAfterReplies(socket: Socket): void {
    const [newest] = listed(this.#open.get(socket));
    if (newest === undefined) return void socket.destroy();
    const { response } = newest;
    if (!response.headersSent) response.shouldKeepAlive = false;
    response.once('close', () => socket.destroySoon());
  }

  #openOn(socket: Socket): OpenRequests {
    const known = this.#open.get(socket);
    if (known !== undefined) return known;
    const fresh: OpenRequests = { first: undefined, idleSinceMs: 0 };
    this.#open.set(socket, fresh);
    // One listener for each connection is cheaper than one for each reply.
    socket.once('close', () => this.giveUp(socket));
    return fresh;
  }
}
