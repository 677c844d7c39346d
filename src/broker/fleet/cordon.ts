// The plugins that share runner processes (usually one plugin), their runners and their queued calls. Main thread.

import type { HostCalls } from '../../control/capabilities/host-calls.ts';
import { NO_USAGE } from '../../shared/protocol/call.ts';
import { type Failure, HUNG_UP } from '../../shared/protocol/errors.ts';
import type { CallHop, CallListener, CallTask } from '../../shared/protocol/task.ts';
import { MOST_AHEAD } from '../runner/in-flight.ts';
import type { RunnerListener, RunnerProcess } from '../runner/runner-process.ts';
import { CordonCall } from './cordon-call.ts';
import { CordonQueue } from './cordon-queue.ts';
import type { CrashRecord } from './crash-record.ts';
import type { Fleet } from './fleet.ts';
import { Placement, type PlacementOptions } from './placement.ts';
import { MOST_PREPARATIONS, neverBegun, noPlace, notStarted, quarantined } from './refusals.ts';

export interface CordonOptions extends PlacementOptions {
  readonly name: string;
  readonly fleet: Fleet;
  readonly crashes: CrashRecord;
  /** Called when a call makes its first host request. */
  readonly openHostCalls: (task: CallTask) => HostCalls;
  /** Dozens of calls may be suspended in one realm of a runner. */
  readonly isCrowded: boolean;
  /** Calls after which a runner is replaced. */
  readonly recycleAfterCalls: number;
}

/** A queued call has not begun, so it survives the end of any runner. */
export class Cordon implements CallHop<CallListener> {
  readonly name: string;
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
    this.#options = options;
    this.#placement = new Placement(options);
  }

  get crashes(): CrashRecord {
    return this.#options.crashes;
  }

  get hasQueued(): boolean {
    return this.#queue.size > 0;
  }

  /** When the first call was queued or a runner last left, whichever is later, so that a cordon that has just had one comes last. Infinite if none is queued. */
  get queuedSinceMs(): number {
    return Math.max(this.#queue.queuedSinceMs, this.#runnerLeftMs);
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
    const failure = this.#refusalOf(task);
    if (failure) {
      listener.onOutcome({ ok: false, failure, usage: NO_USAGE }, []);
      return () => {};
    }
    this.#concurrency.set(task.route.pluginName, task.route.limits.concurrencyPerPlugin);
    const call = new CordonCall(task, this, listener);
    this.#callCount += 1;
    const runner = this.hasQueued ? undefined : this.#placement.soonest(this.runners);
    if (runner) this.#run(call, runner);
    else {
      this.#queue.add(call);
      this.pump();
    }
    return () => this.#cancel(call);
  }

  #refusalOf(task: CallTask): Failure | undefined {
    const { crashes, fleet } = this.#options;
    if (crashes.retryAfterMs > 0) return quarantined(task.route.pluginName, crashes.retryAfterMs);
    return this.#isStranded && !fleet.starts.mayStart ? this.#notStarted() : undefined;
  }

  #cancel(call: CordonCall): void {
    if (!call.cancelRunning()) this.#refuseQueued(call, HUNG_UP);
  }

  /** Ends runners that hold one of these programs, each after its calls are answered. */
  retireRunners(digests: readonly string[]): void {
    for (const runner of [...this.runners]) if (digests.some((digest) => runner.holds(digest))) runner.retire();
  }

  /** Gives queued calls to runners, and starts runners if there are enough queued calls. */
  pump(): void {
    while (this.hasQueued) {
      const runner = this.#runnerForNext();
      if (!runner) return this.#refuseStranded();
      this.#run(this.#queue.shift() as CordonCall, runner);
    }
  }

  #runnerForNext(): RunnerProcess | undefined {
    const soonest = this.#placement.soonest(this.runners);
    if (soonest) return soonest;
    const concurrency = this.#concurrency.values().reduce((sum, calls) => sum + calls, 0);
    let wanted = this.#placement.runnersWanted(this.#queue.size, this.runners, concurrency);
    while (wanted > 0 && this.#addRunner()) wanted -= 1;
    return this.#placement.soonest(this.runners) ?? this.#placement.leastBusy(this.runners);
  }

  #addRunner(): boolean {
    const runner = this.#options.fleet.take(this);
    if (!runner) return false;
    this.runners.push(runner);
    const listener: RunnerListener = {
      onReady: () => {
        this.#options.fleet.starts.noteStarted();
        this.pump();
      },
      onRoom: () => {
        this.pump();
        this.#options.fleet.noteRoom();
      },
      onExited: (lost) => this.#onExited(runner, lost),
    };
    runner.listen(listener, this.name, this.#options.isCrowded);
    return true;
  }

  #onExited(runner: RunnerProcess, lost: boolean): void {
    this.runners.splice(this.runners.indexOf(runner), 1);
    this.#runnerLeftMs = performance.now();
    // A process that did not start had no program yet, so no plugin is to blame.
    if (lost && runner.wasReady && this.#options.crashes.noteLost()) this.#options.fleet.quarantines += 1;
    this.#options.fleet.noteExited(runner, lost);
    this.#refuseQueuedIfPaused();
    this.pump();
  }

  #run(call: CordonCall, runner: RunnerProcess): void {
    call.sendTo(runner);
    if (runner.callsServed + runner.callsInFlight >= this.#options.recycleAfterCalls) runner.retire();
  }

  openHostCalls(task: CallTask): HostCalls {
    return this.#options.openHostCalls(task);
  }

  onEnded(cpuMs: number, wasSuspended: boolean): void {
    this.#callCount -= 1;
    this.#placement.note(cpuMs, wasSuspended);
  }

  /** Queues a call again whose process ended before it began, unless its caller has hung up. The queue is pumped when all have been put back. */
  putBack(call: CordonCall, isCancelled: boolean): void {
    if (isCancelled) return this.#refuse(call, HUNG_UP);
    if (call.lostPreparations >= MOST_PREPARATIONS) return this.#refuse(call, neverBegun);
    this.#queue.putBack(call);
  }

  /** True if a call would be queued in vain: there is no runner, and several starts in a row failed. */
  get #isStranded(): boolean {
    return this.#options.fleet.starts.isHopeless && this.runners.length === 0;
  }

  #refuseStranded(): void {
    if (this.#isStranded) for (const call of this.#queue.snapshot()) this.#refuseQueued(call, this.#notStarted());
  }

  #notStarted(): Failure {
    return notStarted(this.#options.fleet.starts.trouble?.retryAfterMs);
  }

  #giveUpLate(call: CordonCall): void {
    const { starts } = this.#options.fleet;
    if (starts.trouble && this.runners.length === 0) return this.#refuseQueued(call, this.#notStarted());
    const isBusy = this.runners.some(({ callsInFlight }) => callsInFlight > 0);
    this.#refuseQueued(call, noPlace(call.task.route.limits.queueMs, isBusy));
  }

  #refuseQueuedIfPaused(): void {
    const { retryAfterMs } = this.#options.crashes;
    if (retryAfterMs === 0) return;
    for (const call of this.#queue.snapshot())
      this.#refuseQueued(call, quarantined(call.task.route.pluginName, retryAfterMs));
  }

  #refuseQueued(call: CordonCall, failure: Failure): void {
    if (this.#queue.remove(call)) this.#refuse(call, failure);
  }

  /** Ends a call that has not begun and is not queued. */
  #refuse(call: CordonCall, failure: Failure): void {
    this.#callCount -= 1;
    call.refuse(failure);
  }
}
