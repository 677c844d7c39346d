// A request that still waits for its reply, and the signal of its call. An AbortController makes an event target for every
// call, and costs four times as much.

import type { ServerResponse } from 'node:http';
import type { CallSignal } from '../protocol/call.ts';

/** Aborts at most once; listeners that come afterwards are not called. */
export class OpenRequest implements CallSignal {
  aborted = false;
  reason: unknown = undefined;
  readonly response: ServerResponse;
  readonly #beside: Set<OpenRequest>;
  #listeners: (() => void)[] = [];

  /** Joins the open requests of its connection. */
  constructor(response: ServerResponse, beside: Set<OpenRequest>) {
    this.response = response;
    this.#beside = beside;
    beside.add(this);
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.#listeners.indexOf(listener);
    if (at !== -1) this.#listeners.splice(at, 1);
  }

  /** The caller will not have its reply. */
  abort(reason?: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }

  /** The reply has left, or never will: nothing aborts the signal any more. */
  close(): void {
    this.#beside.delete(this);
  }
}
