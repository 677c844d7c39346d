// The connections of one plugin: no plugin sends over a connection of another's. Control thread.

import type { Socket } from 'node:net';
import { Connection } from './connection.ts';
import type { Deadline } from './deadline.ts';

/** Connections of one plugin at a time, to all origins; further requests wait for one. */
const MAX_CONNECTIONS = 256;
const MAX_SESSIONS = 256;

export interface ConnectionWant {
  readonly origin: string;
  readonly mayBePrivate: boolean;
}

/** The connection that {@link Open} has opened. */
export interface Opened {
  readonly socket: Socket;
  readonly isPrivate: boolean;
}

/** Opens a connection. Called only if no connection is idle. */
export type Open = () => Promise<Opened>;

/** Hands out connections, and takes them back. */
export class ConnectionPool {
  /** Idle connections, the one used last at the end. */
  readonly #idle = new Map<string, Connection[]>();
  /** The pace of all responses on these connections. */
  readonly pace = new Pace();
  readonly #waiting = new Set<() => void>();
  readonly #whenEmpty: () => void;
  /** Open or being opened. */
  #count = 0;
  readonly #sessions = new Map<string, Buffer>();
  #isClosed = false;

  /** `whenEmpty` is called whenever no connection is open and no request waits. */
  constructor(whenEmpty: () => void) {
    this.#whenEmpty = whenEmpty;
  }

  /** An idle connection that fits. */
  ready({ origin, mayBePrivate }: ConnectionWant): Connection | undefined {
    const connections = this.#idle.get(origin);
    for (let connection = connections?.pop(); connection; connection = connections?.pop()) {
      if (connections?.length === 0) this.#idle.delete(origin);
      // The operator may have taken back what let it be opened.
      if (connection.isFresh && (mayBePrivate || !connection.isPrivate)) return connection;
      connection.close();
    }
    return undefined;
  }

  /** An idle connection, or a new one. Waits for its turn if there are too many. */
  async take(want: ConnectionWant, deadline: Deadline, open: Open): Promise<Connection> {
    while (this.#count >= MAX_CONNECTIONS) {
      this.#closeOldest();
      await this.#turn(deadline);
      const connection = this.ready(want);
      if (connection) return connection;
    }
    return this.#open(want.origin, open);
  }

  /** The TLS session of an earlier connection to `origin`: a handshake is then shorter. Forgotten with the last connection of the plugin. */
  sessionOf(origin: string): Buffer | undefined {
    return this.#sessions.get(origin);
  }

  keepSession(origin: string, session: Buffer): void {
    if (this.#sessions.size < MAX_SESSIONS || this.#sessions.has(origin)) this.#sessions.set(origin, session);
  }

  /** Gives a connection back, for the next request or to be closed. */
  release(connection: Connection): void {
    if (this.#isClosed || !connection.isFresh) return connection.close();
    const connections = this.#idle.get(connection.origin);
    if (connections) connections.push(connection);
    else this.#idle.set(connection.origin, [connection]);
    this.#wake();
  }

  /** Closes idle connections now, and the others when they are given back. */
  close(): void {
    this.#isClosed = true;
    for (const connection of [...this.#idle.values()].flat()) connection.close();
    this.#idle.clear();
  }

  async #open(origin: string, open: Open): Promise<Connection> {
    this.#count += 1;
    try {
      const { socket, isPrivate } = await open();
      return new Connection(socket, origin, isPrivate, (connection) => this.#closed(connection));
    } catch (error) {
      this.#gone();
      throw error;
    }
  }

  #closed(connection: Connection): void {
    const connections = this.#idle.get(connection.origin);
    const at = connections?.indexOf(connection) ?? -1;
    if (at !== -1) connections?.splice(at, 1);
    if (connections?.length === 0) this.#idle.delete(connection.origin);
    this.#gone();
  }

  #gone(): void {
    this.#count -= 1;
    this.#wake();
    if (this.#count === 0 && this.#waiting.size === 0) this.#whenEmpty();
  }

  /** Makes room by what has been idle longest at one of the origins. The room is there once the socket says it is closed. */
  #closeOldest(): void {
    const [origin, connections] = this.#idle.entries().next().value ?? [];
    const connection = connections?.shift();
    if (!connection || origin === undefined) return;
    if (connections?.length === 0) this.#idle.delete(origin);
    connection.close();
  }

  #wake(): void {
    const [first] = this.#waiting;
    if (!first) return;
    this.#waiting.delete(first);
    first();
  }

  async #turn(deadline: Deadline): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    try {
      await deadline.first(promise);
    } catch (error) {
      // A request that was woken in vain wakes the next one.
      if (!this.#waiting.delete(resolve)) this.#wake();
      throw error;
    }
  }
}

const BYTES_PER_MS = 100_000;
/** Bytes that may be read at once after a pause. */
const BURST_BYTES = 4_000_000;

/** How fast the responses of one plugin are read, because all plugins share the thread that reads them: more than a gigabit, and a tenth of what it can do. `nowMs` never goes back. */
export class Pace {
  readonly #nowMs: () => number;
  /** The time at which an even pace would have reached the bytes read so far. */
  #evenMs = Number.NEGATIVE_INFINITY;

  constructor(nowMs = (): number => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Counts bytes that were read. Returns how long to wait, in milliseconds, before more of the same response is read. */
  take(bytes: number): number {
    const nowMs = this.#nowMs();
    this.#evenMs = Math.max(this.#evenMs, nowMs - BURST_BYTES / BYTES_PER_MS) + bytes / BYTES_PER_MS;
    return Math.max(0, this.#evenMs - nowMs);
  }
}
