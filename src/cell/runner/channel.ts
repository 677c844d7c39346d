// Sends a runner's messages to its broker. Runs in a runner.

import { writeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { doneHead } from '../../shared/protocol/call-heads.ts';
import { encodeFrame, type FramePart } from '../../shared/protocol/frames.ts';
import type { RunnerMessage } from '../../shared/protocol/messages.ts';

/** The descriptor that the broker listens on. */
const CHANNEL = 3;

/** Bytes that the kernel took; 0 if it has no room now. */
const writeNow = (frame: Buffer): number => {
  try {
    return writeSync(CHANNEL, frame);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    throw error;
  }
};

const headOf = (message: RunnerMessage): FramePart =>
  message.t === 'done' ? doneHead(message) : JSON.stringify(message);

/** Keeps messages in order, whether sent at once or with others of the same turn. */
export class RunnerChannel {
  readonly #socket: Socket;
  #corked = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /**
   * Sends a message before anything else runs, even if the code that follows never returns. It is written
   * straight to the descriptor, because the stream would wait for the end of this turn of the event loop. Throws if that write fails.
   */
  sendNow(message: RunnerMessage, body = ''): void {
    const frame = encodeFrame(headOf(message), body);
    if (this.#corked || this.#socket.writableLength > 0) {
      this.#corked = false;
      this.#socket.uncork();
      this.#socket.write(frame);
      return;
    }
    const writtenBytes = writeNow(frame);
    if (writtenBytes < frame.length) this.#socket.write(frame.subarray(writtenBytes));
  }

  /** Sends a message. All messages of one turn of the event loop share a write. */
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
    this.#socket.write(encodeFrame(headOf(message), body));
  }
}
