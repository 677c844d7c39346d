// Keeps the runner processes of one control thread, and polls them.

import { MemoryKills } from './child/memory-kills.ts';
import type { ControlSettings } from './link-messages.ts';
import { ProcessControl, type ProcessListener } from './process-control.ts';
import { SharedWatch } from './shared-watch.ts';
import type { OwnCpu } from './starvation.ts';

const WATCH_EVERY_MS = 10;
/** Delay of the next look while a process fills its memory: at a gigabyte a second, 10 ms would be 10 MB over the cap. */
const LOOK_CLOSER_MS = 1;
const SWEEP_EVERY_MS = 1_000;

/** Its watch of every 10 ms runs only while a process has work; the sweep of every second runs until {@link close}. */
export class ProcessKeeper {
  readonly #settings: ControlSettings;
  readonly #processes = new Set<ProcessControl>();
  /** Cordon → what its processes use together. */
  readonly #ownCpu = new Map<string, OwnCpu & { processes: number }>();
  readonly #cordons = new Map<ProcessControl, string>();
  readonly #shared: SharedWatch;
  readonly #memoryKills = new MemoryKills();
  #watch: NodeJS.Timeout | undefined;
  #lookCloser: NodeJS.Timeout | undefined;
  readonly #sweep: NodeJS.Timeout;

  constructor(settings: ControlSettings, shared: SharedWatch = new SharedWatch()) {
    this.#settings = settings;
    this.#shared = shared;
    this.#sweep = setInterval(() => {
      for (const controlled of this.#processes) controlled.lookIdle();
    }, SWEEP_EVERY_MS);
  }

  start(
    options: Pick<ConstructorParameters<typeof ProcessControl>[0], 'memory' | 'channel'>,
    listener: ProcessListener,
  ): ProcessControl {
    const onExited = (how: string): void => {
      this.#forget(controlled);
      listener.onExited(how);
    };
    const memoryKills = this.#memoryKills;
    const controlled: ProcessControl = new ProcessControl(
      { ...this.#settings, ...options, memoryKills },
      { ...listener, onExited },
    );
    this.#processes.add(controlled);
    return controlled;
  }

  /** The process serves the plugins of a cordon. */
  assign(controlled: ProcessControl, cordon: string): void {
    if (this.#cordons.has(controlled)) return;
    const ownCpu = this.#ownCpu.get(cordon) ?? { usedMs: 0, processes: 0 };
    ownCpu.processes += 1;
    this.#ownCpu.set(cordon, ownCpu);
    this.#cordons.set(controlled, cordon);
    controlled.assign(ownCpu);
  }

  /** Starts the watch over memory and time, which stops by itself if no process has work. */
  wake(): void {
    this.#watch ??= setInterval(() => {
      if (this.look()) return;
      this.#shared.rest();
      // Work may have come before the other thread could see that the watch ends.
      if (this.look()) return;
      clearInterval(this.#watch);
      this.#watch = undefined;
    }, WATCH_EVERY_MS);
  }

  /** Checks every process that has work. False if none has. */
  look(): boolean {
    let isBusy = false;
    let isFilling = false;
    for (const controlled of this.#processes) {
      if (!controlled.isBusy) {
        controlled.rest();
        continue;
      }
      isBusy = true;
      const rssMb = controlled.look();
      if (rssMb > this.#shared.peakRssMb) this.#shared.peakRssMb = rssMb;
      isFilling ||= controlled.isFilling;
    }
    if (isFilling) this.#lookCloser ??= setTimeout(() => this.#lookAgain(), LOOK_CLOSER_MS);
    return isBusy;
  }

  #lookAgain(): void {
    this.#lookCloser = undefined;
    this.look();
  }

  #forget(controlled: ProcessControl): void {
    this.#processes.delete(controlled);
    const cordon = this.#cordons.get(controlled);
    if (cordon === undefined) return;
    this.#cordons.delete(controlled);
    const ownCpu = this.#ownCpu.get(cordon);
    if (!ownCpu) return;
    ownCpu.processes -= 1;
    if (ownCpu.processes === 0) this.#ownCpu.delete(cordon);
  }

  /** Ends every process and all timers. */
  close(): void {
    clearInterval(this.#sweep);
    clearInterval(this.#watch);
    clearTimeout(this.#lookCloser);
    for (const controlled of this.#processes) controlled.end();
  }
}
