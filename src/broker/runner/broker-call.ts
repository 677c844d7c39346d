// One call, from the queue of its cordon to its answer. Main thread.
//
//   queued ──▶ running ◀──▶ suspended      what a runner does with it, which the card shows
//     │ ▲         │             │
//     │ └ put back, if its process ends before it has begun
//     └────▶ settled ◀──────────┘          the caller has the outcome; the first one counts

import type { CallProgress } from '../../control/call-card.ts';
import type { HostCalls } from '../../control/capabilities/host-calls.ts';
import { type Outcome, type Usage, usageOfQueued } from '../../shared/protocol/call.ts';
import type { HostReply, HostRequestKind } from '../../shared/protocol/capabilities.ts';
import type { Failure, Violation } from '../../shared/protocol/errors.ts';
import type { Limits } from '../../shared/protocol/limits.ts';
import { machineMs } from '../../shared/protocol/machine-clock.ts';
import type { RunnerMessage } from '../../shared/protocol/messages.ts';
import type { CallListener, CallTask, GuestLogLine } from '../../shared/protocol/task.ts';
import { CallHostRequests, withLastRefusal } from './call-host-requests.ts';
import { GuestLog } from './guest-log.ts';
import { CallBudget } from './message-budget.ts';
import { CHECKED_AT_ONCE, type RunnerOutcome, readOutcome } from './runner-outcome.ts';

/** What a call needs of its cordon. */
export interface CallOwner {
  /** Called at the first host request of a call. */
  openHostCalls(task: CallTask): HostCalls;
  /** The runner has ended before the call began. The call is settled later, or sent to another runner. */
  putBack(call: BrokerCall): void;
  /** A call is settled that was in a runner. */
  onEnded(cpuMs: number, wasSuspended: boolean): void;
  /** Checks a long result in a thread of its own. */
  checkResult(task: CallTask, resultJson: Buffer, onChecked: (failure: Failure | undefined) => void): void;
}

/** What a call needs of its runner. */
export interface CallRunner {
  /** Tells the process that the caller has hung up. */
  cancel(id: number): void;
}

const NO_LINES: readonly GuestLogLine[] = Object.freeze([]);

/** Reports exactly one outcome to its listener. Times are milliseconds of `performance.now()`. */
export class BrokerCall {
  readonly task: CallTask;
  readonly limits: Limits;
  readonly queuedSinceMs = performance.now();
  readonly #owner: CallOwner;
  readonly #listener: CallListener;
  /** Set by the queue: fires if the call is queued for too long. */
  timer: NodeJS.Timeout | undefined;
  /** Processes that ended while they prepared this call. */
  lostPreparations = 0;
  /** Its caller has hung up. */
  isCancelled = false;
  #isSettled = false;
  /** Number of the call, and of its tool, in its runner. */
  id = 0;
  tool = 0;
  #runner: CallRunner | undefined;
  #progress: CallProgress = 'queued';
  #sentMs = 0;
  /** Since when its runner prepares it; 0 if it does not. */
  preparingSinceMs = 0;
  begunAtMs = 0;
  #endedAtMs = 0;
  /** It was suspended at least once. */
  #wasSuspended = false;
  #log: GuestLog | undefined;
  #budget: CallBudget | undefined;
  #requests: CallHostRequests | undefined;

  constructor(task: CallTask, owner: CallOwner, listener: CallListener) {
    this.task = task;
    this.limits = task.route.limits;
    this.#owner = owner;
    this.#listener = listener;
  }

  get progress(): CallProgress {
    return this.#progress;
  }

  /** Milliseconds for which it may still be queued. */
  get queueMsLeft(): number {
    return this.task.queueMs - (performance.now() - this.queuedSinceMs);
  }

  /** A runner has taken it. */
  noteSent(id: number, tool: number, runner: CallRunner): void {
    this.id = id;
    this.tool = tool;
    this.#runner = runner;
    this.#sentMs = performance.now();
    this.#budget = undefined;
  }

  /** Its caller has hung up. True if it is in a runner, which will end it. */
  cancel(): boolean {
    this.isCancelled = true;
    this.#runner?.cancel(this.id);
    return this.#runner !== undefined;
  }

  /** Its turn has come, and its runner prepares it. The call's own clock does not run yet. */
  prepare(): void {
    if (this.preparingSinceMs === 0) this.preparingSinceMs = performance.now();
  }

  /** A suspended call resumes first, so its runner does not prepare this one for now. */
  stepBack(): void {
    this.preparingSinceMs = 0;
  }

  begin(): void {
    this.#progress = 'running';
    this.preparingSinceMs = 0;
    this.begunAtMs = performance.now();
  }

  suspend(): void {
    this.#progress = 'suspended';
    this.#wasSuspended = true;
  }

  resume(): void {
    this.#progress = 'running';
  }

  /** False for a message that the real runner would not send about this call, or not that often. It may send a result at any time. */
  allows(message: Exclude<RunnerMessage, { t: 'done' }>, bodyBytes: number): boolean {
    if (message.t === 'failed') return message.code !== 'cancelled' || this.isCancelled;
    this.#budget ??= new CallBudget(this.limits);
    return this.#budget.take(message, bodyBytes);
  }

  /** Ignored if the call has not begun or has ended. */
  hostRequest(id: number, kind: HostRequestKind, text: string, onAnswer: (answer: HostReply) => void): void {
    if (this.#endedAtMs > 0 || this.#progress === 'queued') return;
    this.#requests ??= new CallHostRequests(this.#owner.openHostCalls(this.task));
    this.#requests.request(id, kind, text, onAnswer);
  }

  cancelHostRequest(id: number): void {
    this.#requests?.cancel(id);
  }

  /** Keeps a line of the guest. A report of progress is passed on at once with the lines before it; other lines leave with the answer. */
  log(message: RunnerMessage & { t: 'log' | 'progress' | 'logFull' }, body: string): void {
    if (this.#isSettled || this.#progress === 'queued') return;
    this.#log ??= new GuestLog(this.limits, this.task.route);
    if (message.t === 'logFull') return this.#log.noteFull(message.limit, message.lines);
    const atMs = Math.min(message.atMs, this.#elapsedMs);
    if (message.t === 'log') return this.#log.write({ level: message.level, text: body, atMs });
    if (!this.#log.progress(body, atMs)) return;
    const lines = this.#log.take();
    if (lines.length > 0) this.#listener.onLines(lines);
  }

  /**
   * Its runner has answered: its clock stops and its host requests end. `refusedRequest`: the host request whose refusal ended the call, by the
   * runner. Calls `onClosed` back, perhaps at once, when all host requests have ended.
   */
  end(refusedRequest: number | undefined, onClosed: () => void): void {
    if (this.#endedAtMs === 0) {
      this.#endedAtMs = performance.now();
      this.#requests?.end(refusedRequest);
    }
    if (this.#requests) this.#requests.whenClosed(onClosed);
    else onClosed();
  }

  /** Reads the runner's answer, untrusted. `verified`: the violations of the arguments that it claims and that hold. */
  read(
    message: RunnerMessage & { t: 'done' | 'failed' },
    body: Buffer,
    verified: readonly Violation[] = [],
  ): RunnerOutcome {
    return readOutcome(message, body, { limits: this.limits, refused: this.#requests?.closing?.failure, verified });
  }

  /** The first outcome counts. */
  settle(outcome: RunnerOutcome): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#runner = undefined;
    this.end(undefined, () => this.#report(outcome));
  }

  /** Its runner has ended before it began. */
  putBack(): void {
    if (this.#isSettled) return;
    if (this.#progress !== 'queued') throw new Error('a call that has begun was to be put back');
    this.#runner = undefined;
    if (this.preparingSinceMs > 0) this.lostPreparations += 1;
    this.preparingSinceMs = 0;
    this.#owner.putBack(this);
  }

  /** Ends a call that is in no runner and has not begun. */
  refuse(failure: Failure): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const usage = usageOfQueued(performance.now() - this.queuedSinceMs);
    this.#listener.onOutcome({ ok: false, failure, usage }, NO_LINES);
  }

  #report(outcome: RunnerOutcome): void {
    this.#owner.onEnded(outcome.cpuMs, this.#wasSuspended);
    const usage = this.#usageOf(outcome);
    const lines = this.#log || this.#requests ? this.#lastLines() : NO_LINES;
    const report: Outcome = outcome.ok
      ? { ok: true, resultJson: outcome.resultJson, usage }
      : { ok: false, failure: this.#trueFailure(outcome.failure), usage };
    if (!report.ok || report.resultJson.length <= CHECKED_AT_ONCE) return this.#listener.onOutcome(report, lines);
    this.#owner.checkResult(this.task, report.resultJson, (failure) =>
      this.#listener.onOutcome(failure ? { ok: false, failure, usage } : report, lines),
    );
  }

  /** Time in which the store held the call up is not the plugin's, and a refused request is named even if the tool's own error hides it. */
  #trueFailure(failure: Failure): Failure {
    const closing = this.#requests?.closing;
    const heldUp = failure.code === 'exceeded_wall_time' ? closing?.failureAtWall : undefined;
    return heldUp ?? withLastRefusal(failure, closing);
  }

  /** The refusals of the host and the lines that were not passed on yet. */
  #lastLines(): readonly GuestLogLine[] {
    const atMs = this.#elapsedMs;
    const denied = this.#requests?.denialLines(atMs) ?? NO_LINES;
    this.#log?.end(this.task.route.pluginName, atMs);
    return [...denied, ...(this.#log?.take() ?? NO_LINES)];
  }

  get #elapsedMs(): number {
    return this.begunAtMs === 0 ? 0 : Math.ceil((this.#endedAtMs || performance.now()) - this.begunAtMs);
  }

  #usageOf({ cpuMs, heapBytes, hostCalls }: RunnerOutcome): Usage {
    const begunMs = this.begunAtMs || this.#sentMs;
    const closing = this.#requests?.closing;
    return {
      queueMs: begunMs - this.queuedSinceMs,
      runMs: (this.#endedAtMs || performance.now()) - begunMs,
      cpuMs,
      ...(heapBytes === undefined ? {} : { heapBytes }),
      ...(hostCalls === undefined ? {} : { hostCalls }),
      ...(closing && { hostRequests: closing.totals }),
      ...(this.task.trace?.isRecorded && { times: { begunMs: machineMs(begunMs), ...closing?.traced } }),
    };
  }
}
