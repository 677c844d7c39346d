// Divides the CPU time of this runner process among the isolates that run in it at the same time.

import { processCpuMs } from './process-cpu.ts';

/** Something whose code runs on a thread of this process. */
export interface Runs {
  /** Milliseconds for which its code ran, or waited for a core, since this was last asked. Never negative. */
  takeRunMs(): number;
  /** Charges it with this CPU time. */
  charge(cpuMs: number): void;
}

/**
 * Why: while an entry runs on another thread, and until that thread has left it, isolated-vm counts wall time as `cpuTime`. On a busy machine that
 * charges a call for time it did not get. The CPU time of the process is a bound for all its isolates together, and not for each: a call would pay
 * for what its neighbours used. So what the process used is divided in proportion to the time for which each ran.
 * Source: isolated-vm src/isolate/executor.cc, CpuTimer::Delta.
 */
export class CpuShares {
  readonly #runs = new Set<Runs>();
  readonly #processCpuMs: () => number;
  #processMs: number;

  constructor(ofProcess = processCpuMs) {
    this.#processCpuMs = ofProcess;
    this.#processMs = ofProcess();
  }

  get isEmpty(): boolean {
    return this.#runs.size === 0;
  }

  add(run: Runs): void {
    if (this.isEmpty) this.#processMs = this.#processCpuMs();
    this.#runs.add(run);
  }

  delete(run: Runs): void {
    this.#runs.delete(run);
  }

  /** Charges all with what the process used since this was last called. Call it every few milliseconds, and before anyone stops to run. */
  divide(): void {
    const nowMs = this.#processCpuMs();
    const usedMs = nowMs - this.#processMs;
    this.#processMs = nowMs;
    const ran = [...this.#runs].map((run) => ({ run, ranMs: run.takeRunMs() }));
    const sumMs = ran.reduce((sum, { ranMs }) => sum + ranMs, 0);
    const share = sumMs > usedMs ? usedMs / sumMs : 1;
    for (const { run, ranMs } of ran) run.charge(ranMs * share);
  }
}
