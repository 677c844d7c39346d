// The lines of one plugin: no plugin sends over a connection of another's. Control thread.

import type { Socket } from 'node:net';
import { Line } from './line.ts';
import { Pace } from './pace.ts';
import type { Term } from './term.ts';

/** Connections of one plugin at a time, to all origins; further requests wait for one. */
const MAX_LINES = 256;
const MAX_SESSIONS = 256;

/** What a request needs of a line. */
export interface LineWant {
  readonly origin: string;
  readonly mayBePrivate: boolean;
}

/** A connection that is to become a line. */
export interface Opened {
  readonly socket: Socket;
  readonly isPrivate: boolean;
}

/** Opens a connection; only asked where no line stands ready. */
export type Open = () => Promise<Opened>;

/** Hands out lines, and takes them back. */
export class Lines {
  /** Lines that nobody uses, the one used last at the end. */
  readonly #idle = new Map<string, Line[]>();
  /** Of all that comes over them. */
  readonly pace = new Pace();
  readonly #waiting = new Set<() => void>();
  readonly #whenEmpty: () => void;
  /** Open or being opened. */
  #count = 0;
  readonly #sessions = new Map<string, Buffer>();
  #isClosed = false;

  /** `whenEmpty` is told whenever nothing is open any more, and nobody waits. */
  constructor(whenEmpty: () => void) {
    this.#whenEmpty = whenEmpty;
  }

  /** A line that stands ready and fits. */
  ready({ origin, mayBePrivate }: LineWant): Line | undefined {
    const lines = this.#idle.get(origin);
    for (let line = lines?.pop(); line; line = lines?.pop()) {
      if (lines?.length === 0) this.#idle.delete(origin);
      // The operator may have taken back what let it be opened.
      if (line.isFresh && (mayBePrivate || !line.isPrivate)) return line;
      line.close();
    }
    return undefined;
  }

  /** A line that stands ready, or a new one. Waits for its turn where there are too many. */
  async take(want: LineWant, term: Term, open: Open): Promise<Line> {
    while (this.#count >= MAX_LINES) {
      this.#closeOldest();
      await this.#turn(term);
      const line = this.ready(want);
      if (line) return line;
    }
    return this.#open(want.origin, open);
  }

  /** The TLS session of an earlier line to `origin`: a handshake is then shorter. Forgotten with the last line of the plugin. */
  sessionOf(origin: string): Buffer | undefined {
    return this.#sessions.get(origin);
  }

  keepSession(origin: string, session: Buffer): void {
    if (this.#sessions.size < MAX_SESSIONS || this.#sessions.has(origin)) this.#sessions.set(origin, session);
  }

  /** Gives a line back, for the next request or to be closed. */
  release(line: Line): void {
    if (this.#isClosed || !line.isFresh) return line.close();
    const lines = this.#idle.get(line.origin);
    if (lines) lines.push(line);
    else this.#idle.set(line.origin, [line]);
    this.#wake();
  }

  /** Closes what nobody uses now, and the rest when it is given back. */
  close(): void {
    this.#isClosed = true;
    for (const line of [...this.#idle.values()].flat()) line.close();
    this.#idle.clear();
  }

  async #open(origin: string, open: Open): Promise<Line> {
    this.#count += 1;
    try {
      const { socket, isPrivate } = await open();
      return new Line(socket, origin, isPrivate, (line) => this.#closed(line));
    } catch (error) {
      this.#gone();
      throw error;
    }
  }

  #closed(line: Line): void {
    const lines = this.#idle.get(line.origin);
    const at = lines?.indexOf(line) ?? -1;
    if (at !== -1) lines?.splice(at, 1);
    if (lines?.length === 0) this.#idle.delete(line.origin);
    this.#gone();
  }

  #gone(): void {
    this.#count -= 1;
    this.#wake();
    if (this.#count === 0 && this.#waiting.size === 0) this.#whenEmpty();
  }

  /** Makes room by what has been idle longest at one of the origins. The room is there once the socket says it is closed. */
  #closeOldest(): void {
    const [origin, lines] = this.#idle.entries().next().value ?? [];
    const line = lines?.shift();
    if (!line || origin === undefined) return;
    if (lines?.length === 0) this.#idle.delete(origin);
    line.close();
  }

  #wake(): void {
    const [first] = this.#waiting;
    if (!first) return;
    this.#waiting.delete(first);
    first();
  }

  async #turn(term: Term): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    try {
      await term.first(promise);
    } catch (error) {
      // Whoever was woken in vain lets the next one go.
      if (!this.#waiting.delete(resolve)) this.#wake();
      throw error;
    }
  }
}
