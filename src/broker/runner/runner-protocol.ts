// Reads what one runner writes, untrusted. The first message that the real runner would not send ends the process, and nothing after it is
// read. Main thread.

import { heapFullFailure, lostFailure } from '../../control/kill-reasons.ts';
import type { Failure } from '../../shared/protocol/errors.ts';
import { type FrameCaps, FrameReader, FrameViolation } from '../../shared/protocol/frames.ts';
import { type InspectionStage, parseRunnerMessage, type RunnerMessage } from '../../shared/protocol/messages.ts';
import type { RunnerEnd } from '../../shared/protocol/task.ts';
import type { BrokerCall } from './broker-call.ts';
import type { InFlight } from './in-flight.ts';
import { isBodyAllowed, RunnerBudget } from './message-budget.ts';

/** Receives the reports of an inspection. */
export interface InspectionListener {
  onStage(stage: InspectionStage, where: string): void;
  onInspected(text: string): void;
  /** The process has passed `loadRssMb` and is being ended. */
  onOverMemory(usedMb: number): void;
}

export type AnswerMessage = RunnerMessage & { t: 'done' | 'failed' };

/** What the reader needs of the runner that it reads for. */
export interface SpokenTo {
  /** `starting` until it has said `hello`. */
  readonly state: string;
  /** The calls that it was sent so far. */
  readonly callsSent: number;
  /** The listener of its inspection, if one was started. */
  readonly inspection: InspectionListener | undefined;
  readonly inFlight: Pick<InFlight, 'get' | 'isHeapShared' | 'noteBegan' | 'noteLoaded' | 'noteResumed'>;
  /** True if it was sent this program. */
  holds(digest: string): boolean;
  /** True if it was asked to check the arguments of this call. */
  expectsDiagnosis(id: number): boolean;
  onHello(): void;
  /** False if the call did not run. */
  onSuspended(id: number, heapBytes: number | undefined): boolean;
  onHostRequest(call: BrokerCall, message: RunnerMessage & { t: 'hostRequest' }, body: string): void;
  onDiagnosed(id: number, claims: string): void;
  onAnswer(message: AnswerMessage, body: Buffer): void;
  kill(failure: Failure, why: { readonly isLost: boolean; readonly reason: RunnerEnd }): void;
  /** The host itself failed while it acted on a message. */
  endForFault(error: unknown): void;
}

/** An inspection's texts are cut to this length, but for the report, which its frame caps. */
const REPORT_CHARACTERS = 2000;

/** Checks the form, the place and the number of each message before it acts on it. */
export class RunnerProtocol {
  readonly #reader: FrameReader;
  readonly #runner: SpokenTo;
  readonly #budget = new RunnerBudget();
  #isOver = false;

  constructor(caps: FrameCaps, runner: SpokenTo) {
    this.#reader = new FrameReader(caps, (head, body) => this.#onFrame(head, body));
    this.#runner = runner;
  }

  /** Takes the next bytes that the runner wrote. */
  readonly read = (chunk: Buffer): void => {
    if (this.#isOver) return;
    try {
      this.#reader.push(chunk);
    } catch (error) {
      if (error instanceof FrameViolation) return this.#distrust();
      // What the host knows of this runner may be wrong now.
      this.#isOver = true;
      this.#runner.endForFault(error);
    }
  };

  #onFrame(head: Buffer, body: Buffer): void {
    if (this.#isOver) return;
    const message = parseRunnerMessage(head);
    // The frame's cap is enough for a result.
    if (!message || (message.t !== 'done' && !isBodyAllowed(message, body.length))) return this.#distrust();
    const isInTurn = 'id' in message ? this.#onCallMessage(message, body) : this.#onRunnerMessage(message, body);
    if (!isInTurn) this.#distrust();
  }

  /** It sent something that the real runner does not send. */
  #distrust(): void {
    this.#isOver = true;
    this.#runner.kill(lostFailure('The runner broke its protocol.'), { isLost: true, reason: 'broke_protocol' });
  }

  /** Acts on a message about a call. False if it is out of place or one too many. */
  #onCallMessage(message: Extract<RunnerMessage, { readonly id: number }>, body: Buffer): boolean {
    const runner = this.#runner;
    if (runner.state === 'starting') return false;
    if (message.t === 'diagnosed') {
      if (!runner.expectsDiagnosis(message.id)) return this.#budget.takeStray();
      runner.onDiagnosed(message.id, body.toString());
      return true;
    }
    const call = runner.inFlight.get(message.id);
    if (!call) return this.#budget.takeStray();
    if (message.t === 'done') {
      runner.onAnswer(message, body);
      return true;
    }
    if (!call.allows(message, body.length)) return false;
    switch (message.t) {
      case 'failed':
        runner.onAnswer(message, body);
        return true;
      case 'began':
        return runner.inFlight.noteBegan(message.id);
      case 'suspended':
        return runner.onSuspended(message.id, message.heapBytes);
      case 'resumed':
        return runner.inFlight.noteResumed(message.id);
      case 'log':
      case 'progress':
      case 'logFull':
        call.log(message, body.toString());
        return true;
      case 'hostRequest':
        runner.onHostRequest(call, message, body.toString());
        return true;
      case 'cancelHostRequest':
        call.cancelHostRequest(message.request);
        return true;
    }
  }

  /** Acts on a message about the process. False if it is out of place or one too many. */
  #onRunnerMessage(message: Exclude<RunnerMessage, { readonly id: number }>, body: Buffer): boolean {
    const runner = this.#runner;
    if ((message.t === 'hello') !== (runner.state === 'starting')) return false;
    switch (message.t) {
      case 'hello':
        runner.onHello();
        return true;
      case 'loaded':
        if (!runner.holds(message.digest) || !this.#budget.takeLoad(runner.callsSent)) return false;
        runner.inFlight.noteLoaded(message.digest);
        return true;
      case 'stage':
        runner.inspection?.onStage(message.stage, body.toString().slice(0, REPORT_CHARACTERS));
        return runner.inspection !== undefined;
      case 'inspected':
        runner.inspection?.onInspected(body.toString());
        return runner.inspection !== undefined;
      case 'stuck':
        runner.kill(lostFailure('The runner was ended because another call in it could not be stopped.'), {
          isLost: true,
          reason: 'stuck',
        });
        return true;
      case 'full':
        // Such an end counts as no loss, so a runner that was taken over must not be able to choose it.
        if (!runner.inFlight.isHeapShared) return false;
        runner.kill(heapFullFailure, { isLost: false, reason: 'heap_full' });
        return true;
    }
  }
}
