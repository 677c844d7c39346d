// The reply to a call whose caller wants to hear of its progress: `progress` events while it runs, and at the end one `result` or `problem`.
// Front process.

import type { ProgressReport } from '../../shared/protocol/call.ts';
import type { Context, ProgressReply } from './context.ts';
import { beginEventStream, EventWriter } from './event-stream.ts';

/**
 * Begins with the first report, or with the result. A call that fails before that has an ordinary reply, with the status of its failure.
 *
 * Limits: as many reports as the log of the call has room for, and fewer for a caller that does not read them.
 */
export class ProgressStream implements ProgressReply {
  readonly #ctx: Context;
  readonly #endsConnections: () => boolean;
  #events: EventWriter | undefined;

  constructor(ctx: Context, endsConnections: () => boolean) {
    this.#ctx = ctx;
    this.#endsConnections = endsConnections;
  }

  /** True as soon as the reply has status 200, whatever becomes of the call. */
  get hasBegun(): boolean {
    return this.#events !== undefined;
  }

  readonly report = ({ done, total, message }: ProgressReport): void => {
    const { state } = this.#ctx;
    if (state.signal.aborted) return;
    const events = this.#begun();
    events.offer('progress', JSON.stringify({ progress: done, total, message: message === '' ? undefined : message }));
    state.sentBytes = events.bytes;
  };

  /** Ends the reply with the result or with the document of the failure, both JSON. Returns the bytes of the whole stream. */
  end(json: Buffer | string): number {
    const { state } = this.#ctx;
    const events = this.#begun();
    if (state.failure !== undefined) state.replyStatus = 200;
    events.end(state.failure === undefined ? 'result' : 'problem', json);
    return events.bytes;
  }

  #begun(): EventWriter {
    if (this.#events === undefined) {
      beginEventStream(this.#ctx, this.#endsConnections());
      this.#events = new EventWriter(this.#ctx.res);
    }
    return this.#events;
  }
}
