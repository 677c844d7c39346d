// Which runner goes first when the CPU is short: one steps behind while a single call in it burns CPU, however busy it is
// with short ones. Belongs to one runner process.

import type { ProcessMeter } from './process-meter.ts';

/** CPU of the process, while one and the same call runs, after which it steps behind the others. */
const STEP_BEHIND_AFTER_CPU_MS = 150;

export class Precedence {
  readonly #meter: Pick<ProcessMeter, 'demoted' | 'demote' | 'promote'>;
  /** Call → the process's CPU reading when the call was first seen to run. */
  #seen = new Map<number, number>();
  /** Set where this user may not take a demotion back: the process stays behind. */
  #isForGood = false;

  constructor(meter: Pick<ProcessMeter, 'demoted' | 'demote' | 'promote'>) {
    this.#meter = meter;
  }

  /** Polled with the calls that run at this moment, and the CPU reading of the process. */
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

  /** No heavy call runs any more. */
  stepForward(): void {
    if (!this.#meter.demoted || this.#isForGood) return;
    this.#meter.promote();
    this.#isForGood = this.#meter.demoted;
  }
}
