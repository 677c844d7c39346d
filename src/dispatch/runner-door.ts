// Where the channels of runners come in: a socket in a folder of this process's own. The control thread connects each channel ahead of its
// process and says whose it will be; the process inherits the other end. So the listening thread speaks to a runner without a thread between, and
// no runner has to make a connection itself.

import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { GREETING_BYTES, numberIn, PASSWORD_LENGTH } from '../control/greeting.ts';
import type { Door } from '../control/link-messages.ts';
import { type OwnPath, ownFolder } from '../lifetime/belongings.ts';

/** Whoever comes in says who it is at once. */
const GREETING_MS = 5_000;
/** Connections that have not said it yet. */
const MOST_STRANGERS = 64;
/** A path of a socket may have 108 bytes on Linux and 104 on macOS, with a zero at its end. */
const MOST_PATH_BYTES = 100;

/** Given the channel, and what came on it after the greeting. */
type OnChannel = (channel: Socket, rest: Buffer) => void;

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
    // Whoever connects is told the same, and says so of the process that does not start.
    this.#server.on('error', () => {});
    this.#server.listen(path);
    this.#server.unref();
  }

  /** Waits for the channel of the runner with this number. Returns how to stop waiting. */
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
    let said: Buffer = Buffer.alloc(0);
    const leave = (): void => {
      clearTimeout(timer);
      this.#strangers.delete(channel);
    };
    const timer = setTimeout(() => channel.destroy(), GREETING_MS);
    const onData = (chunk: Buffer): void => {
      said = said.length === 0 ? chunk : Buffer.concat([said, chunk]);
      if (said.length < GREETING_BYTES) return;
      channel.off('data', onData);
      leave();
      const number = numberIn(said, this.door.password);
      const onChannel = number === undefined ? undefined : this.#awaited.get(number);
      if (number === undefined || !onChannel) return void channel.destroy();
      this.#awaited.delete(number);
      onChannel(channel, said.subarray(GREETING_BYTES));
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
