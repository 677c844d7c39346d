// The calls a runner has been given, and what is known of each: whether it has begun, whether it waits, since when. It
// decides who is to blame when the process must be ended, and whose call can still go elsewhere.
//
// In `isolate` mode a call begins when the runner says that its isolate is made. In `realm` mode calls run one after the
// other, in the order sent, and the runner writes an answer before the next begins: the first unanswered one is the one that
// runs, once the runner has said that the realm is made. If calls wait in the process, one of them may go on first; the runner then says
// which call begins. A runner may lie: until a call begins it may ask for nothing, the time that a runner may take for preparing it is
// limited, and a call that has begun stays begun, with one clock.

import { type CallCard, machineMs } from '../../control/call-card.ts';
import type { Overdue } from '../../control/kill-reasons.ts';
import type { FreshState } from '../../protocol/call.ts';
import type { Failure } from '../../protocol/errors.ts';
import { ShortMap } from '../../protocol/short-map.ts';
import type { PendingCall, RunnerAnswer } from './pending-call.ts';

/** Calls of one process that may be sent ahead of their turn. */
export const MOST_AHEAD = 64;

export class InFlight {
  readonly #calls = new ShortMap<number, PendingCall>();
  /** True in `realm` mode. */
  readonly isSerial: boolean;
  /** Digests of the programs whose realm is made. */
  readonly #loaded = new Set<string>();
  #running: number | undefined;
  #held = 0;
  /** What those see of it who watch the process. */
  readonly #card: CallCard;
  /** Cap on resident memory → calls in flight that have it. */
  readonly #rssMb = new ShortMap<number, number>();

  constructor(freshState: FreshState, card: CallCard) {
    this.isSerial = freshState === 'realm';
    this.#card = card;
    card.set('isSerial', this.isSerial);
  }

  get size(): number {
    return this.#calls.size;
  }

  /** Calls that wait for something. */
  get held(): number {
    return this.#held;
  }

  get(id: number): PendingCall | undefined {
    return this.#calls.get(id);
  }

  add(id: number, call: PendingCall): void {
    this.#calls.set(id, call);
    this.#count(call.limits.runnerRssMb, 1);
    if (this.isSerial) return this.#advance();
    call.prepare();
    this.#show(id, call);
  }

  /** The realm of a program is made: its calls may begin. */
  noteLoaded(digest: string): void {
    this.#loaded.add(digest);
    if (this.isSerial) this.#advance();
  }

  /** The code of a call begins; nothing new of one that has begun. False if another one is first, or runs. */
  noteBegan(id: number): boolean {
    const call = this.#calls.get(id);
    if (call?.state !== 'queued') return true;
    if (this.isSerial) {
      if (this.#running !== undefined || this.#next?.[0] !== id || !this.#loaded.has(call.digest)) return false;
      this.#running = id;
    }
    call.begin();
    this.#show(id, call);
    return true;
  }

  /** Takes a call out: it has been answered. */
  remove(id: number): PendingCall | undefined {
    const call = this.#calls.get(id);
    if (!call) return undefined;
    this.#calls.delete(id);
    if (call.state === 'waiting') this.#held -= 1;
    this.#card.clear(id);
    this.#count(call.limits.runnerRssMb, -1);
    if (this.#running === id) this.#running = undefined;
    if (this.isSerial) this.#advance();
    return call;
  }

  /** The call's code has returned; the next may run. False if it did not run. */
  noteWaiting(id: number): boolean {
    const call = this.#calls.get(id);
    if (!call) return true;
    if (this.#running !== id) return false;
    call.wait();
    this.#held += 1;
    this.#show(id, call);
    this.#running = undefined;
    this.#advance();
    return true;
  }

  /** A call that waited runs again. False if it did not wait, or another one runs. */
  noteResumed(id: number): boolean {
    const call = this.#calls.get(id);
    if (!call) return true;
    if (call.state !== 'waiting' || this.#running !== undefined) return false;
    const next = this.#next;
    if (next) {
      next[1].stepBack();
      this.#card.clear(next[0]);
    }
    call.goOn();
    this.#held -= 1;
    this.#show(id, call);
    this.#running = id;
    return true;
  }

  /** Settles every call, now that the process has ended: the blamed one with its failure, those not begun by giving them back. */
  settleAll(blamed: Overdue | undefined, lost: Failure): void {
    const calls = this.#calls.entries();
    this.#calls.clear();
    this.#card.set('callsInFlight', 0);
    // The last first: each that is given back is put first in line.
    for (const [id, call] of calls.reverse()) {
      if (id === blamed?.id) call.settle(failed(blamed.failure));
      else if (call.state === 'queued') call.settle('not_begun');
      else call.settle(failed(lost));
    }
  }

  /** The call that runs, where only one can. */
  get runningId(): number | undefined {
    return this.isSerial ? this.#running : undefined;
  }

  /** The first call that has not begun. */
  get #next(): readonly [id: number, call: PendingCall] | undefined {
    return this.#calls.find(({ state }) => state === 'queued');
  }

  #advance(): void {
    const next = this.#running === undefined ? this.#next : undefined;
    if (!next) return;
    const [id, call] = next;
    if (!this.#loaded.has(call.digest) || this.held > 0) call.prepare();
    else {
      call.begin();
      this.#running = id;
    }
    this.#show(id, call);
  }

  /** Puts on the card what a call does now. */
  #show(id: number, { state, begunAtMs, preparingSinceMs, limits }: PendingCall): void {
    const { wallMs, killGraceMs, cpuMs } = limits;
    const sinceMs = machineMs(begunAtMs || preparingSinceMs);
    // Nobody would hold a call to its time that is not on the card: better none than such a one.
    if (!this.#card.write({ id, state, sinceMs, wallMs, killGraceMs, cpuMs }))
      throw new Error('the card of a runner is full');
  }

  /** A call has come or gone that may have so much resident memory. */
  #count(runnerRssMb: number, calls: 1 | -1): void {
    const left = (this.#rssMb.get(runnerRssMb) ?? 0) + calls;
    if (left === 0) this.#rssMb.delete(runnerRssMb);
    else this.#rssMb.set(runnerRssMb, left);
    if (left === 0 || left === calls)
      this.#card.set('runnerRssMb', this.#rssMb.size === 0 ? 0 : Math.min(...this.#rssMb.keys()));
    this.#card.set('callsInFlight', this.#calls.size);
  }
}

export const failed = (failure: Failure): RunnerAnswer => ({ ok: false, failure, cpuMs: 0 });
