// The calls of one runner process: sends them, and settles them by its answers or its end. Main thread.

import type { CallCard } from '../../control/call-card.ts';
import { mayBeStarved, truthOf } from '../../control/call-watch.ts';
import type { Control, ControlledProcess } from '../../control/control.ts';
import {
  type Condemned,
  endedFailure,
  hostFault,
  memoryOfAnotherFailure,
  type Overdue,
} from '../../control/kill-reasons.ts';
import { callHead } from '../../shared/protocol/call-heads.ts';
import type { Failure, Violation } from '../../shared/protocol/errors.ts';
import { realmHeapMb } from '../../shared/protocol/limits.ts';
import type { RunnerMessage } from '../../shared/protocol/messages.ts';
import type { CallHop, CallTask } from '../../shared/protocol/task.ts';
import { callerAlias } from './caller-alias.ts';
import { Diagnoses } from './diagnoses.ts';
import { InFlight } from './in-flight.ts';
import { PendingCall, type RunnerCallListener } from './pending-call.ts';
import type { RunnerOutbox } from './runner-outbox.ts';
import { failed, type RunnerOutcome } from './runner-outcome.ts';
import type { RunnerProcess } from './runner-process.ts';
import { ToolRegistry } from './tool-registry.ts';

export interface RunnerCallsParts {
  readonly control: Control;
  readonly process: ControlledProcess;
  readonly card: CallCard;
  readonly outbox: RunnerOutbox;
  readonly runner: RunnerProcess;
}

type AnswerMessage = RunnerMessage & { t: 'done' | 'failed' };

/** Each call is settled exactly once, even if the process ends. All calls of one process have the same mode. */
export class RunnerCalls implements CallHop<RunnerCallListener> {
  readonly #parts: RunnerCallsParts;
  readonly tools: ToolRegistry;
  readonly diagnoses: Diagnoses;
  readonly inFlight: InFlight;
  served = 0;
  #nextId = 1;
  #lowestRssMb = Number.POSITIVE_INFINITY;
  /** Dozens of calls may be suspended in it. */
  isCrowded = false;
  /** Last size of the shared realm's heap, by the runner's own count. */
  #heapBytes = 0;
  /** While calls are suspended, no further call is taken above this. */
  #halfHeapBytes = Number.POSITIVE_INFINITY;

  constructor(parts: RunnerCallsParts) {
    this.#parts = parts;
    const { control, card, outbox, runner } = parts;
    this.inFlight = new InFlight(card);
    this.tools = new ToolRegistry(outbox);
    this.diagnoses = new Diagnoses(outbox, control, () => runner.onDone());
  }

  /** True if suspended calls hold so much of their shared heap that another call might lack memory. */
  get isHeapFull(): boolean {
    return this.#heapBytes > this.#halfHeapBytes && this.inFlight.suspended > 0;
  }

  get isDone(): boolean {
    return this.inFlight.size === 0 && this.diagnoses.size === 0;
  }

  execute(task: CallTask, listener: RunnerCallListener): () => void {
    const { route, program, callId, caller, argumentsJson } = task;
    const { process, outbox } = this.#parts;
    if (this.#nextId === 1) this.inFlight.isSerial = route.freshState === 'realm';
    const heapMb = realmHeapMb(route.limits, this.isCrowded);
    if (this.inFlight.isSerial) this.#halfHeapBytes = heapMb * 2 ** 19;
    const tool = this.tools.numberOf(route, program, heapMb);
    const id = this.#nextId;
    this.#nextId += 1;
    const pending = new PendingCall(route, argumentsJson, tool, listener);
    this.#noteRssCap(route.limits.runnerRssMb);
    this.inFlight.add(id, pending);
    process.wake();
    outbox.write(callHead({ id, tool, callId, caller: callerAlias(caller, route.pluginName) }), argumentsJson);
    return () => {
      pending.isCancelled = true;
      outbox.send({ t: 'cancel', id });
    };
  }

  /** Notes the lowest cap on resident memory of all calls, in MB. */
  #noteRssCap(runnerRssMb: number): void {
    if (runnerRssMb >= this.#lowestRssMb) return;
    this.#lowestRssMb = runnerRssMb;
    this.#parts.card.set('lowestRssMb', runnerRssMb);
  }

  /** False if the call did not run. `heapBytes`: size of its realm's heap. */
  noteSuspended(id: number, heapBytes: number | undefined): boolean {
    if (!this.inFlight.noteSuspended(id)) return false;
    this.#heapBytes = heapBytes ?? this.#heapBytes;
    return true;
  }

  hostRequest({ id, request, kind }: RunnerMessage & { t: 'hostRequest' }, body: string): void {
    const { outbox, runner } = this.#parts;
    this.inFlight.get(id)?.hostRequest(request, kind, body, ({ ok, text }) => {
      if (!runner.isEnding) outbox.send({ t: 'hostReply', id, request, ok }, text);
    });
  }

  noteAnswer(message: AnswerMessage, body: Buffer): void {
    const wasSuspended = this.inFlight.get(message.id)?.state === 'suspended';
    const pending = this.inFlight.remove(message.id);
    if (!pending) return;
    this.served += 1;
    this.#parts.card.set('callsServed', this.served);
    this.#heapBytes = message.heapBytes ?? this.#heapBytes;
    try {
      pending.end(message.t === 'failed' ? message.request : undefined);
      this.#judge(message, pending, body);
    } catch (error) {
      // It is not in flight any more, so the end of the process would not answer it.
      pending.settle(failed(hostFault));
      throw error;
    }
    // A suspended call whose time is up has no code running, so nothing had to be stopped.
    const isSpent = wasSuspended && message.t === 'failed' && message.code === 'exceeded_wall_time';
    const isPastLimit =
      message.t === 'failed' && message.code.startsWith('exceeded_') && !(isSpent && this.inFlight.isSerial);
    this.#parts.runner.onAnswered(isPastLimit);
  }

  /** Finds out who is at fault before it settles the call. Asks the process first, because it may be about to end. */
  #judge(message: AnswerMessage, pending: PendingCall, body: Buffer): void {
    const settle = (correct?: (failure: Failure) => Failure, verified?: readonly Violation[]): void =>
      pending.whenClosed(() => {
        const outcome = pending.read(message, body, verified);
        const isCorrected = correct !== undefined && !outcome.ok;
        this.#settle(message.id, pending, isCorrected ? { ...outcome, failure: correct(outcome.failure) } : outcome);
      });
    if (message.t === 'done') return settle();
    const { control, process } = this.#parts;
    const { code, violations } = message;
    if (code === 'invalid_arguments' && violations !== undefined) {
      const onVerified = (verified: readonly Violation[]): void => settle(undefined, verified);
      return control.argumentViolations(violations, pending.argumentsJson, onVerified);
    }
    const { wallMs } = pending.limits;
    const time = { wallMs, heldMs: message.heldMs };
    if (!mayBeStarved(code, time)) return settle();
    process.waitedMs(message.id, wallMs, (waitedMs) => settle((failure) => truthOf(failure, time, waitedMs)));
  }

  /** Settles the call, after a check of its arguments if it failed in its tool. */
  #settle(id: number, pending: PendingCall, outcome: RunnerOutcome): void {
    if (this.#parts.runner.isEnding || !this.diagnoses.take(id, pending, outcome)) pending.settle(outcome);
  }

  settleBlamed({ id, failure }: Overdue): void {
    this.inFlight.get(id)?.settle(failed(failure));
  }

  /** The process has ended. In a realm the call that ran is to blame for the memory of the process; in isolates all calls are. */
  settleAll({ failure, blamed, isOfRunning }: Partial<Condemned>, how: string): void {
    const cause = failure ?? endedFailure(how);
    const runningId = isOfRunning ? this.inFlight.runningId : undefined;
    if (runningId === undefined) this.inFlight.settleAll(blamed, cause);
    else this.inFlight.settleAll({ id: runningId, failure: cause }, memoryOfAnotherFailure);
    this.diagnoses.end();
  }
}
