// The plugins that share runner processes (usually one plugin), their runners and their queued calls. Main thread. Decision 0001.

import type { HostCalls } from '../../control/capabilities/host-calls.ts';
import { NO_USAGE } from '../../shared/protocol/call.ts';
import { type Failure, HUNG_UP } from '../../shared/protocol/errors.ts';
import { type CallHop, type CallListener, type CallTask, START_WAIT_MS } from '../../shared/protocol/task.ts';
import { BrokerCall, type CallOwner } from '../runner/broker-call.ts';
import { MOST_AHEAD } from '../runner/in-flight.ts';
import type { RunnerListener, RunnerProcess } from '../runner/runner-process.ts';
import { CordonQueue } from './cordon-queue.ts';
import type { CrashRecord } from './crash-record.ts';
import type { Heat } from './heat.ts';
import { Placement, type PlacementOptions } from './placement.ts';
import {
  MOST_PREPARATIONS,
  neverBegun,
  noPlace,
  notStarted,
  quarantined,
  shuttingDown,
  startTooLate,
} from './refusals.ts';
import type { RunnerHolder } from './room.ts';
import type { StartRecord } from './start-record.ts';

/** What a cordon needs of the fleet. */
export interface RunnerSource {
  readonly starts: StartRecord;
  /** A cordon was refused a runner. */
  readonly isShort: boolean;
  /** It starts no more runners. */
  readonly isClosed: boolean;
  /** Runners that cordons may have in addition to those that they have. */
  readonly freePlaces: number;
  take(wanting: RunnerHolder): RunnerProcess | undefined;
  /** As in the fleet. */
  waitsForStart(cordon: RunnerHolder): boolean;
  noteStarted(): void;
  /** A call has ended, so a cordon that was refused a runner may get one now. */
  announceRoom(): void;
  noteExited(runner: RunnerProcess, lost: boolean): void;
  /** A pause of a cordon begins. */
  noteQuarantine(): void;
}

export interface CordonOptions extends PlacementOptions {
  readonly name: string;
  readonly fleet: RunnerSource;
  readonly crashes: CrashRecord;
  readonly heat: Heat;
  /** Called when a call makes its first host request. */
  readonly openHostCalls: (task: CallTask) => HostCalls;
  readonly checkResult: CallOwner['checkResult'];
  /** Dozens of calls may be suspended in one realm of a runner. */
  readonly isCrowded: boolean;
  /** It runs scripts of one caller. */
  readonly isScript: boolean;
  /** Calls after which a runner is replaced. */
  readonly recycleAfterCalls: number;
}

/** A queued call has not begun, so it survives the end of any runner. */
export class Cordon implements CallHop, CallOwner {
  readonly name: string;
  readonly isCrowded: boolean;
  readonly isScript: boolean;
  readonly crashes: CrashRecord;
  readonly runners: RunnerProcess[] = [];
  readonly #options: CordonOptions;
  readonly #placement: Placement;
  readonly #queue = new CordonQueue((call) => this.#giveUpLate(call));
  #callCount = 0;
  #runnerLeftMs = 0;
  /** Plugin → its `concurrencyPerPlugin`. */
  readonly #concurrency = new Map<string, number>();

  constructor(options: CordonOptions) {
    this.name = options.name;
    this.isCrowded = options.isCrowded;
    this.isScript = options.isScript;
    this.crashes = options.crashes;
    this.#options = options;
    this.#placement = new Placement(options);
  }

  get callsQueued(): number {
    return this.#queue.calls.length;
  }

  /** When the first call was queued or a runner last left, whichever is later, so that a cordon that has just had one comes last. Infinite if none is queued. */
  get queuedSinceMs(): number {
    return Math.max(this.#queue.queuedSinceMs, this.#runnerLeftMs);
  }

  /** Its queued calls wait only until a process has started. */
  get waitsForStart(): boolean {
    return this.#options.fleet.waitsForStart(this);
  }

  get heat(): number {
    return this.#options.heat.level;
  }

  /** True if it has no runner, no call and no crash on record. */
  get isForgettable(): boolean {
    return this.runners.length === 0 && this.#callCount === 0 && this.crashes.isBlank;
  }

  /** How many calls may be queued inside one of its runners. */
  get mostAhead(): number {
    return this.#placement.sendsAhead ? MOST_AHEAD : 0;
  }

  execute(task: CallTask, listener: CallListener): () => void {
    const failure = this.crashes.pausedUntilMs > 0 || this.runners.length === 0 ? this.#refusalOf(task) : undefined;
    if (failure) {
      listener.onOutcome({ ok: false, failure, usage: NO_USAGE }, []);
      return () => {};
    }
    this.#concurrency.set(task.route.pluginName, task.route.limits.concurrencyPerPlugin);
    const call = new BrokerCall(task, this, listener);
    this.#callCount += 1;
    this.#options.heat.noteCall(call.queuedSinceMs);
    const runner = this.#queue.calls.length > 0 ? undefined : this.#placement.soonest(this.runners);
    if (runner) this.#run(call, runner);
    else {
      this.#queue.add(call);
      this.pump();
    }
    return () => {
      if (!call.cancel()) this.#refuseQueued(call, HUNG_UP);
    };
  }

  #refusalOf(task: CallTask): Failure | undefined {
    const { retryAfterMs } = this.crashes;
    if (retryAfterMs > 0) return quarantined(task.route.pluginName, retryAfterMs);
    const { isClosed, starts } = this.#options.fleet;
    return this.#isStranded && (isClosed || !starts.mayStart) ? this.#notStarted() : undefined;
  }

  /** Ends runners that hold one of these programs, each after its calls are answered. */
  retireRunners(digests: readonly string[]): void {
    for (const runner of [...this.runners]) if (digests.some((digest) => runner.holds(digest))) runner.retire();
  }

  /** Gets a runner ahead of its first call. False if no process may start now. True if it has one, or if no place is free. */
  isWarmed(): boolean {
    const { isClosed, freePlaces } = this.#options.fleet;
    return this.runners.length > 0 || isClosed || freePlaces <= 0 || this.#addRunner();
  }

  /** Gives queued calls to runners, and starts runners if there are enough queued calls. */
  pump(): void {
    while (this.callsQueued > 0) {
      const runner = this.#runnerForNext();
      if (!runner) return this.#refuseStranded();
      this.#run(this.#queue.shift() as BrokerCall, runner);
    }
  }

  #runnerForNext(): RunnerProcess | undefined {
    const soonest = this.#placement.soonest(this.runners);
    if (soonest) return soonest;
    const concurrency = this.#concurrency.values().reduce((sum, calls) => sum + calls, 0);
    let wanted = this.#placement.runnersWanted(this.#queue.calls.length, this.runners, concurrency);
    while (wanted > 0 && this.#addRunner()) wanted -= 1;
    return this.#placement.soonest(this.runners) ?? this.#placement.leastBusy(this.runners);
  }

  #addRunner(): boolean {
    const { fleet } = this.#options;
    const runner = fleet.take(this);
    if (!runner) return false;
    this.runners.push(runner);
    const listener: RunnerListener = {
      onReady: () => {
        this.pump();
        fleet.noteStarted();
      },
      onRoom: () => {
        if (this.#queue.calls.length > 0) this.pump();
        if (fleet.isShort) fleet.announceRoom();
      },
      onExited: (lost) => this.#onExited(runner, lost),
    };
    runner.listen(listener, this.name, this.isCrowded);
    return true;
  }

  #onExited(runner: RunnerProcess, lost: boolean): void {
    const { fleet } = this.#options;
    this.runners.splice(this.runners.indexOf(runner), 1);
    this.#runnerLeftMs = performance.now();
    // A process that did not start had no program yet, so no plugin is to blame.
    if (lost && runner.wasReady && this.crashes.noteLost()) fleet.noteQuarantine();
    // First, because the fleet offers the free place to all cordons.
    this.#refuseQueuedIfPaused();
    fleet.noteExited(runner, lost);
    this.pump();
  }

  #run(call: BrokerCall, runner: RunnerProcess): void {
    runner.execute(call);
    if (runner.callsSent >= this.#options.recycleAfterCalls) runner.retire();
  }

  openHostCalls(task: CallTask): HostCalls {
    return this.#options.openHostCalls(task);
  }

  checkResult(...[task, resultJson, onChecked]: Parameters<CallOwner['checkResult']>): void {
    this.#options.checkResult(task, resultJson, onChecked);
  }

  onEnded(cpuMs: number, wasSuspended: boolean): void {
    this.#callCount -= 1;
    this.#placement.note(cpuMs, wasSuspended);
  }

  /** Queues a call again, unless its caller has hung up. The queue is pumped when all calls of the runner have been put back. */
  putBack(call: BrokerCall): void {
    if (call.isCancelled) return this.#refuse(call, HUNG_UP);
    if (call.lostPreparations >= MOST_PREPARATIONS) return this.#refuse(call, neverBegun);
    this.#queue.putBack(call);
  }

  /** True if a call would be queued in vain: there is no runner, and none will start, or several starts in a row failed. */
  get #isStranded(): boolean {
    const { isClosed, starts } = this.#options.fleet;
    return this.runners.length === 0 && (isClosed || starts.isHopeless);
  }

  #refuseStranded(): void {
    if (this.#isStranded) for (const call of [...this.#queue.calls]) this.#refuseQueued(call, this.#notStarted());
  }

  #notStarted(): Failure {
    const { isClosed, starts } = this.#options.fleet;
    return isClosed ? shuttingDown : notStarted(starts.trouble?.retryAfterMs);
  }

  #giveUpLate(call: BrokerCall): void {
    const { starts } = this.#options.fleet;
    if (starts.trouble && this.runners.length === 0) return this.#refuseQueued(call, this.#notStarted());
    if (this.waitsForStart) {
      const isTooLate = call.queueMsLeft < -START_WAIT_MS;
      return isTooLate ? this.#refuseQueued(call, startTooLate) : this.#queue.keep(call);
    }
    const isBusy = this.runners.some(({ callsInFlight }) => callsInFlight > 0);
    this.#refuseQueued(call, noPlace(call.limits.queueMs, isBusy));
  }

  #refuseQueuedIfPaused(): void {
    const { retryAfterMs } = this.crashes;
    if (retryAfterMs === 0) return;
    for (const call of [...this.#queue.calls])
      this.#refuseQueued(call, quarantined(call.task.route.pluginName, retryAfterMs));
  }

  #refuseQueued(call: BrokerCall, failure: Failure): void {
    if (this.#queue.remove(call)) this.#refuse(call, failure);
  }

  /** Ends a call that has not begun and is not queued. */
  #refuse(call: BrokerCall, failure: Failure): void {
    this.#callCount -= 1;
    call.refuse(failure);
  }
}
