// Writes to one runner. Main thread.

import { FrameBatch, type FramePart } from '../../shared/protocol/frames.ts';
import type { HostMessage } from '../../shared/protocol/messages.ts';

/** Messages of one turn of the event loop leave together, in order. */
export class RunnerOutbox {
  readonly #frames = new FrameBatch();
  readonly #onFlush: (pieces: readonly Uint8Array[]) => void;

  /** `onFlush` gets pieces of one stream, at the end of a turn in which something was written. */
  constructor(onFlush: (pieces: readonly Uint8Array[]) => void) {
    this.#onFlush = onFlush;
  }

  send(message: Exclude<HostMessage, { readonly t: 'call' }>, body: FramePart = ''): void {
    this.write(JSON.stringify(message), body);
  }

  write(head: FramePart, body: FramePart): void {
    if (this.#frames.isEmpty) setImmediate(() => this.#onFlush(this.#frames.take()));
    this.#frames.add(head, body);
  }
}
