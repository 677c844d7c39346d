// All runner processes of one broker: how many there may be, the spares that stand ready, and who must make room.

import type { Control } from '../../control/control.ts';
import { RunnerProcess } from '../runner/runner-process.ts';
import type { BrokerSettings } from '../runner/settings.ts';
import { type RunnerHolder, roomFor } from './room.ts';
import { StartRecord } from './start-record.ts';

const SWEEP_EVERY_MS = 1_000;
/** The next spare is started so long after one was taken: a process that starts would take the CPU from the call that it was taken for. */
const REFILL_AFTER_MS = 100;

export interface FleetListener {
  /** There may be a runner to take now. */
  readonly onRoom: () => void;
  /** Something the operator should know. */
  readonly onNotice: (text: string) => void;
}

export interface FleetParts {
  readonly settings: BrokerSettings;
  /** What starts processes and watches them. */
  readonly control: Control;
}

export class Fleet {
  readonly #settings: BrokerSettings;
  readonly #control: Control;
  /** Whether processes start on this machine. */
  readonly starts: StartRecord;
  readonly #holders: () => Iterable<RunnerHolder>;
  readonly #onRoom: () => void;
  readonly #spares: RunnerProcess[] = [];
  readonly #alive = new Set<RunnerProcess>();
  readonly #sweep: NodeJS.Timeout;
  #refill: NodeJS.Timeout | undefined;
  #closed = false;
  /** A cordon has wanted a runner in vain. */
  #isShort = false;
  #onEmpty: (() => void) | undefined;
  started = 0;
  killed = 0;

  constructor(
    { settings, control }: FleetParts,
    holders: () => Iterable<RunnerHolder>,
    { onRoom, onNotice }: FleetListener,
  ) {
    this.#settings = settings;
    this.#control = control;
    this.starts = new StartRecord(onNotice);
    this.#holders = holders;
    this.#onRoom = onRoom;
    this.#sweep = setInterval(() => this.#retireIdle(), SWEEP_EVERY_MS);
    this.#keepSpares();
  }

  get spares(): readonly RunnerProcess[] {
    return this.#spares;
  }

  /** A spare runner for a cordon, or a new one if no spare is left. Undefined if `pool.runners` are in use and none of them can be ended now. */
  take(wanting: RunnerHolder): RunnerProcess | undefined {
    if (this.#closed) return undefined;
    if (this.#held() >= this.#settings.runners && !this.#makeRoom(wanting)) {
      this.#isShort = true;
      return undefined;
    }
    const spare = this.#takeSpare();
    const runner = spare ?? this.#start();
    if (runner) runner.heldSinceMs = performance.now();
    this.#refill ??= setTimeout(() => this.#keepSpares(), REFILL_AFTER_MS);
    return runner;
  }

  /** A call has ended, so a cordon that was refused a runner may get one now. */
  noteRoom(): void {
    if (this.#isShort) this.#tellRoom();
  }

  #tellRoom(): void {
    this.#isShort = false;
    this.#onRoom();
  }

  /** A runner that is thrown away after use; it does not count against the cap. */
  takeThrowaway(): RunnerProcess | undefined {
    if (this.#closed) return undefined;
    const runner = this.#takeSpare() ?? this.#start();
    this.#keepSpares();
    return runner;
  }

  /** Tells the fleet that one of its processes has ended. */
  noteExited(runner: RunnerProcess, lost: boolean): void {
    this.#alive.delete(runner);
    if (this.#closed && this.#alive.size === 0) this.#onEmpty?.();
    if (lost) this.killed += 1;
    if (runner.startFailure !== undefined) this.#noteFailedStart(runner.startFailure);
    if (!this.#closed) {
      this.#keepSpares();
      this.#tellRoom();
    }
  }

  noteReady(): void {
    this.starts.noteStarted();
  }

  /** Kills every process and starts no more; resolves when none is left. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweep);
    clearTimeout(this.#refill);
    for (const runner of this.#alive) runner.kill({ code: 'shutting_down', detail: 'The server is shutting down.' });
    if (this.#alive.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
  }

  /** Runners that cordons have, without those that are idle and on their way out. */
  #held(): number {
    let held = 0;
    for (const { runners } of this.#holders())
      held += runners.filter(({ state, callsInFlight }) => state !== 'retired' || callsInFlight > 0).length;
    return held;
  }

  #takeSpare(): RunnerProcess | undefined {
    const at = this.#spares.findIndex((runner) => runner.state === 'ready');
    const index = at === -1 && this.#spares.length > 0 ? 0 : at;
    return index === -1 ? undefined : this.#spares.splice(index, 1)[0];
  }

  #start(): RunnerProcess | undefined {
    if (!this.starts.mayStart) return undefined;
    const runner = new RunnerProcess(this.#settings, this.#control);
    this.started += 1;
    this.#alive.add(runner);
    return runner;
  }

  #keepSpares(): void {
    clearTimeout(this.#refill);
    this.#refill = undefined;
    while (!this.#closed && this.#spares.length < this.#settings.spares) {
      const runner = this.#start();
      if (!runner) return;
      this.#spares.push(runner);
      runner.listen({
        onReady: () => this.noteReady(),
        onRoom: () => {},
        onExited: (lost) => {
          const at = this.#spares.indexOf(runner);
          if (at !== -1) this.#spares.splice(at, 1);
          this.noteExited(runner, lost);
        },
      });
    }
  }

  /** A machine on which runners do not start is asked less and less often. */
  #noteFailedStart(cause: string): void {
    if (this.#closed) return;
    const backoffMs = this.starts.noteFailed(cause);
    setTimeout(() => {
      if (this.#closed) return;
      this.#keepSpares();
      this.#tellRoom();
    }, backoffMs + 1);
  }

  /** True if a place is free now. A busy runner that was told to end frees its place later. */
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
