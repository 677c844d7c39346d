// The runner's end of the wire: messages out in one write per turn of the event loop, frames in.

import type { Socket } from 'node:net';
import { encodeFrame } from '../protocol/frames.ts';
import type { RunnerMessage } from '../protocol/messages.ts';

export class RunnerChannel {
  readonly #socket: Socket;
  #corked = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Sends a message before anything else runs: for one that must be out even if what follows never returns. */
  sendNow(message: RunnerMessage, body = ''): void {
    this.#socket.uncork();
    this.#corked = false;
    this.#socket.write(encodeFrame(JSON.stringify(message), body));
  }

  /** Sends a message; several of one turn share a write. */
  send(message: RunnerMessage, body = ''): void {
    if (!this.#corked) {
      this.#corked = true;
      this.#socket.cork();
      setImmediate(() => {
        if (!this.#corked) return;
        this.#corked = false;
        this.#socket.uncork();
      });
    }
    this.#socket.write(encodeFrame(JSON.stringify(message), body));
  }
}
