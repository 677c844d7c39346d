// What a runner process is held to as a whole, beside the limits of its calls: how its memory grows, and what it does while it
// serves nothing.

import type { ProcessMeter } from './process-meter.ts';

/** CPU time a runner may use while it has nothing to do, in milliseconds, over {@link IDLE_LOOKS} looks at it. */
const IDLE_CPU_MS = 500;
/** On a busy machine a process that never rests may get a tenth of a core, and is still to be found. */
const IDLE_LOOKS = 10;
/** Looks from one search for children to the next: each reads a file for every thread. */
const CHILDREN_LOOKS = 10;
/** A process counts as filling up from this share of what it may have, when it has grown so much since the last look. */
const FILLING_SHARE = 0.4;
const FILLING_STEP_MB = 0.5;

/** Compares each look at a process with the one before. */
export class ProcessWatch {
  #lastRssMb = 0;
  #isFilling = false;
  /** CPU time at the first look of the window, and looks since. */
  #idleSinceCpuMs = 0;
  #idleLooks = 0;
  #servedWhenIdle = -1;
  #looks = 0;

  /** Its memory grew since the last look and is on its way to the cap: it is worth another look very soon. */
  get isFilling(): boolean {
    return this.#isFilling;
  }

  /** Counts a look at its children; true if it is time for one: at the first and at every tenth after it. */
  takeChildrenLook(): boolean {
    this.#looks += 1;
    return this.#looks % CHILDREN_LOOKS === 1;
  }

  /** Notes its resident memory in MB, and the cap that it is held to. */
  noteMemory(rssMb: number, capMb = Number.POSITIVE_INFINITY): void {
    this.#isFilling = rssMb > capMb * FILLING_SHARE && rssMb > this.#lastRssMb + FILLING_STEP_MB;
    this.#lastRssMb = rssMb;
  }

  /**
   * What is wrong with a process that serves no call, looked at now and then: what a module does while it is prepared for the
   * next call is held to the same memory, and to little CPU. Undefined where nothing is.
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
