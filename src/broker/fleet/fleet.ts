// All runner processes of the broker: keeps their number under the cap, keeps spares, and decides which runner makes room. Main thread.
// Decisions 0060 and 0067.

import type { Control } from '../../control/control.ts';
import type { MemoryLeft } from '../../shared/machine/memory-limit.ts';
import type { Notice, RunnerEnd } from '../../shared/protocol/task.ts';
import { RunnerProcess } from '../runner/runner-process.ts';
import type { BrokerSettings } from '../runner/settings.ts';
import type { RunnerSource } from './cordon.ts';
import { MemoryPlaces } from './memory-places.ts';
import { Pressure } from './pressure.ts';
import { isOwed, type RunnerHolder, roomFor } from './room.ts';
import { ScriptShare } from './script-share.ts';
import { StartRecord } from './start-record.ts';

const SWEEP_EVERY_MS = 1_000;
/** Delay before a taken spare is replaced. A process that starts at once would take CPU from the call that the spare was taken for. */
const REFILL_AFTER_MS = 100;
/** Processes that start at a time, for each core: more would make all of them late, and the calls that run. */
const STARTS_PER_CORE = 2;
/** If all places are in use, at most this share of them waits for processes that start, so that the other plugins keep their runners. */
const STARTING_SHARE = 1 / 8;
/** Delay of another look if memory was short. What ends gives its memory back a moment later. */
const LOOK_AGAIN_MS = 50;

export interface FleetOptions {
  /** Absent if nothing limits the memory. */
  readonly memoryLeft?: MemoryLeft | undefined;
  /** A cordon that was refused a runner may get one now. */
  readonly onRoom: () => void;
  readonly onNotice: (notice: Notice) => void;
}

/** Cordons never have more than `settings.runners` runners, not counting retired ones without calls. Its timers run until {@link close}. */
export class Fleet implements RunnerSource {
  readonly #settings: BrokerSettings;
  readonly #control: Control;
  readonly starts: StartRecord;
  readonly #holders: () => Iterable<RunnerHolder>;
  readonly #onRoom: () => void;
  readonly #onNotice: (notice: Notice) => void;
  readonly #onFault: (error: unknown) => void;
  readonly #pressure: Pressure;
  readonly #spares: RunnerProcess[] = [];
  readonly #alive = new Set<RunnerProcess>();
  readonly #memory: MemoryPlaces;
  readonly #sweep: NodeJS.Timeout;
  #refill: NodeJS.Timeout | undefined;
  #lookAgain: NodeJS.Timeout | undefined;
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
    { onRoom, onNotice, memoryLeft }: FleetOptions,
  ) {
    this.#settings = settings;
    this.#control = control;
    this.starts = new StartRecord((text) => onNotice({ level: 'error', text }));
    this.#memory = new MemoryPlaces({ most: settings.runners, left: memoryLeft });
    this.#pressure = new Pressure(settings.runners);
    this.#holders = holders;
    this.#onRoom = onRoom;
    this.#onNotice = onNotice;
    this.#onFault = (error) => onNotice({ level: 'error', text: faultText(error) });
    this.#sweep = setInterval(() => this.#lookAround(), SWEEP_EVERY_MS);
    this.#keepSpares();
  }

  get spares(): readonly RunnerProcess[] {
    return this.#spares;
  }

  get evictions(): Pressure['evictions'] {
    return this.#pressure.evictions;
  }

  /** Places for runners of cordons that are free. A retired runner without calls is about to end and takes none. */
  get freePlaces(): number {
    const used = this.#used();
    const fitting = this.#fittingPlaces;
    // Without any runner no call would ever run.
    return Math.min(this.#memory.places - used, used === 0 ? Math.max(1, fitting) : fitting);
  }

  get #fittingPlaces(): number {
    return this.#spares.length + this.#memory.fitting(this.#alive);
  }

  /** Fewer runners fit into the memory than the operator allows. */
  get #isBoundByMemory(): boolean {
    return this.#fittingPlaces < this.#settings.runners - this.#used();
  }

  #used(): number {
    let used = 0;
    for (const { runners } of this.#holders())
      used += runners.filter(({ state, callsInFlight }) => state !== 'retired' || callsInFlight > 0).length;
    return used;
  }

  /**
   * A spare runner for a cordon, or a new one if no spare is left. Undefined if `pool.runners` are in use, or as many as fit into the memory, and
   * none of them can be ended now, or if as many processes are starting as may start at a time.
   */
  take(wanting: RunnerHolder): RunnerProcess | undefined {
    if (this.isClosed) return undefined;
    const { freePlaces } = this;
    const scripts = new ScriptShare(this.#holders(), this.#memory.places);
    const hasPlace = freePlaces > 0 && !scripts.isSpentFor(wanting);
    const mayTake =
      this.#hasProcess(freePlaces) &&
      (hasPlace
        ? !isOwed(wanting, scripts.entitled(), freePlaces)
        : this.#makeRoom(wanting, scripts.thatGiveWayTo(wanting)));
    if (!mayTake) {
      this.isShort = true;
      if (this.#memory.fitting(this.#alive) < 1) this.#lookAgainSoon();
      return undefined;
    }
    const runner = this.#takeSpare() ?? this.#start();
    runner.heldSinceMs = performance.now();
    this.#refillSoon();
    return runner;
  }

  /**
   * True if the queued calls of a cordon wait only until a process has started: its own, or others that come first. Not if such calls already
   * take half of the places to run, which calls need that have a runner.
   */
  waitsForStart(cordon: RunnerHolder): boolean {
    if (cordon.runners.some(({ state }) => state === 'starting')) return true;
    const { runners, callsPerRunner } = this.#settings;
    if (!this.starts.mayStart) return false;
    const { freePlaces } = this;
    if (this.#hasProcess(freePlaces) && !this.#isTurnComing(freePlaces)) return false;
    let waiting = 0;
    for (const holder of this.#holders())
      if (!holder.runners.some(({ state }) => state === 'ready')) waiting += holder.callsQueued;
    return waiting <= (runners * callsPerRunner) / 2;
  }

  /** Memory allows fewer runners than are wanted, and a place of theirs is free or about to be. */
  #isTurnComing(freePlaces: number): boolean {
    return this.#isBoundByMemory && (freePlaces > 0 || this.#isAnyLeaving);
  }

  /** True if there is a process for a cordon, or one may be started for it. */
  #hasProcess(freePlaces: number): boolean {
    if (this.#spares.some(({ state }) => state === 'ready')) return true;
    if (this.#spares.length === 0 && !this.#mayStart) return false;
    if (freePlaces > 0) return true;
    const held = this.#starting() - this.#spares.length;
    return !this.#waitsForMemory && held < Math.max(1, Math.floor(this.#settings.runners * STARTING_SHARE));
  }

  get #mayStart(): boolean {
    return this.starts.mayStart && this.#starting() < STARTS_PER_CORE * this.#settings.cores;
  }

  #starting(): number {
    let starting = 0;
    for (const { state } of this.#alive) if (state === 'starting') starting += 1;
    return starting;
  }

  /** A process has started, so another may start. */
  noteStarted(): void {
    this.starts.noteStarted();
    this.#memory.noteChanged();
    if (this.isShort) this.announceRoom();
    if (!this.isClosed) this.#refillSoon();
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
    // Those who ask inspect few bundles at a time.
    const runner = this.#takeSpare() ?? (this.starts.mayStart ? this.#start() : undefined);
    this.#keepSpares();
    return runner;
  }

  /** One of the processes has ended; `lost` as in RunnerListener. */
  noteExited(runner: RunnerProcess, lost: boolean): void {
    this.#alive.delete(runner);
    this.#memory.noteChanged();
    if (this.isClosed && this.#alive.size === 0) this.#onEmpty?.();
    if (lost) this.killed += 1;
    this.ends[runner.end] = (this.ends[runner.end] ?? 0) + 1;
    if (runner.end === 'out_of_memory') this.#memory.noteTaken(this.#used());
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
    clearTimeout(this.#lookAgain);
    for (const runner of this.#alive) runner.kill({ code: 'shutting_down', detail: 'The server is shutting down.' });
    if (this.#alive.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
  }

  #takeSpare(): RunnerProcess | undefined {
    const ready = this.#spares.findIndex((runner) => runner.state === 'ready');
    return this.#spares.splice(Math.max(ready, 0), 1)[0];
  }

  #start(): RunnerProcess {
    const runner = new RunnerProcess(this.#settings, this.#control, this.#onFault);
    this.started += 1;
    this.#alive.add(runner);
    return runner;
  }

  #sparesWanted(nowMs: number): number {
    const { spares } = this.#settings;
    return spares === 0 ? 0 : spares + this.#pressure.moreSpares(nowMs);
  }

  #refillSoon(): void {
    this.#refill ??= setTimeout(() => this.#keepSpares(), REFILL_AFTER_MS);
  }

  /** A spare that starts leaves room for one more, so that it keeps no cordon waiting. The first process of all is one. */
  get #mayStartSpare(): boolean {
    return this.#alive.size === 0 || this.#memory.fitting(this.#alive) >= 2;
  }

  #keepSpares(): void {
    clearTimeout(this.#refill);
    this.#refill = undefined;
    const wanted = this.#memory.isShort ? 0 : this.#sparesWanted(performance.now());
    while (!this.isClosed && this.#spares.length < wanted && this.#mayStart && this.#mayStartSpare) {
      const runner = this.#start();
      this.#spares.push(runner);
      runner.listen({
        onReady: () => this.noteStarted(),
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

  /**
   * Retires a runner. True if its place is free now; a busy runner frees its place when its calls have ended, and while memory is short any runner
   * only when it has ended.
   */
  #makeRoom(wanting: RunnerHolder, holders = this.#holders()): boolean {
    const room = roomFor(wanting, holders);
    if (!room) return false;
    this.#pressure.note(room.reason, performance.now());
    room.runner.retire();
    return room.reason !== 'busy' && this.#canSwap;
  }

  /** A process may start while the one that made room for it is still there. */
  get #canSwap(): boolean {
    return this.#spares.length > 0 || this.#memory.hasRoomToSwap(this.#alive);
  }

  /** A process is about to give the memory back that the next one needs. */
  get #waitsForMemory(): boolean {
    return !this.#canSwap && this.#isAnyLeaving;
  }

  get #isAnyLeaving(): boolean {
    for (const { state } of this.#alive) if (state === 'retired') return true;
    return false;
  }

  #lookAgainSoon(): void {
    this.#lookAgain ??= setTimeout(() => {
      this.#lookAgain = undefined;
      if (!this.isClosed && this.isShort) this.announceRoom();
    }, LOOK_AGAIN_MS);
  }

  #lookAround(): void {
    this.#retireIdle();
    const nowMs = performance.now();
    const text = this.#pressure.look(nowMs, this.#isBoundByMemory);
    if (text !== undefined) this.#onNotice({ level: 'warn', text });
    this.#endSurplusSpares(nowMs);
    this.#giveMemoryBack();
  }

  /** Ends an idle runner each second while those that run have grown beyond what fits, before the kernel ends a busy one. */
  #giveMemoryBack(): void {
    if (this.#memory.fitting(this.#alive) >= 0 || this.#isAnyLeaving) return;
    const spare = this.#spares.findIndex(({ state }) => state === 'ready');
    if (spare !== -1) return this.#spares.splice(spare, 1)[0]?.retire();
    this.#makeRoom(NOBODY);
  }

  /** Ends spares that are too many now that the pressure is gone. One that still starts would count as a start that failed. */
  #endSurplusSpares(nowMs: number): void {
    while (this.#spares.length > this.#sparesWanted(nowMs)) {
      const ready = this.#spares.findIndex(({ state }) => state === 'ready');
      if (ready === -1) return;
      this.#spares.splice(ready, 1)[0]?.retire();
    }
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

/** Wants no runner itself, and has waited long enough for that of anybody else. */
const NOBODY: RunnerHolder = { runners: [], callsQueued: 0, queuedSinceMs: 0, heat: Number.POSITIVE_INFINITY };

const faultText = (error: unknown): string => {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `this host failed while it handled what a runner had sent, or its end. This is a fault of this host, not of a plugin: ${trace}`;
};
