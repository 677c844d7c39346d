// A call that a cordon has: queued, or in one of its runners. Main thread.

import type { HostCalls } from '../../control/capabilities/host-calls.ts';
import { type Usage, usageOfQueued } from '../../shared/protocol/call.ts';
import type { Failure } from '../../shared/protocol/errors.ts';
import { machineMs } from '../../shared/protocol/machine-clock.ts';
import type { CallListener, CallTask, GuestLogLine } from '../../shared/protocol/task.ts';
import type { PendingCall, RunnerCallListener } from '../runner/pending-call.ts';
import type { RunnerOutcome } from '../runner/runner-outcome.ts';
import type { RunnerProcess } from '../runner/runner-process.ts';
import type { Cordon } from './cordon.ts';

/** Reports to its listener exactly one Outcome. */
export class CordonCall implements RunnerCallListener {
  readonly task: CallTask;
  readonly queuedSinceMs = performance.now();
  readonly #cordon: Cordon;
  readonly #listener: CallListener;
  /** Set by the queue: fires if the call is queued for too long. */
  timer: NodeJS.Timeout | undefined;
  /** Processes that ended while they prepared this call. */
  lostPreparations = 0;
  #cancelRunning: (() => void) | undefined;
  #sentMs = 0;

  constructor(task: CallTask, cordon: Cordon, listener: CallListener) {
    this.task = task;
    this.#cordon = cordon;
    this.#listener = listener;
  }

  /** Milliseconds for which it may still be queued. */
  get queueMsLeft(): number {
    return this.task.queueMs - (performance.now() - this.queuedSinceMs);
  }

  sendTo(runner: RunnerProcess): void {
    this.#sentMs = performance.now();
    this.#cancelRunning = runner.execute(this.task, this);
  }

  /** Tells its runner that its caller has hung up. False if it has no runner. */
  cancelRunning(): boolean {
    if (!this.#cancelRunning) return false;
    this.#cancelRunning();
    return true;
  }

  /** Ends a call that has not begun. */
  refuse(failure: Failure): void {
    const usage = usageOfQueued(performance.now() - this.queuedSinceMs);
    this.#listener.onOutcome({ ok: false, failure, usage }, []);
  }

  openHostCalls(): HostCalls {
    return this.#cordon.openHostCalls(this.task);
  }

  onLines(lines: readonly GuestLogLine[]): void {
    this.#listener.onLines(lines);
  }

  onOutcome(outcome: RunnerOutcome | 'not_begun', pending: PendingCall): void {
    this.#cancelRunning = undefined;
    if (outcome === 'not_begun') {
      if (pending.preparingSinceMs > 0) this.lostPreparations += 1;
      return this.#cordon.putBack(this, pending.isCancelled);
    }
    this.#cordon.onEnded(outcome.cpuMs, pending.wasSuspended);
    const usage = this.#usageOf(outcome, pending);
    const lines = pending.endLog(this.task.route.pluginName);
    if (outcome.ok) this.#listener.onOutcome({ ok: true, resultJson: outcome.resultJson, usage }, lines);
    else this.#listener.onOutcome({ ok: false, failure: outcome.failure, usage }, lines);
  }

  #usageOf({ cpuMs, heapBytes, hostCalls }: RunnerOutcome, pending: PendingCall): Usage {
    const { begunAtMs, endedAtMs, hostRequests } = pending;
    const begunMs = begunAtMs || this.#sentMs;
    return {
      queueMs: begunMs - this.queuedSinceMs,
      runMs: (endedAtMs || performance.now()) - begunMs,
      cpuMs,
      ...(heapBytes === undefined ? {} : { heapBytes }),
      ...(hostCalls === undefined ? {} : { hostCalls }),
      ...(hostRequests && { hostRequests }),
      ...(this.task.trace?.isRecorded && { times: { begunMs: machineMs(begunMs), ...pending.traced } }),
    };
  }
}
