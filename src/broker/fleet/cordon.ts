// The plugins that share runner processes, usually just one: its runners, and the calls that wait for a place in one.
// A call that still waits here has not begun; it survives the death of any runner.

import type { Effects } from '../../control/capabilities/effects.ts';
import { lostFailure } from '../../control/kill-reasons.ts';
import type { Usage } from '../../protocol/call.ts';
import type { Failure } from '../../protocol/errors.ts';
import type { CheckedProgram } from '../../protocol/program.ts';
import type { CallReport, CallTask, GuestLogLine } from '../../protocol/task.ts';
import type { PendingCall, RunnerAnswer } from '../runner/pending-call.ts';
import type { RunnerListener, RunnerProcess } from '../runner/runner-process.ts';
import type { CrashRecord } from './crash-record.ts';
import type { Fleet } from './fleet.ts';
import { Placement, type PlacementOptions } from './placement.ts';

/** Told of a call. */
export interface CallListener {
  /** Lines of its log that come before its end. */
  readonly onLines: (lines: readonly GuestLogLine[]) => void;
  /** Its end, exactly once. */
  readonly onReport: (report: CallReport) => void;
}

/** Processes that may end while they get ready for one and the same call. */
const MOST_PREPARATIONS = 3;

interface WaitingCall {
  readonly task: CallTask;
  readonly program: CheckedProgram;
  readonly sinceMs: number;
  timer: NodeJS.Timeout | undefined;
  readonly listener: CallListener;
  cancelRunning: (() => void) | undefined;
  /** Processes that ended while they got ready for it. */
  lostPreparations: number;
}

export interface CordonOptions extends PlacementOptions {
  readonly name: string;
  readonly fleet: Fleet;
  readonly crashes: CrashRecord;
  /** Called with a call that asks something of the host, for its first question. */
  readonly openEffects: (task: CallTask) => Effects;
  /** Calls wait in its runners by the dozen, in one realm. */
  readonly isCrowded: boolean;
  /** Calls after which a runner is replaced. */
  readonly recycleAfterCalls: number;
}

export class Cordon {
  readonly name: string;
  readonly runners: RunnerProcess[] = [];
  readonly #options: CordonOptions;
  readonly #placement: Placement;
  readonly #waiting: WaitingCall[] = [];
  /** Calls that have not ended. */
  #callCount = 0;
  #runnerLeftMs = 0;
  /** Plugin → calls of it that may run at a time. */
  readonly #concurrency = new Map<string, number>();

  constructor(options: CordonOptions) {
    this.name = options.name;
    this.#options = options;
    this.#placement = new Placement(options);
  }

  get crashes(): CrashRecord {
    return this.#options.crashes;
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Since when calls wait and no runner has left: who had one last comes last. Infinite where nobody waits. */
  get waitingSinceMs(): number {
    return Math.max(this.#waiting[0]?.sinceMs ?? Number.POSITIVE_INFINITY, this.#runnerLeftMs);
  }

  /** True if it has neither a runner nor a call, and nothing is held against its plugins. */
  get isForgettable(): boolean {
    return this.runners.length === 0 && this.#callCount === 0 && this.crashes.isBlank;
  }

  /** Runs a call in one of the cordon's runners and reports its end exactly once. Returns how to stop it where nobody waits for it any more. */
  execute(task: CallTask, program: CheckedProgram, listener: CallListener): () => void {
    const refusal = this.#refusalOf(task);
    if (refusal) {
      listener.onReport(refused(refusal, 0));
      return () => {};
    }
    this.#concurrency.set(task.route.pluginName, task.route.limits.concurrencyPerPlugin);
    const call: WaitingCall = {
      task,
      program,
      sinceMs: performance.now(),
      listener,
      timer: undefined,
      cancelRunning: undefined,
      lostPreparations: 0,
    };
    this.#callCount += 1;
    const runner = this.#waiting.length === 0 ? this.#placement.soonest(this.runners) : undefined;
    if (runner) this.#run(call, runner);
    else {
      call.timer = setTimeout(() => this.#giveUpWaiting(call), Math.max(1, task.queueMs));
      this.#waiting.push(call);
      this.pump();
    }
    return () => this.#cancel(call);
  }

  #refusalOf(task: CallTask): Failure | undefined {
    const { crashes, fleet } = this.#options;
    if (crashes.retryAfterMs > 0) return quarantined(task, crashes.retryAfterMs);
    return this.#isStranded && !fleet.starts.mayStart ? this.#notStarted() : undefined;
  }

  #cancel(call: WaitingCall): void {
    if (call.cancelRunning) call.cancelRunning();
    else this.#settleWaiting(call, { code: 'cancelled', detail: 'The caller hung up before the call began.' });
  }

  /** Ends runners that hold one of these programs, each once its calls are answered. */
  retireRunners(digests: readonly string[]): void {
    for (const runner of [...this.runners]) if (digests.some((digest) => runner.holds(digest))) runner.retire();
  }

  /** Gives waiting calls to runners with room, starting runners where more are wanted. */
  pump(): void {
    while (this.#waiting.length > 0) {
      const runner = this.#runnerForNext();
      if (!runner) return this.#refuseStranded();
      this.#run(this.#waiting.shift() as WaitingCall, runner);
    }
  }

  #runnerForNext(): RunnerProcess | undefined {
    const soonest = this.#placement.soonest(this.runners);
    if (soonest) return soonest;
    const concurrency = this.#concurrency.values().reduce((sum, calls) => sum + calls, 0);
    let wanted = this.#placement.runnersWanted(this.#waiting.length, this.runners, concurrency);
    while (wanted > 0 && this.#addRunner()) wanted -= 1;
    return this.#placement.soonest(this.runners) ?? this.#placement.leastBusy(this.runners);
  }

  #addRunner(): boolean {
    const runner = this.#options.fleet.take(this);
    if (!runner) return false;
    this.runners.push(runner);
    const listener: RunnerListener = {
      onReady: () => {
        this.#options.fleet.noteReady();
        this.pump();
      },
      onRoom: () => {
        this.pump();
        this.#options.fleet.noteRoom();
      },
      onExited: (lost) => {
        this.runners.splice(this.runners.indexOf(runner), 1);
        this.#runnerLeftMs = performance.now();
        // A process that did not start says nothing of the plugin: it had seen none of it.
        if (lost && runner.wasReady) this.#options.crashes.noteLost();
        this.#options.fleet.noteExited(runner, lost);
        this.#refuseWaitingIfPaused();
        this.pump();
      },
    };
    const { isCrowded } = this.#options;
    runner.listen(listener, this.name, isCrowded);
    return true;
  }

  #run(call: WaitingCall, runner: RunnerProcess): void {
    clearTimeout(call.timer);
    const sentMs = performance.now();
    const openEffects = (): Effects => this.#options.openEffects(call.task);
    const onAnswer = (answer: RunnerAnswer | 'not_begun', pending: PendingCall): void => {
      if (answer === 'not_begun') this.#putBack(call, pending);
      else this.#onAnswer(call, answer, pending, sentMs);
    };
    call.cancelRunning = runner.call(call.task, call.program, {
      openEffects,
      onLines: call.listener.onLines,
      onAnswer,
    });
    if (runner.callsServed + runner.callsInFlight >= this.#options.recycleAfterCalls) runner.retire();
  }

  #onAnswer(call: WaitingCall, answer: RunnerAnswer, pending: PendingCall, sentMs: number): void {
    call.cancelRunning = undefined;
    this.#callCount -= 1;
    this.#placement.note(answer.cpuMs, pending.hasWaited);
    const begunMs = pending.begunAtMs || sentMs;
    const { cpuMs, heapBytes, hostCalls } = answer;
    const { reach } = pending;
    const usage: Usage = {
      queueMs: begunMs - call.sinceMs,
      runMs: (pending.endedAtMs || performance.now()) - begunMs,
      cpuMs,
      ...(heapBytes === undefined ? {} : { heapBytes }),
      ...(hostCalls === undefined ? {} : { hostCalls }),
      ...(reach && { reach }),
    };
    const log = pending.endLog(call.task.route.pluginName);
    call.listener.onReport({ outcome: outcomeOf(answer, usage), log, hasWaited: pending.hasWaited });
  }

  /** The runner died before the call's turn came: it waits again, first in line, for what is left of its time. */
  #putBack(call: WaitingCall, { preparingSinceMs }: PendingCall): void {
    if (preparingSinceMs > 0) call.lostPreparations += 1;
    if (call.lostPreparations >= MOST_PREPARATIONS) return this.#giveUp(call, neverBegun);
    const leftMs = call.task.queueMs - (performance.now() - call.sinceMs);
    call.cancelRunning = undefined;
    call.timer = setTimeout(() => this.#giveUpWaiting(call), Math.max(1, leftMs));
    this.#waiting.unshift(call);
    this.pump();
  }

  /** It has no runner, and none has started for a while: whoever waits would wait in vain. */
  get #isStranded(): boolean {
    return this.#options.fleet.starts.isHopeless && this.runners.length === 0;
  }

  #refuseStranded(): void {
    if (this.#isStranded) for (const call of [...this.#waiting]) this.#settleWaiting(call, this.#notStarted());
  }

  #notStarted(): Failure {
    const { retryAfterMs = 0 } = this.#options.fleet.starts.trouble ?? {};
    return {
      code: 'runner_not_started',
      detail:
        'The server could not start a process for this tool. This is a fault of the server, not of the call or the tool; its operator finds the cause in the log and with "toolcell doctor".',
      ...(retryAfterMs > 0 && { retryAfterMs }),
    };
  }

  #giveUpWaiting(call: WaitingCall): void {
    const { starts } = this.#options.fleet;
    if (starts.trouble && this.runners.length === 0) return this.#settleWaiting(call, this.#notStarted());
    const isBusy = this.runners.some(({ callsInFlight }) => callsInFlight > 0);
    this.#settleWaiting(call, noPlace(call.task.route.limits.queueMs, isBusy));
  }

  #settleWaiting(call: WaitingCall, failure: Failure): void {
    const at = this.#waiting.indexOf(call);
    if (at === -1) return;
    this.#waiting.splice(at, 1);
    this.#giveUp(call, failure);
  }

  /** Ends a call that has not begun and waits in no line. */
  #giveUp(call: WaitingCall, failure: Failure): void {
    clearTimeout(call.timer);
    this.#callCount -= 1;
    call.listener.onReport(refused(failure, performance.now() - call.sinceMs));
  }

  #refuseWaitingIfPaused(): void {
    const { retryAfterMs } = this.#options.crashes;
    if (retryAfterMs === 0) return;
    for (const call of [...this.#waiting]) this.#settleWaiting(call, quarantined(call.task, retryAfterMs));
  }
}

/** Why a call found no place in time. `isBusy`: other calls of the plugin have places. */
const noPlace = (queueMs: number, isBusy: boolean): Failure => ({
  code: 'overloaded',
  limit: 'queueMs',
  allowed: queueMs,
  retryAfterMs: 1_000,
  detail: isBusy
    ? `Other calls of this plugin took all its places for ${queueMs} ms. Call again later.`
    : `No process for this plugin was ready within ${queueMs} ms: the machine is too busy. Call again later.`,
});

/** Every process that was to run a call ended before the call began. */
const neverBegun: Failure = lostFailure(
  `${MOST_PREPARATIONS} runner processes ended before this call could begin. It has done nothing; call again later.`,
);

const outcomeOf = (answer: RunnerAnswer, usage: CallReport['outcome']['usage']): CallReport['outcome'] =>
  answer.ok ? { ok: true, resultJson: answer.resultJson, usage } : { ok: false, failure: answer.failure, usage };

const refused = (failure: Failure, queueMs: number): CallReport => ({
  outcome: { ok: false, failure, usage: { queueMs, runMs: 0, cpuMs: 0 } },
  log: [],
  hasWaited: false,
});

const quarantined = (task: CallTask, retryAfterMs: number): Failure => ({
  code: 'quarantined',
  retryAfterMs,
  detail: `The plugin ${task.route.pluginName} has stopped its process several times and is paused for ${Math.ceil(retryAfterMs / 1000)} s. Use another tool, or call again after that.`,
});
