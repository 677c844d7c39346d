// Which runner of a cordon takes the next call, and whether it is worth another process.
//
// In `isolate` mode calls run beside each other in a runner, up to `callsPerRunner`. In `realm` mode a runner runs one at a
// time, so calls that come are sent ahead: a process that was woken finds the next ones lying there, and a wake-up costs
// more than a small call. A call sent ahead has not begun, and goes to another runner if this one dies.

import { MOST_AHEAD } from '../runner/in-flight.ts';
import type { RunnerProcess } from '../runner/runner-process.ts';

/** CPU time that may lie ahead of a call in a runner while there might be a free core, in milliseconds. */
const AHEAD_CPU_MS = 1;
/** Calls of which it is not known yet what they hold, where many may wait in one runner: all of them might hold what one may. */
const MOST_UNHEARD = 8;
/** What a call is taken to cost until some have been seen, in milliseconds. */
const FIRST_GUESS_MS = 0.25;
const WEIGHT_OF_LAST = 1 / 16;
/** Calls without a wait after which a plugin counts as one that does not wait. */
const FORGOTTEN_AFTER_CALLS = 1_000;

export interface PlacementOptions {
  /** Calls run one after the other in a runner (`realm` mode). */
  readonly isSerial: boolean;
  /** Calls that may be in flight in a runner, unless they are sent ahead. */
  readonly callsPerRunner: number;
  /** What of `concurrencyPerPlugin` a runner is worth: `callsPerRunner`, but for plugins of which many calls count as one. */
  readonly concurrencyPerRunner: number;
  /** Threads that can run at a time on this machine. */
  readonly cores: number;
}

/** What of a runner counts here. */
export type Place = Pick<RunnerProcess, 'state' | 'callsInFlight' | 'callsHeld' | 'isHeapFull'>;

export class Placement {
  readonly #options: PlacementOptions;
  #callCpuMs = FIRST_GUESS_MS;
  #callsSinceWait = 0;

  constructor(options: PlacementOptions) {
    this.#options = options;
  }

  /** Learns from a call that has ended: what it cost, and whether it let others run meanwhile. */
  note(cpuMs: number, hasWaited: boolean): void {
    this.#callCpuMs += (cpuMs - this.#callCpuMs) * WEIGHT_OF_LAST;
    if (hasWaited) this.#callsSinceWait = -FORGOTTEN_AFTER_CALLS;
    else this.#callsSinceWait += 1;
  }

  /** A runner in which a call's turn would come about as soon as in one of its own. */
  soonest<Runner extends Place>(runners: readonly Runner[]): Runner | undefined {
    if (!this.#sendsAhead) return this.leastBusy(runners);
    for (const runner of runners) if (this.#isSoon(runner)) return runner;
    return undefined;
  }

  /** The runner with the fewest calls of those that may still be given one. */
  leastBusy<Runner extends Place>(runners: readonly Runner[]): Runner | undefined {
    let least: Runner | undefined;
    for (const runner of runners) {
      if (!this.#hasRoom(runner)) continue;
      if (!least || runner.callsInFlight < least.callsInFlight) least = runner;
    }
    return least;
  }

  /**
   * How many more runners so many calls without one are worth; those that start count. `concurrency`: calls that may run at a time, of all
   * plugins here. However many calls were sent ahead, there are no more runners than that many calls fill; where one runs at a time in
   * each, no more than there are cores.
   */
  runnersWanted(callsWaiting: number, runners: readonly Place[], concurrency: number): number {
    const starting = runners.filter(({ state }) => state === 'starting').length;
    const wanted = Math.ceil(callsWaiting / this.#options.callsPerRunner) - starting;
    const { cores, concurrencyPerRunner } = this.#options;
    const most = this.#sendsAhead ? Math.min(cores, concurrency) : Math.ceil(concurrency / concurrencyPerRunner);
    // One that is on its way out may stand beside the one that takes its place.
    const leaving = runners.filter(({ state }) => state === 'retired').length;
    return Math.min(wanted, most - runners.length + Math.min(leaving, 1));
  }

  /** Calls that wait for a timer overlap, and all of them are lost with their process: they are not piled up in one. */
  get #sendsAhead(): boolean {
    return this.#options.isSerial && this.#callsSinceWait >= 0;
  }

  #hasRoom({ state, callsInFlight, callsHeld, isHeapFull }: Place): boolean {
    if (state !== 'ready' || callsInFlight >= this.#options.callsPerRunner) return false;
    return !this.#options.isSerial || (!isHeapFull && callsInFlight - callsHeld < MOST_UNHEARD);
  }

  #isSoon({ state, callsInFlight, isHeapFull }: Place): boolean {
    if (state !== 'ready' || isHeapFull) return false;
    return callsInFlight === 0 || (callsInFlight < MOST_AHEAD && callsInFlight * this.#callCpuMs < AHEAD_CPU_MS);
  }
}
