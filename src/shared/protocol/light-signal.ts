// The signal of a call, in the front process. An AbortController would make an event target for every call, which costs four times as much.

import type { CallSignal } from './call.ts';

/** Aborts at most once. A listener that is added afterwards is called back at once, so no caller that has hung up is missed. */
export class LightSignal implements CallSignal {
  aborted = false;
  reason: unknown = undefined;
  /** There is nearly always one at a time: first for the body, then for the call. */
  #listener: (() => void) | undefined = undefined;
  #others: (() => void)[] | undefined = undefined;

  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.aborted) listener();
    else if (this.#listener === undefined) this.#listener = listener;
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

  /** Aborts: nobody waits for the answer any more. */
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
}
