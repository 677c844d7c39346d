// Checks a runner process as a whole, in addition to the limits of its calls: how its memory grows, and what it uses between calls. Control
// thread.

import type { ProcessMeter } from './child/process-meter.ts';

/** CPU time that a runner without calls may use over {@link IDLE_LOOKS} looks, in milliseconds. */
const IDLE_CPU_MS = 500;
/** Enough looks to find a process that never rests and gets only a tenth of a core on a busy machine. */
const IDLE_LOOKS = 10;
/** Every tenth look searches for children, because that reads a file for each thread. */
const CHILDREN_LOOKS = 10;
/** A process counts as filling up above this share of its cap, if it grew by this much since the last look. */
const FILLING_SHARE = 0.4;
const FILLING_STEP_MB = 0.5;

/** Compares each look at a process with the one before. Has no timer. */
export class ProcessWatch {
  /** True if its memory is growing towards the cap, so that the next look should come very soon. */
  isFilling = false;
  #lastRssMb = 0;
  /** CPU time at the first look of the window, and the number of looks since. */
  #idleSinceCpuMs = 0;
  #idleLooks = 0;
  #servedWhenIdle = -1;
  #looks = 0;

  /** Counts a look. True at the first and at every tenth after it: then its children are to be looked for. */
  takeChildrenLook(): boolean {
    this.#looks += 1;
    return this.#looks % CHILDREN_LOOKS === 1;
  }

  /** Notes its resident memory and its cap, in MB. */
  noteMemory(rssMb: number, capMb = Number.POSITIVE_INFINITY): void {
    this.isFilling = rssMb > capMb * FILLING_SHARE && rssMb > this.#lastRssMb + FILLING_STEP_MB;
    this.#lastRssMb = rssMb;
  }

  /**
   * The fault of a process that serves no call; undefined if there is none. A module that is prepared for the next call may use the same memory
   * as a call, and little CPU.
   */
  idleFault({ cpuMs, rssMb }: ProcessMeter, callsServed: number, capMb: number): string | undefined {
    const wasIdle = this.#servedWhenIdle === callsServed;
    this.#servedWhenIdle = callsServed;
    const burntMs = wasIdle ? cpuMs - this.#idleSinceCpuMs : 0;
    this.#idleLooks += 1;
    if (!wasIdle || this.#idleLooks >= IDLE_LOOKS) {
      this.#idleSinceCpuMs = cpuMs;
      this.#idleLooks = 0;
    }
    if (rssMb > capMb) return 'The runner used too much memory between calls.';
    return burntMs > IDLE_CPU_MS ? 'The runner used too much CPU time between calls.' : undefined;
  }
}
