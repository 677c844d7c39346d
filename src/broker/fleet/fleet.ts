// All runner processes of the broker: keeps their number under the cap, keeps spares, and decides which runner makes room. Main thread.

import type { Control } from '../../control/control.ts';
import type { RunnerEnd } from '../../shared/protocol/task.ts';
import { RunnerProcess } from '../runner/runner-process.ts';
import type { BrokerSettings } from '../runner/settings.ts';
import type { RunnerSource } from './cordon.ts';
import { isOwed, type RunnerHolder, roomFor } from './room.ts';
import { StartRecord } from './start-record.ts';

const SWEEP_EVERY_MS = 1_000;
/** Delay before a taken spare is replaced. A process that starts at once would take CPU from the call that the spare was taken for. */
const REFILL_AFTER_MS = 100;

export interface FleetListener {
  /** A cordon that was refused a runner may get one now. */
  readonly onRoom: () => void;
  /** A notice for the operator. */
  readonly onNotice: (text: string) => void;
}

/** Cordons never have more than `settings.runners` runners, not counting retired ones without calls. Its timers run until {@link close}. */
export class Fleet implements RunnerSource {
  readonly #settings: BrokerSettings;
  readonly #control: Control;
  readonly starts: StartRecord;
  readonly #holders: () => Iterable<RunnerHolder>;
  readonly #onRoom: () => void;
  readonly #onFault: (error: unknown) => void;
  readonly #spares: RunnerProcess[] = [];
  readonly #alive = new Set<RunnerProcess>();
  readonly #sweep: NodeJS.Timeout;
  #refill: NodeJS.Timeout | undefined;
  isClosed = false;
  /** A cordon was refused a runner. */
  isShort = false;
  #onEmpty: (() => void) | undefined;
  started = 0;
  killed = 0;
  readonly ends: Partial<Record<RunnerEnd, number>> = {};
  /** Pauses of cordons. */
  quarantines = 0;

  constructor(
    settings: BrokerSettings,
    control: Control,
    holders: () => Iterable<RunnerHolder>,
    { onRoom, onNotice }: FleetListener,
  ) {
    this.#settings = settings;
    this.#control = control;
    this.starts = new StartRecord(onNotice);
    this.#holders = holders;
    this.#onRoom = onRoom;
    this.#onFault = (error) => onNotice(faultText(error));
    this.#sweep = setInterval(() => this.#retireIdle(), SWEEP_EVERY_MS);
    this.#keepSpares();
  }

  get spares(): readonly RunnerProcess[] {
    return this.#spares;
  }

  /** A spare runner for a cordon, or a new one if no spare is left. Undefined if `pool.runners` are in use and none of them can be ended now. */
  take(wanting: RunnerHolder): RunnerProcess | undefined {
    if (this.isClosed) return undefined;
    const freePlaces = this.#settings.runners - this.#used();
    if (freePlaces > 0 ? isOwed(wanting, this.#holders(), freePlaces) : !this.#makeRoom(wanting)) {
      this.isShort = true;
      return undefined;
    }
    const spare = this.#takeSpare();
    const runner = spare ?? this.#start();
    if (runner) runner.heldSinceMs = performance.now();
    this.#refill ??= setTimeout(() => this.#keepSpares(), REFILL_AFTER_MS);
    return runner;
  }

  /** A cordon that was refused a runner may get one now. */
  announceRoom(): void {
    this.isShort = false;
    this.#onRoom();
  }

  noteQuarantine(): void {
    this.quarantines += 1;
  }

  /** A runner for one inspection. It does not count against the cap. */
  takeThrowaway(): RunnerProcess | undefined {
    if (this.isClosed) return undefined;
    const runner = this.#takeSpare() ?? this.#start();
    this.#keepSpares();
    return runner;
  }

  /** One of the processes has ended; `lost` as in RunnerListener. */
  noteExited(runner: RunnerProcess, lost: boolean): void {
    this.#alive.delete(runner);
    if (this.isClosed && this.#alive.size === 0) this.#onEmpty?.();
    if (lost) this.killed += 1;
    this.ends[runner.end] = (this.ends[runner.end] ?? 0) + 1;
    if (runner.startFailure !== undefined) this.#noteFailedStart(runner.startFailure);
    if (!this.isClosed) {
      this.#keepSpares();
      this.announceRoom();
    }
  }

  /** Kills every process and starts no more; resolves when none is left. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.#sweep);
    clearTimeout(this.#refill);
    for (const runner of this.#alive) runner.kill({ code: 'shutting_down', detail: 'The server is shutting down.' });
    if (this.#alive.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
  }

  /** Runners that cordons have. A retired runner without calls is about to end and does not count. */
  #used(): number {
    let used = 0;
    for (const { runners } of this.#holders())
      used += runners.filter(({ state, callsInFlight }) => state !== 'retired' || callsInFlight > 0).length;
    return used;
  }

  #takeSpare(): RunnerProcess | undefined {
    const ready = this.#spares.findIndex((runner) => runner.state === 'ready');
    return this.#spares.splice(Math.max(ready, 0), 1)[0];
  }

  #start(): RunnerProcess | undefined {
    if (!this.starts.mayStart) return undefined;
    const runner = new RunnerProcess(this.#settings, this.#control, this.#onFault);
    this.started += 1;
    this.#alive.add(runner);
    return runner;
  }

  #keepSpares(): void {
    clearTimeout(this.#refill);
    this.#refill = undefined;
    while (!this.isClosed && this.#spares.length < this.#settings.spares) {
      const runner = this.#start();
      if (!runner) return;
      this.#spares.push(runner);
      runner.listen({
        onReady: () => this.starts.noteStarted(),
        onRoom: () => {},
        onExited: (lost) => {
          const index = this.#spares.indexOf(runner);
          if (index !== -1) this.#spares.splice(index, 1);
          this.noteExited(runner, lost);
        },
      });
    }
  }

  /** Tries again after a back-off that grows with each failure. */
  #noteFailedStart(cause: string): void {
    if (this.isClosed) return;
    const backoffMs = this.starts.noteFailed(cause);
    setTimeout(() => {
      if (this.isClosed) return;
      this.#keepSpares();
      this.announceRoom();
    }, backoffMs + 1);
  }

  /** Retires a runner. True if its place is free now; a busy runner frees its place when its calls have ended. */
  #makeRoom(wanting: RunnerHolder): boolean {
    const room = roomFor(wanting, this.#holders());
    room?.runner.retire();
    return room?.isIdle ?? false;
  }

  #retireIdle(): void {
    const idleBeforeMs = performance.now() - this.#settings.idleMs;
    for (const holder of this.#holders()) {
      for (const runner of holder.runners) {
        if (runner.state === 'ready' && runner.callsInFlight === 0 && runner.idleSinceMs < idleBeforeMs)
          runner.retire();
      }
    }
  }
}

const faultText = (error: unknown): string => {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `this host failed while it handled what a runner had sent, or its end. This is a fault of this host, not of a plugin: ${trace}`;
};
