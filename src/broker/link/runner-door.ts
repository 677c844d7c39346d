// The socket at which the main thread accepts the channels of runners, in a private folder. The control thread connects each channel before it
// starts the process, which inherits the other end. So the main thread speaks to a runner without another thread in between, and no runner
// opens a connection itself.

import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { GREETING_BYTES, numberIn, PASSWORD_LENGTH } from '../../control/greeting.ts';
import type { Door } from '../../control/link-messages.ts';
import { type OwnPath, ownFolder } from '../../shared/lifetime/belongings.ts';

/** A connection without a greeting is closed after this time. */
const GREETING_MS = 5_000;
/** Connections without a greeting at a time. */
const MOST_STRANGERS = 64;
/** The path of a socket may have 108 bytes on Linux and 104 on macOS, including a zero at its end. */
const MOST_PATH_BYTES = 100;

/** `rest`: the bytes that came after the greeting. */
type OnChannel = (channel: Socket, rest: Buffer) => void;

/** Accepts only channels that are awaited and whose greeting has the password. */
export class RunnerDoor {
  readonly #server: Server;
  readonly #folder: OwnPath | undefined;
  readonly #awaited = new Map<number, OnChannel>();
  readonly #strangers = new Set<Socket>();
  readonly door: Door;

  constructor() {
    const password = randomBytes(PASSWORD_LENGTH).toString('hex').slice(0, PASSWORD_LENGTH);
    this.#folder = process.platform === 'win32' ? undefined : folderForSocket();
    const path = this.#folder ? join(this.#folder.path, 'door') : `\\\\.\\pipe\\toolcell-${process.pid}-${password}`;
    this.door = { path, password };
    this.#server = createServer((channel) => this.#greet(channel));
    // The control thread meets an error too, and reports it as the reason why a process does not start.
    this.#server.on('error', () => {});
    this.#server.listen(path);
    this.#server.unref();
  }

  /** Waits for the channel of the runner with this number. Returns a function that stops waiting. */
  await(number: number, onChannel: OnChannel): () => void {
    this.#awaited.set(number, onChannel);
    return () => this.#awaited.delete(number);
  }

  close(): void {
    this.#server.close();
    for (const stranger of this.#strangers) stranger.destroy();
    this.#folder?.remove();
  }

  #greet(channel: Socket): void {
    if (this.#strangers.size >= MOST_STRANGERS) return void channel.destroy();
    this.#strangers.add(channel);
    let received: Buffer = Buffer.alloc(0);
    const leave = (): void => {
      clearTimeout(timer);
      this.#strangers.delete(channel);
    };
    const timer = setTimeout(() => channel.destroy(), GREETING_MS);
    const onData = (chunk: Buffer): void => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      if (received.length < GREETING_BYTES) return;
      channel.off('data', onData);
      leave();
      const number = numberIn(received, this.door.password);
      const onChannel = number === undefined ? undefined : this.#awaited.get(number);
      if (number === undefined || !onChannel) return void channel.destroy();
      this.#awaited.delete(number);
      onChannel(channel, received.subarray(GREETING_BYTES));
    };
    channel.on('data', onData);
    channel.on('error', () => {});
    channel.on('close', leave);
  }
}

const folderForSocket = (): OwnPath => {
  const folder = ownFolder('toolcell-door-');
  if (Buffer.byteLength(folder.path) <= MOST_PATH_BYTES) return folder;
  folder.remove();
  return ownFolder('toolcell-door-', '/tmp');
};
