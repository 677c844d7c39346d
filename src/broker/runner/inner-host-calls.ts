// The host requests of a script: its calls of tools, and no others. A runner that was broken into gets nothing else. Main thread. Decision 0068.

import type { Closing, HostCalls } from '../../control/capabilities/host-calls.ts';
import type { HostReply, HostRequestError, HostRequestKind } from '../../shared/protocol/capabilities.ts';
import type { InnerCalls } from '../../shared/protocol/inner-calls.ts';

const REFUSED: HostReply = {
  ok: false,
  text: JSON.stringify({
    name: 'NotAllowedError',
    message: 'A script reaches nothing but tools.',
  } satisfies HostRequestError),
};

const CLOSING: Closing = Object.freeze({
  totals: { fetches: 0, storeCalls: 0, signatures: 0, requestBytes: 0, responseBytes: 0, origins: [] },
  denials: [],
});

export class InnerHostCalls implements HostCalls {
  readonly #calls: InnerCalls;

  constructor(calls: InnerCalls) {
    this.#calls = calls;
  }

  request(id: number, kind: HostRequestKind, text: string, onAnswer: (answer: HostReply) => void): void {
    if (kind === 'tool') this.#calls.request(id, text, onAnswer);
    else onAnswer(REFUSED);
  }

  cancel(id: number): void {
    this.#calls.cancel(id);
  }

  end(_refusedRequest: number | undefined, onClosed: (closing: Closing) => void): void {
    this.#calls.end();
    onClosed(CLOSING);
  }
}
