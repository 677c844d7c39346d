// The queued calls of one cordon. Main thread.

import type { CordonCall } from './cordon-call.ts';

/** First come, first served. Each call has a timer for its own `queueMs`. */
export class CordonQueue {
  readonly #calls: CordonCall[] = [];
  readonly #onLate: (call: CordonCall) => void;

  /** `onLate` is called with a call whose time is up and which is still queued. */
  constructor(onLate: (call: CordonCall) => void) {
    this.#onLate = onLate;
  }

  get size(): number {
    return this.#calls.length;
  }

  /** Since when the first call is queued; infinite if there is none. */
  get queuedSinceMs(): number {
    return this.#calls[0]?.queuedSinceMs ?? Number.POSITIVE_INFINITY;
  }

  add(call: CordonCall): void {
    this.#startTimer(call, call.task.queueMs);
    this.#calls.push(call);
  }

  /** Puts back a call that was taken out, before all calls that came after it, for the rest of its `queueMs`. */
  putBack(call: CordonCall): void {
    this.#startTimer(call, call.queueMsLeft);
    const at = this.#calls.findIndex(({ queuedSinceMs }) => queuedSinceMs > call.queuedSinceMs);
    this.#calls.splice(at === -1 ? this.#calls.length : at, 0, call);
  }

  shift(): CordonCall | undefined {
    const call = this.#calls.shift();
    clearTimeout(call?.timer);
    return call;
  }

  /** Takes a call out. False if it is not queued. */
  remove(call: CordonCall): boolean {
    const index = this.#calls.indexOf(call);
    if (index === -1) return false;
    this.#calls.splice(index, 1);
    clearTimeout(call.timer);
    return true;
  }

  /** A copy, because the queue may change while a caller iterates. */
  snapshot(): readonly CordonCall[] {
    return [...this.#calls];
  }

  #startTimer(call: CordonCall, ms: number): void {
    call.timer = setTimeout(() => this.#onLate(call), Math.max(1, ms));
  }
}
