// The queued calls of one cordon. Main thread.

import { LOOK_AGAIN_MS } from '../../shared/protocol/task.ts';
import type { BrokerCall } from '../runner/broker-call.ts';

/** First come, first served. Each call has a timer for its own `queueMs`. */
export class CordonQueue {
  /** In order of their arrival. */
  readonly calls: readonly BrokerCall[];
  readonly #calls: BrokerCall[] = [];
  readonly #onLate: (call: BrokerCall) => void;

  /** `onLate` is called with a call whose time is up and which is still queued. */
  constructor(onLate: (call: BrokerCall) => void) {
    this.#onLate = onLate;
    this.calls = this.#calls;
  }

  /** Since when the first call is queued; infinite if there is none. */
  get queuedSinceMs(): number {
    return this.#calls[0]?.queuedSinceMs ?? Number.POSITIVE_INFINITY;
  }

  add(call: BrokerCall): void {
    this.#startTimer(call, call.task.queueMs);
    this.#calls.push(call);
  }

  /** Puts back a call that was taken out, before all calls that came after it, for the rest of its `queueMs`. */
  putBack(call: BrokerCall): void {
    this.#startTimer(call, call.queueMsLeft);
    const at = this.#calls.findIndex(({ queuedSinceMs }) => queuedSinceMs > call.queuedSinceMs);
    this.#calls.splice(at === -1 ? this.#calls.length : at, 0, call);
  }

  /** Leaves a call queued whose time is up. `onLate` is called with it again, soon. */
  keep(call: BrokerCall): void {
    this.#startTimer(call, LOOK_AGAIN_MS);
  }

  shift(): BrokerCall | undefined {
    const call = this.#calls.shift();
    clearTimeout(call?.timer);
    return call;
  }

  /** Takes a call out. False if it is not queued. */
  remove(call: BrokerCall): boolean {
    const index = this.#calls.indexOf(call);
    if (index === -1) return false;
    this.#calls.splice(index, 1);
    clearTimeout(call.timer);
    return true;
  }

  #startTimer(call: BrokerCall, ms: number): void {
    call.timer = setTimeout(() => this.#onLate(call), Math.max(1, ms));
  }
}
