// A request that still waits for its reply, and the signal of its call. An AbortController makes an event target for every
// call, and costs four times as much.

import type { ServerResponse } from 'node:http';
import type { CallSignal } from '../protocol/call.ts';

/**
 * The open requests of a connection: the first of a list that each of them is part of.
 *
 * Why: one comes and one goes with every call, and a `Set` makes a new table after every few of both.
 */
export interface OpenRequests {
  first: OpenRequest | undefined;
}

/** Aborts at most once; listeners that come afterwards are not called. */
export class OpenRequest implements CallSignal {
  aborted = false;
  reason: unknown = undefined;
  readonly response: ServerResponse;
  /** The next of its connection. */
  next: OpenRequest | undefined;
  #previous: OpenRequest | undefined = undefined;
  #beside: OpenRequests | undefined;
  /** Nearly always there is one at a time: first for the body, then for the call. */
  #listener: (() => void) | undefined = undefined;
  #others: (() => void)[] | undefined = undefined;

  /** Joins the open requests of its connection. */
  constructor(response: ServerResponse, beside: OpenRequests) {
    this.response = response;
    this.#beside = beside;
    this.next = beside.first;
    if (this.next !== undefined) this.next.#previous = this;
    beside.first = this;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.#listener === undefined) this.#listener = listener;
    else if (this.#others === undefined) this.#others = [listener];
    else this.#others.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    if (this.#listener === listener) this.#listener = undefined;
    else {
      const at = this.#others?.indexOf(listener) ?? -1;
      if (at !== -1) this.#others?.splice(at, 1);
    }
  }

  /** The caller will not have its reply. */
  abort(reason?: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listener = this.#listener;
    const others = this.#others;
    this.#listener = undefined;
    this.#others = undefined;
    listener?.();
    for (const other of others ?? []) other();
  }

  /** The reply has left, or never will: nothing aborts the signal any more. */
  close(): void {
    const beside = this.#beside;
    if (beside === undefined) return;
    this.#beside = undefined;
    const { next } = this;
    const previous = this.#previous;
    if (previous === undefined) beside.first = next;
    else previous.next = next;
    if (next !== undefined) next.#previous = previous;
    this.next = undefined;
    this.#previous = undefined;
  }
}

/** The open requests of a connection as they are now, whatever becomes of them meanwhile. */
export const listed = (requests: OpenRequests | undefined): OpenRequest[] => {
  const all: OpenRequest[] = [];
  for (let request = requests?.first; request !== undefined; request = request.next) all.push(request);
  return all;
};
