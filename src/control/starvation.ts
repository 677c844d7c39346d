// Decides whether a call of one runner process ran out of wall time because the machine had no CPU for it: its threads were ready to run and
// had no core. The kernel counts this, so code in the process cannot forge it. Control thread. Decision 0023.
//
// A plugin could make its own threads wait for one another. So there is a second condition: its processes together must have left at least half
// of the machine's CPU time to others.

import { machineMs } from '../shared/protocol/machine-clock.ts';
import type { CardCall } from './call-card.ts';
import type { ProcessMeter } from './child/process-meter.ts';

/** Age of a call at its first look, or this share of its wall time if that is sooner. */
const FIRST_LOOK_MS = 250;
const FIRST_LOOK_SHARE = 0.1;
/** A call is starved if its process waited for a core for this share of the call's wall time. */
const STARVED_SHARE = 0.5;
/** A plugin starves itself if its processes used more than this share of the machine's CPU time. */
const OWN_SHARE = 0.5;
/** How long the first look is kept after the call was last seen, because it is needed after the call has failed. */
const KEPT_MS = 5_000;

/** CPU time that the processes of one cordon have used while they were looked at. */
export interface OwnCpu {
  usedMs: number;
}

export type WaitMeter = Pick<ProcessMeter, 'cpuMs' | 'coreWaits'>;

export type TimedCall = Pick<CardCall, 'id' | 'sinceMs' | 'wallMs'>;

interface FirstLook {
  readonly atMs: number;
  /** When the call was last seen. */
  seenMs: number;
  readonly ownCpuMs: number;
  readonly coreWaits: ReadonlyMap<string, number>;
}

export interface StarvationOptions {
  readonly meter: WaitMeter;
  /** Threads that can run at a time on this machine. */
  readonly cores: number;
  readonly ownCpu: OwnCpu;
  /** All calls run on the process's first thread. */
  readonly isSerial: boolean;
  readonly now?: () => number;
}

/** Polled by its owner; has no timer. */
export class Starvation {
  readonly #options: StarvationOptions;
  readonly #now: () => number;
  readonly #looks = new Map<number, FirstLook>();
  #lastCpuMs: number;

  constructor(options: StarvationOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => machineMs());
    this.#lastCpuMs = options.meter.cpuMs;
  }

  /** `calls`: those that have begun or are being prepared; `cpuMs`: CPU time of the process. */
  look(calls: readonly TimedCall[], cpuMs: number): void {
    this.#options.ownCpu.usedMs += Math.max(0, cpuMs - this.#lastCpuMs);
    this.#lastCpuMs = cpuMs;
    const nowMs = this.#now();
    for (const { id, sinceMs, wallMs } of calls) {
      const known = this.#looks.get(id);
      if (known) known.seenMs = nowMs;
      if (known || nowMs - sinceMs < Math.min(FIRST_LOOK_MS, wallMs * FIRST_LOOK_SHARE)) continue;
      const { ownCpu, meter, isSerial } = this.#options;
      const coreWaits = meter.coreWaits(isSerial);
      this.#looks.set(id, { atMs: nowMs, seenMs: nowMs, ownCpuMs: ownCpu.usedMs, coreWaits });
    }
    if (this.#looks.size > 0) this.#forget(nowMs);
  }

  #forget(nowMs: number): void {
    for (const [id, { seenMs }] of this.#looks) if (nowMs - seenMs > KEPT_MS) this.#looks.delete(id);
  }

  /**
   * Milliseconds that a call waited for a core, if that is why it did not end within `limitMs`. Undefined if not, or if the kernel does not
   * report it.
   */
  waitedMs(id: number, limitMs: number): number | undefined {
    const first = this.#looks.get(id);
    if (!first) return undefined;
    const { meter, ownCpu, cores, isSerial } = this.#options;
    this.look([], meter.cpuMs);
    let waitedMs = 0;
    for (const [thread, wait] of meter.coreWaits(isSerial))
      waitedMs = Math.max(waitedMs, wait - (first.coreWaits.get(thread) ?? 0));
    const couldUseMs = cores * (this.#now() - first.atMs);
    const isOwnDoing = ownCpu.usedMs - first.ownCpuMs > couldUseMs * OWN_SHARE;
    return waitedMs >= limitMs * STARVED_SHARE && !isOwnDoing ? Math.round(waitedMs) : undefined;
  }
}
