// Enforces the time limits of one runner's calls from outside: CPU time, wall time, and the time to prepare a call. Reads the calls from their
// card. Control thread.

import type { Failure } from '../shared/protocol/errors.ts';
import { machineMs } from '../shared/protocol/machine-clock.ts';
import type { CardCall } from './call-card.ts';
import type { ProcessMeter } from './child/process-meter.ts';
import { CpuPriority } from './cpu-priority.ts';
import { lostFailure, type Overdue, overCpu, overWall, startedTooLate, stopped, tooBusy } from './kill-reasons.ts';
import { type OwnCpu, Starvation } from './starvation.ts';

/** The time that a runner may take to prepare a call: it makes a realm or an isolate and runs no code of the plugin. */
export interface PreparationLimits {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** About fifty times what an idle machine takes. */
export const PREPARATION: PreparationLimits = { wallMs: 10_000, cpuMs: 5_000 };
/** A process that has been preparing a call for this long and is stopped by a signal would take until somebody continues it. */
const STOPPED_MS = 100;
/** Resolution of a process's CPU time. A limit is enforced one tick late rather than early. */
const CPU_TICK_MS = 10;

export interface CallWatchOptions {
  /** Calls run one after the other on the first thread. */
  readonly isSerial: boolean;
  /** Undefined if the system has no /proc: then only wall time is limited. */
  readonly meter: ProcessMeter | undefined;
  readonly cores: number;
  /** Shared by all processes of the plugin. */
  readonly ownCpu: OwnCpu;
  readonly preparation?: PreparationLimits | undefined;
}

/** The wall time that a call may take, and how long its code held the runner. */
export interface TimeOfCall {
  readonly wallMs: number;
  readonly heldMs?: number | undefined;
}

/** Why the process must be ended, if the call with this id is still in it. */
export interface Verdict {
  readonly id: number;
  /** The failure of other calls that have begun. */
  readonly failure: Failure;
  /** Counts against the plugin. */
  readonly isLost: boolean;
  /** Absent if the call has not begun: no call is to blame. */
  readonly blamed?: Overdue;
}

/** Polled by its owner; has no timer. */
export class CallWatch {
  readonly #isSerial: boolean;
  readonly #meter: ProcessMeter | undefined;
  readonly #preparation: PreparationLimits;
  readonly #starvation: Starvation | undefined;
  readonly #priority: CpuPriority | undefined;
  /** The call that was being prepared at the last look, and the process's CPU time when it was first seen. */
  #seenPreparing: number | undefined;
  #cpuWhenSeenMs = 0;
  /** The call that ran at the last look, and the first thread's CPU time then. */
  #seenRunning: number | undefined;
  #lastCpuMs = 0;
  /** Call → CPU time of the first thread while the call was seen running. */
  #seenCpuMs = new Map<number, number>();

  constructor({ isSerial, meter, cores, ownCpu, preparation = PREPARATION }: CallWatchOptions) {
    this.#isSerial = isSerial;
    this.#meter = meter;
    this.#preparation = preparation;
    if (!meter) return;
    this.#starvation = new Starvation({ meter, cores, ownCpu, isSerial });
    this.#priority = new CpuPriority(meter);
  }

  /** Poll this while calls are in flight. Undefined if all keep to their limits. */
  look(calls: readonly CardCall[]): Verdict | undefined {
    const cpuMs = this.#meter?.cpuMs ?? 0;
    this.#starvation?.look(calls, cpuMs);
    const verdict = this.#overdue(calls) ?? this.#latePreparation(calls, cpuMs);
    if (!verdict) this.#priority?.look(runningIds(calls), cpuMs);
    return verdict;
  }

  /** As {@link Starvation.waitedMs}. */
  waitedMs(id: number, wallMs: number): number | undefined {
    return this.#starvation?.waitedMs(id, wallMs);
  }

  /** Gives the process its old priority back. */
  stepForward(): void {
    this.#priority?.stepForward();
  }

  #overdue(calls: readonly CardCall[]): Verdict | undefined {
    const late = this.#overWall(calls) ?? this.#overCpu(calls);
    if (!late) return undefined;
    const wallMs = calls.find(({ id }) => id === late.id)?.wallMs ?? 0;
    const failure = truthOf(late.failure, { wallMs }, this.waitedMs(late.id, wallMs));
    return {
      id: late.id,
      failure: lostFailure('The runner was ended because another call in it did not stop.'),
      isLost: failure.code === 'exceeded_wall_time',
      blamed: { id: late.id, failure },
    };
  }

  #overWall(calls: readonly CardCall[]): Overdue | undefined {
    const nowMs = machineMs();
    for (const { id, state, sinceMs, wallMs, killGraceMs } of calls) {
      const usedMs = nowMs - sinceMs;
      if (state !== 'queued' && usedMs > wallMs + killGraceMs) return { id, failure: overWall(wallMs, usedMs) };
    }
    return undefined;
  }

  /** Counts the CPU time between two looks that saw the same call running. */
  #overCpu(calls: readonly CardCall[]): Overdue | undefined {
    const call = this.#isSerial ? calls.find(({ state }) => state === 'running') : undefined;
    const wasRunning = this.#seenRunning;
    this.#seenRunning = call?.id;
    if (!call || !this.#meter) return undefined;
    const cpuMs = this.#meter.mainThreadCpuMs;
    const usedMs = wasRunning === call.id ? cpuMs - this.#lastCpuMs : 0;
    this.#lastCpuMs = cpuMs;
    if (usedMs === 0) return undefined;
    const before = this.#seenCpuMs;
    // Drops calls that have ended.
    if (!before.has(call.id)) this.#seenCpuMs = new Map(calls.map(({ id }) => [id, before.get(id) ?? 0]));
    const seenMs = (this.#seenCpuMs.get(call.id) ?? 0) + usedMs;
    this.#seenCpuMs.set(call.id, seenMs);
    return seenMs > call.cpuMs + CPU_TICK_MS ? { id: call.id, failure: overCpu(call.cpuMs, seenMs) } : undefined;
  }

  #latePreparation(calls: readonly CardCall[], cpuMs: number): Verdict | undefined {
    const preparing = oldest(calls.filter(({ state }) => state === 'queued'));
    if (preparing?.id !== this.#seenPreparing) {
      this.#seenPreparing = preparing?.id;
      this.#cpuWhenSeenMs = cpuMs;
    }
    if (!preparing) return undefined;
    const sinceMs = machineMs() - preparing.sinceMs;
    if (sinceMs > STOPPED_MS && this.#meter?.isStopped) return { id: preparing.id, failure: stopped, isLost: false };
    const { wallMs, cpuMs: allowedCpuMs } = this.#preparation;
    // If other calls run, the CPU time may be theirs.
    const isBusy = calls.some(({ state }) => state === 'running');
    const isOverCpu = !isBusy && cpuMs - this.#cpuWhenSeenMs > allowedCpuMs;
    if (!isOverCpu && sinceMs <= wallMs) return undefined;
    const waitedMs = isOverCpu ? undefined : this.waitedMs(preparing.id, wallMs);
    return { id: preparing.id, failure: startedTooLate, isLost: waitedMs === undefined };
  }
}

const runningIds = (calls: readonly CardCall[]): readonly number[] =>
  calls.filter(({ state }) => state === 'running').map(({ id }) => id);

const oldest = (calls: readonly CardCall[]): CardCall | undefined =>
  calls.reduce<CardCall | undefined>(
    (first, call) => (first && (first.sinceMs - call.sinceMs || first.id - call.id) <= 0 ? first : call),
    undefined,
  );

/** True if a busy machine may be the cause of the failure, so that {@link truthOf} needs to know how long the call waited for a core. */
export const mayBeStarved = (code: Failure['code'], { wallMs, heldMs = wallMs }: TimeOfCall): boolean =>
  code === 'exceeded_wall_time' && heldMs >= wallMs / 2;

/**
 * The corrected failure: `overloaded` if the wall time passed because the machine had no CPU for the call. `time.heldMs`: how long its code ran
 * or waited to run, by the runner's own count; a lie can only keep the call's blame.
 */
export const truthOf = (failure: Failure, time: TimeOfCall, waitedMs: number | undefined): Failure =>
  waitedMs === undefined || !mayBeStarved(failure.code, time) ? failure : tooBusy(waitedMs, time.wallMs);
