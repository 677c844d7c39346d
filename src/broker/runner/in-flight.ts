// The calls of one runner, and the state of each. If the process ends, this decides which call is to blame and which calls can still go to
// another runner. Main thread.
//
// A runner may lie. So a call that has not begun may make no host request, the time for preparing it is limited, and a call that has begun
// never becomes queued again and keeps its clock. How the broker knows which call runs: docs/architecture.md, "In flight in realm mode".

import type { CallCard } from '../../control/call-card.ts';
import type { Overdue } from '../../control/kill-reasons.ts';
import type { Failure } from '../../shared/protocol/errors.ts';
import { machineMs } from '../../shared/protocol/machine-clock.ts';
import { ShortMap } from '../../shared/protocol/short-map.ts';
import type { PendingCall } from './pending-call.ts';
import { failed } from './runner-outcome.ts';

/** Calls of one runner that may be sent ahead of their turn. */
export const MOST_AHEAD = 64;

/** In `realm` mode at most one call runs at a time. Throws if the card has no slot left. */
export class InFlight {
  readonly #calls = new ShortMap<number, PendingCall>();
  #isSerial = false;
  /** Digests of programs whose realm the runner has made. */
  readonly #loaded = new Set<string>();
  #running: number | undefined;
  #suspended = 0;
  /** Shared with the control thread, which enforces the limits. */
  readonly #card: CallCard;
  /** Cap on resident memory → calls in flight that have it. */
  readonly #rssMb = new ShortMap<number, number>();

  constructor(card: CallCard) {
    this.#card = card;
  }

  /** True in `realm` mode, which is set before the first call and never changes. */
  get isSerial(): boolean {
    return this.#isSerial;
  }

  set isSerial(isSerial: boolean) {
    this.#isSerial = isSerial;
    this.#card.set('isSerial', isSerial);
  }

  get size(): number {
    return this.#calls.size;
  }

  get suspended(): number {
    return this.#suspended;
  }

  get(id: number): PendingCall | undefined {
    return this.#calls.get(id);
  }

  add(id: number, call: PendingCall): void {
    this.#calls.set(id, call);
    this.#count(call.limits.runnerRssMb, 1);
    if (this.#isSerial) return this.#advance();
    call.prepare();
    this.#show(id, call);
  }

  /** The runner has made the realm of a program, so its calls may begin. */
  noteLoaded(digest: string): void {
    this.#loaded.add(digest);
    if (this.#isSerial) this.#advance();
  }

  /** The code of a call begins. Does nothing if it has begun before. False if another call runs or comes first. */
  noteBegan(id: number): boolean {
    const call = this.#calls.get(id);
    if (call?.state !== 'queued') return true;
    if (this.#isSerial) {
      if (this.#running !== undefined || this.#next?.[0] !== id || !this.#loaded.has(call.digest)) return false;
      this.#running = id;
    }
    call.begin();
    this.#show(id, call);
    return true;
  }

  remove(id: number): PendingCall | undefined {
    const call = this.#calls.get(id);
    if (!call) return undefined;
    this.#calls.delete(id);
    if (call.state === 'suspended') this.#suspended -= 1;
    this.#card.clear(id);
    this.#count(call.limits.runnerRssMb, -1);
    if (this.#running === id) this.#running = undefined;
    if (this.#isSerial) this.#advance();
    return call;
  }

  /** The call is suspended, so the next may run. False if it did not run. */
  noteSuspended(id: number): boolean {
    const call = this.#calls.get(id);
    if (!call) return true;
    if (this.#running !== id) return false;
    call.suspend();
    this.#suspended += 1;
    this.#show(id, call);
    this.#running = undefined;
    this.#advance();
    return true;
  }

  /** A suspended call runs again. False if it was not suspended or another call runs. */
  noteResumed(id: number): boolean {
    const call = this.#calls.get(id);
    if (!call) return true;
    if (call.state !== 'suspended' || this.#running !== undefined) return false;
    const next = this.#next;
    if (next) {
      next[1].stepBack();
      this.#card.clear(next[0]);
    }
    call.resume();
    this.#suspended -= 1;
    this.#show(id, call);
    this.#running = id;
    return true;
  }

  /** The process has ended. Settles the blamed call with its failure, queued calls as `not_begun`, and all others with `lost`. */
  settleAll(blamed: Overdue | undefined, lost: Failure): void {
    const calls = this.#calls.entries();
    this.#calls.clear();
    this.#card.set('callsInFlight', 0);
    for (const [id, call] of calls) {
      if (id === blamed?.id) call.settle(failed(blamed.failure));
      else if (call.state === 'queued') call.settle('not_begun');
      else call.settle(failed(lost));
    }
  }

  /** The call that runs in `realm` mode. */
  get runningId(): number | undefined {
    return this.#isSerial ? this.#running : undefined;
  }

  get #next(): readonly [id: number, call: PendingCall] | undefined {
    return this.#calls.find(({ state }) => state === 'queued');
  }

  #advance(): void {
    const next = this.#running === undefined ? this.#next : undefined;
    if (!next) return;
    const [id, call] = next;
    if (!this.#loaded.has(call.digest) || this.#suspended > 0) call.prepare();
    else {
      call.begin();
      this.#running = id;
    }
    this.#show(id, call);
  }

  #show(id: number, { state, begunAtMs, preparingSinceMs, limits }: PendingCall): void {
    const { wallMs, killGraceMs, cpuMs } = limits;
    const sinceMs = machineMs(begunAtMs || preparingSinceMs);
    // Nobody would enforce the time limits of a call that is not on the card.
    if (!this.#card.write({ id, state, sinceMs, wallMs, killGraceMs, cpuMs }))
      throw new Error('the card of a runner is full');
  }

  /** A call with this cap was added or removed. */
  #count(runnerRssMb: number, calls: 1 | -1): void {
    const left = (this.#rssMb.get(runnerRssMb) ?? 0) + calls;
    if (left === 0) this.#rssMb.delete(runnerRssMb);
    else this.#rssMb.set(runnerRssMb, left);
    if (left === 0 || left === calls)
      this.#card.set('runnerRssMb', this.#rssMb.size === 0 ? 0 : Math.min(...this.#rssMb.keys()));
    this.#card.set('callsInFlight', this.#calls.size);
  }
}
