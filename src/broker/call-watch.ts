// Holds the calls of one runner process to their time, from outside: CPU, wall time, and the time that the runner may take before their
// code begins. Runs in a broker.

import type { Failure } from '../protocol/errors.ts';
import type { InFlight, Overdue } from './in-flight.ts';
import { lostFailure, startedTooLate, tooBusy } from './kill-reasons.ts';
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

export interface CallWatchOptions {
  readonly inFlight: InFlight;
  /** Undefined where the system has no /proc: wall time alone is watched there. */
  readonly meter: ProcessMeter | undefined;
  readonly cores: number;
  /** Shared by all processes of the plugin. */
  readonly ownCpu: OwnCpu;
  readonly preparation?: PreparationLimits;
}

/** The time that a call may take, and what of it its code took. */
export interface TimeOfCall {
  readonly wallMs: number;
  readonly heldMs?: number | undefined;
}

/** Why the process must be ended now. */
export interface Verdict {
  /** What its other calls are told that have begun. */
  readonly failure: Failure;
  /** Counts against the plugin. */
  readonly isLost: boolean;
  readonly blamed?: Overdue;
}

export class CallWatch {
  readonly #inFlight: InFlight;
  readonly #meter: ProcessMeter | undefined;
  readonly #preparation: PreparationLimits;
  readonly #starvation: Starvation | undefined;
  readonly #precedence: Precedence | undefined;
  /** The call that was being prepared at the last look, and the CPU reading when it was first seen. */
  #seenPreparing: number | undefined;
  #cpuWhenSeenMs = 0;

  constructor({ inFlight, meter, cores, ownCpu, preparation = PREPARATION }: CallWatchOptions) {
    this.#inFlight = inFlight;
    this.#meter = meter;
    this.#preparation = preparation;
    if (!meter) return;
    this.#starvation = new Starvation({ meter, cores, ownCpu, isSerial: inFlight.isSerial });
    this.#precedence = new Precedence(meter);
  }

  /** Polled while calls are in flight. Undefined while all keep to their limits. */
  look(): Verdict | undefined {
    const cpuMs = this.#meter?.cpuMs ?? 0;
    this.#starvation?.look(this.#inFlight.timed(), cpuMs);
    const verdict = this.#overdue() ?? this.#latePreparation(cpuMs);
    if (!verdict) this.#precedence?.look(this.#inFlight.runningIds(), cpuMs);
    return verdict;
  }

  /**
   * What a call's failure is in truth: `overloaded` if its wall time passed because the machine had no CPU for it. `heldMs`: for how long its
   * code ran or was to run, as its runner says; that can only speak against the call.
   */
  truthOf(id: number, failure: Failure, { wallMs, heldMs = wallMs }: TimeOfCall): Failure {
    if (failure.code !== 'exceeded_wall_time' || heldMs < wallMs / 2) return failure;
    const waitedMs = this.#starvation?.waitedMs(id, wallMs);
    return waitedMs === undefined ? failure : tooBusy(waitedMs, wallMs);
  }

  /** A call is over. */
  forget(id: number): void {
    this.#starvation?.forget(id);
  }

  /** No call in it burns CPU any more, or it has to end: it takes its old place among the other processes. */
  stepForward(): void {
    this.#precedence?.stepForward();
  }

  #overdue(): Verdict | undefined {
    const inFlight = this.#inFlight;
    const overdue = inFlight.overdue(inFlight.runningId === undefined ? undefined : this.#meter?.mainThreadCpuMs);
    if (!overdue) return undefined;
    const wallMs = inFlight.get(overdue.id)?.limits.wallMs ?? 0;
    const blamed = { id: overdue.id, failure: this.truthOf(overdue.id, overdue.failure, { wallMs }) };
    return {
      failure: lostFailure('The runner was ended because another call in it did not stop.'),
      isLost: blamed.failure.code === 'exceeded_wall_time',
      blamed,
    };
  }

  #latePreparation(cpuMs: number): Verdict | undefined {
    const { preparing } = this.#inFlight;
    if (preparing?.id !== this.#seenPreparing) {
      this.#seenPreparing = preparing?.id;
      this.#cpuWhenSeenMs = cpuMs;
    }
    if (!preparing) return undefined;
    const { wallMs, cpuMs: allowedCpuMs } = this.#preparation;
    // Beside calls that run, whose CPU it is cannot be told.
    const isBusy = this.#inFlight.hasRunning;
    const isOverCpu = !isBusy && cpuMs - this.#cpuWhenSeenMs > allowedCpuMs;
    if (!isOverCpu && performance.now() - preparing.sinceMs <= wallMs) return undefined;
    const waitedMs = isOverCpu ? undefined : this.#starvation?.waitedMs(preparing.id, wallMs);
    return { failure: startedTooLate, isLost: waitedMs === undefined };
  }
}
