// Decides which runner of a cordon takes the next call, and whether another process is worth starting. Main thread.
//
// In `realm` mode a runner runs one call at a time. The broker sends calls ahead of their turn, because waking a process costs more than a small
// call. A call sent ahead has not begun, and goes to another runner if this one ends.
//
// With 8 calls between the front and the runners, each small call woke four threads and processes, and two cores were idle a third of the time.
// So up to 64 calls are sent ahead while the CPU time ahead of a call is below 1 ms; the caps on runners of room.ts hold all the same. Nothing is
// sent ahead if `concurrencyPerPlugin` is below the number of cores.
//
// Calls that are suspended overlap, and all of them are lost with their process. So after one suspension a cordon gets only `callsPerRunner`
// calls in a runner for 1,000 calls.
//
// Rejected: a higher `concurrencyPerPlugin`, which starts more processes and wakes each for one call; answers that are collected and written
// together, which would be lost if the next call never returns.

import { MOST_AHEAD } from '../runner/in-flight.ts';
import type { RunnerProcess } from '../runner/runner-process.ts';

/** CPU time of the calls that may be ahead of a call in its runner, in milliseconds: another core might be free. */
const AHEAD_CPU_MS = 1;
/** Most calls of a runner that have not been suspended yet. The heap that they will hold is unknown, and each may hold as much as a call may. */
const MOST_UNHEARD = 8;
/** Estimated CPU time of a call before any has ended, in milliseconds. */
const FIRST_GUESS_MS = 0.25;
const WEIGHT_OF_LAST = 1 / 16;
/** After this many calls in a row without suspension, calls of the cordon are sent ahead again. */
const FORGOTTEN_AFTER_CALLS = 1_000;

export interface PlacementOptions {
  /** A runner runs its calls one after the other (`realm` mode). */
  readonly isSerial: boolean;
  /** Calls that may be in flight in a runner, unless they are sent ahead. */
  readonly callsPerRunner: number;
  /** How much of `concurrencyPerPlugin` one runner covers. Lower than `callsPerRunner` if dozens of calls count as one. */
  readonly concurrencyPerRunner: number;
  /** Threads that can run at a time on this machine. */
  readonly cores: number;
}

export type Place = Pick<RunnerProcess, 'state' | 'callsInFlight' | 'callsSuspended' | 'isHeapFull'>;

/** Keeps a moving average of the CPU time of a cordon's calls. */
export class Placement {
  readonly #options: PlacementOptions;
  #callCpuMs = FIRST_GUESS_MS;
  #callsSinceSuspension = 0;

  constructor(options: PlacementOptions) {
    this.#options = options;
  }

  note(cpuMs: number, wasSuspended: boolean): void {
    this.#callCpuMs += (cpuMs - this.#callCpuMs) * WEIGHT_OF_LAST;
    if (wasSuspended) this.#callsSinceSuspension = -FORGOTTEN_AFTER_CALLS;
    else this.#callsSinceSuspension += 1;
  }

  /** A runner in which a call would begin about as soon as in an idle one. */
  soonest<Runner extends Place>(runners: readonly Runner[]): Runner | undefined {
    if (!this.sendsAhead) return this.leastBusy(runners);
    for (const runner of runners) if (this.#isSoon(runner)) return runner;
    return undefined;
  }

  /** The runner with the fewest calls that still has a place. */
  leastBusy<Runner extends Place>(runners: readonly Runner[]): Runner | undefined {
    let least: Runner | undefined;
    for (const runner of runners) {
      if (!this.#hasRoom(runner)) continue;
      if (!least || runner.callsInFlight < least.callsInFlight) least = runner;
    }
    return least;
  }

  /**
   * How many runners to start for the queued calls, in addition to those that are starting. `concurrency`: calls that may run at a time, of all
   * plugins here. There are never more runners than `concurrency` fills, nor more than cores if each runner runs one call at a time.
   */
  runnersWanted(callsQueued: number, runners: readonly Place[], concurrency: number): number {
    const starting = runners.filter(({ state }) => state === 'starting').length;
    const wanted = Math.ceil(callsQueued / this.#options.callsPerRunner) - starting;
    const { cores, concurrencyPerRunner } = this.#options;
    const most = this.sendsAhead ? Math.min(cores, concurrency) : Math.ceil(concurrency / concurrencyPerRunner);
    // One retired runner may exist next to the one that replaces it.
    const leaving = runners.filter(({ state }) => state === 'retired').length;
    return Math.min(wanted, most - runners.length + Math.min(leaving, 1));
  }

  /** False in `isolate` mode, and if calls get suspended: these overlap, and all of them would be lost with one process. */
  get sendsAhead(): boolean {
    return this.#options.isSerial && this.#callsSinceSuspension >= 0;
  }

  #hasRoom({ state, callsInFlight, callsSuspended, isHeapFull }: Place): boolean {
    if (state !== 'ready' || callsInFlight >= this.#options.callsPerRunner) return false;
    return !this.#options.isSerial || (!isHeapFull && callsInFlight - callsSuspended < MOST_UNHEARD);
  }

  #isSoon({ state, callsInFlight, isHeapFull }: Place): boolean {
    if (state !== 'ready' || isHeapFull) return false;
    return callsInFlight === 0 || (callsInFlight < MOST_AHEAD && callsInFlight * this.#callCpuMs < AHEAD_CPU_MS);
  }
}
