// Lowers the priority of one runner process while a single call in it burns CPU. Many short calls do not count. Control thread. Decision 0023.

import type { ProcessMeter } from './child/process-meter.ts';

/** CPU time of the process during one call, after which its priority is lowered. */
const STEP_BEHIND_AFTER_CPU_MS = 150;

/** Polled by its owner; has no timer. */
export class CpuPriority {
  readonly #meter: Pick<ProcessMeter, 'demoted' | 'demote' | 'promote'>;
  /** Call → CPU time of the process when the call was first seen running. */
  #seen = new Map<number, number>();
  /** Set if this user may not raise a priority again, so the process keeps the low one. */
  #isForGood = false;

  constructor(meter: Pick<ProcessMeter, 'demoted' | 'demote' | 'promote'>) {
    this.#meter = meter;
  }

  /** `running`: the calls that run now; `cpuMs`: CPU time of the process. */
  look(running: Iterable<number>, cpuMs: number): void {
    const seen = new Map<number, number>();
    let isHeavy = false;
    for (const id of running) {
      const sinceCpuMs = this.#seen.get(id) ?? cpuMs;
      seen.set(id, sinceCpuMs);
      isHeavy ||= cpuMs - sinceCpuMs > STEP_BEHIND_AFTER_CPU_MS;
    }
    this.#seen = seen;
    if (isHeavy === this.#meter.demoted) return;
    if (isHeavy) this.#meter.demote();
    else this.stepForward();
  }

  /** Gives the process its old priority back. */
  stepForward(): void {
    if (!this.#meter.demoted || this.#isForGood) return;
    this.#meter.promote();
    this.#isForGood = this.#meter.demoted;
  }
}
