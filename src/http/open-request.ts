// A request that still waits for its reply, which is the signal of its call as well.

import type { ServerResponse } from 'node:http';
import { LightSignal } from '../protocol/light-signal.ts';

/**
 * The open requests of a connection: the first of a list that each of them is part of.
 *
 * Why: one comes and one goes with every call, and a `Set` makes a new table after every few of both.
 */
export interface OpenRequests {
  first: OpenRequest | undefined;
}

/** Aborts when the caller will not have its reply. */
export class OpenRequest extends LightSignal {
  readonly response: ServerResponse;
  /** The next of its connection. */
  next: OpenRequest | undefined;
  #previous: OpenRequest | undefined = undefined;
  #beside: OpenRequests | undefined;

  /** Joins the open requests of its connection. */
  constructor(response: ServerResponse, beside: OpenRequests) {
    super();
    this.response = response;
    this.#beside = beside;
    this.next = beside.first;
    if (this.next !== undefined) this.next.#previous = this;
    beside.first = this;
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
