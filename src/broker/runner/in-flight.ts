// The calls of one runner, and which of them runs. If the process ends, this decides which call is to blame and which calls can still go to
// another runner. Main thread.
//
// A runner may lie. So a call that has not begun may make no host request, the time for preparing it is limited, and a call that has begun
// never becomes queued again and keeps its clock. How the broker knows which call runs: docs/architecture.md, "In flight in realm mode".
//
// A runner that was broken into said `resumed` of two calls by turns. Each time the broker took the other one back to `queued` and started its
// clock anew, and a call whose request had been sent was run again elsewhere. So a call goes one way: queued, then running and suspended by
// turns, then answered. Its CPU time is one account over all its stretches. A runner that says `suspended`, `resumed` or `began` out of turn has
// broken its protocol and is ended.
//
// In a realm the first unanswered call is taken for the one that runs. That would be a guess while a call is suspended, because its timer may
// fire first. So a runner with suspended calls says `began` before it runs the next one. Costs: that message; a plugin whose calls are never
// suspended pays nothing.

import type { CallCard } from '../../control/call-card.ts';
import type { Overdue } from '../../control/kill-reasons.ts';
import type { Failure } from '../../shared/protocol/errors.ts';
import { machineMs } from '../../shared/protocol/machine-clock.ts';
import type { BrokerCall } from './broker-call.ts';
import { failed } from './runner-outcome.ts';

/** Calls of one runner that may be sent ahead of their turn. */
export const MOST_AHEAD = 64;

/** In `realm` mode at most one call runs at a time. Throws if the card has no slot left. */
export class InFlight {
  /** In the order in which they were sent. An array, because a map would keep ended calls alive; see ShortMap. */
  readonly calls: BrokerCall[] = [];
  #isSerial: boolean | undefined;
  /** Digests of programs whose realm the runner has made. */
  readonly #loaded = new Set<string>();
  #running: BrokerCall | undefined;
  /** Number of suspended calls. */
  suspended = 0;
  /** Shared with the control thread, which enforces the limits. */
  readonly #card: CallCard;
  /** Lowest cap on resident memory of the calls in flight, in MB; 0 for none. */
  #rssMb = 0;

  constructor(card: CallCard) {
    this.#card = card;
  }

  /** True in `realm` mode. */
  get isSerial(): boolean {
    return this.#isSerial ?? false;
  }

  get(id: number): BrokerCall | undefined {
    for (const call of this.calls) if (call.id === id) return call;
    return undefined;
  }

  /** All calls of one runner have the same mode. Throws if this one has another. */
  add(call: BrokerCall): void {
    const isSerial = call.task.route.freshState === 'realm';
    if (isSerial !== this.#isSerial) this.#setMode(isSerial);
    this.calls.push(call);
    this.#showCaps(call.limits.runnerRssMb);
    if (isSerial) return this.#advance();
    call.prepare();
    this.#show(call);
  }

  #setMode(isSerial: boolean): void {
    if (this.#isSerial !== undefined) throw new Error('a runner was given calls of both modes');
    this.#isSerial = isSerial;
    this.#card.set('isSerial', isSerial);
  }

  /** The runner has made the realm of a program, so its calls may begin. */
  noteLoaded(digest: string): void {
    this.#loaded.add(digest);
    if (this.#isSerial) this.#advance();
  }

  /** The code of a call begins. Does nothing if it has begun before. False if another call runs or comes first. */
  noteBegan(id: number): boolean {
    const call = this.get(id);
    if (call?.progress !== 'queued') return true;
    if (this.#isSerial) {
      if (this.#running || this.#next !== call || !this.#loaded.has(call.task.route.digest)) return false;
      this.#running = call;
    }
    call.begin();
    this.#show(call);
    return true;
  }

  remove(id: number): BrokerCall | undefined {
    const call = this.get(id);
    if (!call) return undefined;
    this.calls.splice(this.calls.indexOf(call), 1);
    if (call.progress === 'suspended') this.suspended -= 1;
    this.#card.clear(id);
    this.#showCaps(call.limits.runnerRssMb);
    if (this.#running === call) this.#running = undefined;
    if (this.#isSerial) this.#advance();
    return call;
  }

  /** The call is suspended, so the next may run. False if it did not run. */
  noteSuspended(id: number): boolean {
    const call = this.get(id);
    if (!call) return true;
    if (this.#running !== call) return false;
    call.suspend();
    this.suspended += 1;
    this.#show(call);
    this.#running = undefined;
    this.#advance();
    return true;
  }

  /** A suspended call runs again. False if it was not suspended or another call runs. */
  noteResumed(id: number): boolean {
    const call = this.get(id);
    if (!call) return true;
    if (call.progress !== 'suspended' || this.#running) return false;
    const next = this.#next;
    if (next) {
      next.stepBack();
      this.#card.clear(next.id);
    }
    call.resume();
    this.suspended -= 1;
    this.#show(call);
    this.#running = call;
    return true;
  }

  /**
   * The process has ended. Settles the blamed call with its failure, puts queued calls back, and settles all others with `lost`. Returns the
   * errors of the host meanwhile, which keep no other call from its end.
   */
  settleAll(blamed: Overdue | undefined, lost: Failure): readonly unknown[] {
    const errors: unknown[] = [];
    const calls = this.calls.splice(0);
    this.#card.set('callsInFlight', 0);
    for (const call of calls) {
      try {
        if (call.id === blamed?.id) call.settle(failed(blamed.failure));
        else if (call.progress === 'queued') call.putBack();
        else call.settle(failed(lost));
      } catch (error) {
        errors.push(error);
      }
    }
    return errors;
  }

  /** True if the heap of the process holds several calls, which only a realm with suspended ones does. */
  get isHeapShared(): boolean {
    return this.isSerial && this.suspended > 0;
  }

  /** The call that runs in `realm` mode. */
  get runningId(): number | undefined {
    return this.#isSerial ? this.#running?.id : undefined;
  }

  get #next(): BrokerCall | undefined {
    for (const call of this.calls) if (call.progress === 'queued') return call;
    return undefined;
  }

  #advance(): void {
    const next = this.#running ? undefined : this.#next;
    if (!next) return;
    if (!this.#loaded.has(next.task.route.digest) || this.suspended > 0) next.prepare();
    else {
      next.begin();
      this.#running = next;
    }
    this.#show(next);
  }

  #show({ id, progress: state, begunAtMs, preparingSinceMs, limits }: BrokerCall): void {
    const { wallMs, killGraceMs, cpuMs } = limits;
    const sinceMs = machineMs(begunAtMs || preparingSinceMs);
    // Nobody would enforce the time limits of a call that is not on the card.
    if (!this.#card.write({ id, state, sinceMs, wallMs, killGraceMs, cpuMs }))
      throw new Error('the card of a runner is full');
  }

  /** A call with this cap on resident memory was added or removed. */
  #showCaps(runnerRssMb: number): void {
    this.#card.set('callsInFlight', this.calls.length);
    // The lowest cap is the same if this one is higher.
    if (this.calls.length > 0 && this.#rssMb > 0 && runnerRssMb > this.#rssMb) return;
    let lowestMb = 0;
    for (const { limits } of this.calls)
      if (lowestMb === 0 || limits.runnerRssMb < lowestMb) lowestMb = limits.runnerRssMb;
    if (lowestMb === this.#rssMb) return;
    this.#rssMb = lowestMb;
    this.#card.set('runnerRssMb', lowestMb);
  }
}
