// Holds the calls of one runner process to their time, from outside: CPU, wall time, and the time that the runner may take before their
// code begins. Knows of them what their card says.

import type { Failure } from '../protocol/errors.ts';
import { type CardCall, machineMs } from './call-card.ts';
import { lostFailure, type Overdue, overCpu, overWall, startedTooLate, tooBusy } from './kill-reasons.ts';
import { Precedence } from './precedence.ts';
import type { ProcessMeter } from './process-meter.ts';
import { type OwnCpu, Starvation } from './starvation.ts';

/** What a runner may take from a call's turn to the beginning of its code: making a realm or an isolate, and no code of the plugin. */
export interface PreparationLimits {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** About fifty times what an idle machine takes. */
export const PREPARATION: PreparationLimits = { wallMs: 10_000, cpuMs: 5_000 };
/** Clock ticks of a process are this coarse; a cap is judged a tick late rather than early. */
const CPU_TICK_MS = 10;

export interface CallWatchOptions {
  /** Calls run one after the other on the first thread. */
  readonly isSerial: boolean;
  /** Undefined where the system has no /proc: wall time alone is watched there. */
  readonly meter: ProcessMeter | undefined;
  readonly cores: number;
  /** Shared by all processes of the plugin. */
  readonly ownCpu: OwnCpu;
  readonly preparation?: PreparationLimits | undefined;
}

/** The time that a call may take, and what of it its code took. */
export interface TimeOfCall {
  readonly wallMs: number;
  readonly heldMs?: number | undefined;
}

/** Why the process must be ended now, if the call that is named is still there. */
export interface Verdict {
  readonly id: number;
  /** What its other calls are told that have begun. */
  readonly failure: Failure;
  /** Counts against the plugin. */
  readonly isLost: boolean;
  /** Absent if the call has not begun: nobody is to blame. */
  readonly blamed?: Overdue;
}

export class CallWatch {
  readonly #isSerial: boolean;
  readonly #meter: ProcessMeter | undefined;
  readonly #preparation: PreparationLimits;
  readonly #starvation: Starvation | undefined;
  readonly #precedence: Precedence | undefined;
  /** The call that was being prepared at the last look, and the CPU reading when it was first seen. */
  #seenPreparing: number | undefined;
  #cpuWhenSeenMs = 0;
  /** The call that ran at the last look, and the reading then. */
  #seenRunning: number | undefined;
  #lastCpuMs = 0;
  /** Call → CPU time of the first thread while it was seen running. */
  #seenCpuMs = new Map<number, number>();

  constructor({ isSerial, meter, cores, ownCpu, preparation = PREPARATION }: CallWatchOptions) {
    this.#isSerial = isSerial;
    this.#meter = meter;
    this.#preparation = preparation;
    if (!meter) return;
    this.#starvation = new Starvation({ meter, cores, ownCpu, isSerial });
    this.#precedence = new Precedence(meter);
  }

  /** Polled while calls are in flight. Undefined while all keep to their limits. */
  look(calls: readonly CardCall[]): Verdict | undefined {
    const cpuMs = this.#meter?.cpuMs ?? 0;
    this.#starvation?.look(calls, cpuMs);
    const verdict = this.#overdue(calls) ?? this.#latePreparation(calls, cpuMs);
    if (!verdict) this.#precedence?.look(runningIds(calls), cpuMs);
    return verdict;
  }

  /** Milliseconds that a call waited for a core, if that is why its wall time passed. */
  waitedMs(id: number, wallMs: number): number | undefined {
    return this.#starvation?.waitedMs(id, wallMs);
  }

  /** No call in it burns CPU any more, or it has to end: it takes its old place among the other processes. */
  stepForward(): void {
    this.#precedence?.stepForward();
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

  /** Counts what was used between two looks that saw the same call running. */
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
    // Of calls that are over nothing is kept.
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
    const { wallMs, cpuMs: allowedCpuMs } = this.#preparation;
    // Beside calls that run, whose CPU it is cannot be told.
    const isBusy = calls.some(({ state }) => state === 'running');
    const isOverCpu = !isBusy && cpuMs - this.#cpuWhenSeenMs > allowedCpuMs;
    if (!isOverCpu && machineMs() - preparing.sinceMs <= wallMs) return undefined;
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

/** True if it may be the machine's fault that the call failed so: {@link truthOf} then wants to know how long it waited for a core. */
export const mayBeStarved = (code: Failure['code'], { wallMs, heldMs = wallMs }: TimeOfCall): boolean =>
  code === 'exceeded_wall_time' && heldMs >= wallMs / 2;

/**
 * What a call's failure is in truth: `overloaded` if its wall time passed because the machine had no CPU for it. `heldMs`: for how long its
 * code ran or was to run, as its runner says; that can only speak against the call.
 */
export const truthOf = (failure: Failure, time: TimeOfCall, waitedMs: number | undefined): Failure =>
  waitedMs === undefined || !mayBeStarved(failure.code, time) ? failure : tooBusy(waitedMs, time.wallMs);
