// The calls a runner has been given, and what is known of each: whether it has begun, whether it waits, since when. It
// decides who is to blame when the process must be ended, and whose call can still go elsewhere.
//
// In `isolate` mode a call begins when the runner says that its isolate is made. In `realm` mode calls run one after the
// other, in the order sent, and the runner writes an answer before the next begins: the first unanswered one is the one that
// runs, once the runner has said that the realm is made. If calls wait in the process, one of them may go on first; the runner then says
// which call begins. A runner may lie: until a call begins it may ask for nothing, the time that a runner may take for preparing it is
// limited, and a call that has begun stays begun, with one clock.

import type { FreshState } from '../protocol/call.ts';
import type { Failure } from '../protocol/errors.ts';
import type { PendingCall, RunnerAnswer } from './pending-call.ts';

/** A call that passed a limit only the broker could see. */
export interface Overdue {
  readonly id: number;
  readonly failure: Failure;
}

/** Clock ticks of a process are this coarse; a cap is judged a tick late rather than early. */
const CPU_TICK_MS = 10;

export class InFlight {
  readonly #calls = new Map<number, PendingCall>();
  /** True in `realm` mode. */
  readonly isSerial: boolean;
  /** Digests of the programs whose realm is made. */
  readonly #loaded = new Set<string>();
  #running: number | undefined;
  /** The call that ran when CPU time was last looked at, and the reading then. */
  #seenRunning: number | undefined;
  #lastCpuMs = 0;

  constructor(freshState: FreshState) {
    this.isSerial = freshState === 'realm';
  }

  get size(): number {
    return this.#calls.size;
  }

  /** Calls that wait for something. */
  get held(): number {
    let held = 0;
    for (const { state } of this.#calls.values()) if (state === 'waiting') held += 1;
    return held;
  }

  get(id: number): PendingCall | undefined {
    return this.#calls.get(id);
  }

  add(id: number, call: PendingCall): void {
    this.#calls.set(id, call);
    if (this.isSerial) this.#advance();
    else call.prepare();
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
    return true;
  }

  /** Takes a call out: it has been answered. */
  remove(id: number): PendingCall | undefined {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
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
    this.#running = undefined;
    this.#advance();
    return true;
  }

  /** A call that waited runs again. False if it did not wait, or another one runs. */
  noteResumed(id: number): boolean {
    const call = this.#calls.get(id);
    if (!call) return true;
    if (call.state !== 'waiting' || this.#running !== undefined) return false;
    this.#next?.[1].stepBack();
    call.goOn();
    this.#running = id;
    return true;
  }

  /** The first call that its runner prepares to run, and since when; undefined where all have begun or wait for their turn. */
  get preparing(): { readonly id: number; readonly sinceMs: number } | undefined {
    for (const [id, { state, preparingSinceMs }] of this.#calls)
      if (state === 'queued' && preparingSinceMs > 0) return { id, sinceMs: preparingSinceMs };
    return undefined;
  }

  /** The first call over its wall time, or, in a realm, over its CPU time. `cpuMs` is the reading of the runner's main thread. */
  overdue(cpuMs: number | undefined): Overdue | undefined {
    const nowMs = performance.now();
    for (const [id, call] of this.#calls) {
      if (call.state === 'queued') continue;
      const { wallMs, killGraceMs } = call.limits;
      const usedMs = nowMs - call.begunAtMs;
      if (usedMs > wallMs + killGraceMs) return { id, failure: overWall(wallMs, usedMs) };
    }
    if (cpuMs !== undefined) return this.#overCpu(cpuMs);
    this.#seenRunning = undefined;
    return undefined;
  }

  /** Settles every call, now that the process has ended: the blamed one with its failure, those not begun by giving them back. */
  settleAll(blamed: Overdue | undefined, lost: Failure): void {
    const calls = [...this.#calls];
    this.#calls.clear();
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

  /** The calls on which time passes: those that have begun, and those that are prepared. */
  *timed(): Iterable<readonly [id: number, call: PendingCall]> {
    for (const entry of this.#calls) {
      const [, { state, preparingSinceMs }] = entry;
      if (state !== 'queued' || preparingSinceMs > 0) yield entry;
    }
  }

  /** The code of a call runs now. */
  get hasRunning(): boolean {
    for (const { state } of this.#calls.values()) if (state === 'running') return true;
    return false;
  }

  /** The calls whose code runs now. */
  *runningIds(): Iterable<number> {
    for (const [id, call] of this.#calls) if (call.state === 'running') yield id;
  }

  /** The lowest value of a limit among the calls that have begun. */
  lowestRunnerRssMb(): number {
    let lowest = Number.POSITIVE_INFINITY;
    for (const { limits } of this.#calls.values()) lowest = Math.min(lowest, limits.runnerRssMb);
    return lowest;
  }

  /** The first call that has not begun. */
  get #next(): readonly [id: number, call: PendingCall] | undefined {
    for (const entry of this.#calls) if (entry[1].state === 'queued') return entry;
    return undefined;
  }

  #advance(): void {
    const next = this.#running === undefined ? this.#next : undefined;
    if (!next) return;
    const [id, call] = next;
    if (!this.#loaded.has(call.digest) || this.held > 0) return call.prepare();
    call.begin();
    this.#running = id;
  }

  /** Counts what was used between two looks that saw the same call running. */
  #overCpu(cpuMs: number): Overdue | undefined {
    const id = this.#running;
    const usedMs = id === this.#seenRunning ? cpuMs - this.#lastCpuMs : 0;
    this.#seenRunning = id;
    this.#lastCpuMs = cpuMs;
    const call = id === undefined ? undefined : this.#calls.get(id);
    if (id === undefined || !call) return undefined;
    call.seenCpuMs += usedMs;
    const allowedMs = call.limits.cpuMs;
    return call.seenCpuMs > allowedMs + CPU_TICK_MS ? { id, failure: overCpu(allowedMs, call.seenCpuMs) } : undefined;
  }
}

/** A failure the runner did not report itself. */
export const failed = (failure: Failure): RunnerAnswer => ({ ok: false, failure, cpuMs: 0 });

const overWall = (allowed: number, usedMs: number): Failure => ({
  code: 'exceeded_wall_time',
  limit: 'wallMs',
  allowed,
  used: Math.round(usedMs),
  detail: `The tool passed its limit of ${allowed} ms and its process was ended. Ask for less at a time.`,
});

const overCpu = (allowed: number, usedMs: number): Failure => ({
  code: 'exceeded_cpu',
  limit: 'cpuMs',
  allowed,
  used: Math.round(usedMs),
  detail: `The tool passed its limit of ${allowed} ms of CPU time and was stopped. Send less input, or ask for less at a time.`,
});
