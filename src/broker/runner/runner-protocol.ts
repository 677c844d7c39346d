// Reads what one runner writes, untrusted. The first message that the real runner would not send ends the process, and nothing after it is
// read. Main thread.

import { heapFullFailure, lostFailure } from '../../control/kill-reasons.ts';
import { type FrameCaps, FrameReader, FrameViolation } from '../../shared/protocol/frames.ts';
import { type InspectionStage, parseRunnerMessage, type RunnerMessage } from '../../shared/protocol/messages.ts';
import { isBodyAllowed, RunnerBudget } from './message-budget.ts';
import type { RunnerCalls } from './runner-calls.ts';
import type { RunnerProcess } from './runner-process.ts';

/** Receives the reports of an inspection. */
export interface InspectionListener {
  onStage(stage: InspectionStage, where: string): void;
  onInspected(text: string): void;
  /** The process has passed `loadRssMb` and is being ended. */
  onOverMemory(usedMb: number): void;
}

/** An inspection's texts are cut to this length, but for the report, which its frame caps. */
const REPORT_CHARACTERS = 2000;

/** Checks the form, the place and the number of each message before it acts on it. */
export class RunnerProtocol {
  readonly #reader: FrameReader;
  readonly #runner: RunnerProcess;
  readonly #calls: RunnerCalls;
  readonly #budget = new RunnerBudget();
  #isDistrusted = false;

  constructor(caps: FrameCaps, runner: RunnerProcess, calls: RunnerCalls) {
    this.#reader = new FrameReader(caps, (head, body) => this.#onFrame(head, body));
    this.#runner = runner;
    this.#calls = calls;
  }

  read(chunk: Buffer): void {
    if (this.#isDistrusted) return;
    try {
      this.#reader.push(chunk);
    } catch (error) {
      if (error instanceof FrameViolation) return this.#distrust();
      // The host failed while it acted on a message, so what it knows of this runner may be wrong.
      this.#isDistrusted = true;
      this.#runner.endForFault(error);
    }
  }

  /** A call was sent, so the runner may send more messages. */
  noteCall(): void {
    this.#budget.noteCall();
  }

  #onFrame(head: Buffer, body: Buffer): void {
    if (this.#isDistrusted) return;
    const message = parseRunnerMessage(head);
    if (message && this.#isAllowed(message, body.length)) this.#onMessage(message, body);
    else this.#distrust();
  }

  /** It sent something that the real runner never sends. */
  #distrust(): void {
    this.#isDistrusted = true;
    this.#runner.kill(lostFailure('The runner broke its protocol.'), { isLost: true, reason: 'broke_protocol' });
  }

  /** False if the message is out of place or one too many. */
  #isAllowed(message: RunnerMessage, bodyLength: number): boolean {
    if (!isBodyAllowed(message, bodyLength)) return false;
    if ((message.t === 'hello') !== (this.#runner.state === 'starting')) return false;
    if (message.t === 'diagnosed') return this.#calls.diagnoses.expects(message.id) || this.#budget.takeStray();
    if ('id' in message) {
      const call = this.#calls.inFlight.get(message.id);
      return call ? call.allows(message, bodyLength) : this.#budget.takeStray();
    }
    if (message.t === 'loaded') return this.#calls.tools.holds(message.digest) && this.#budget.takeLoad();
    if (message.t === 'stage' || message.t === 'inspected') return this.#runner.inspection !== undefined;
    return true;
  }

  #onMessage(message: RunnerMessage, body: Buffer): void {
    const calls = this.#calls;
    const { inFlight } = calls;
    const { inspection } = this.#runner;
    switch (message.t) {
      case 'hello':
        return this.#runner.onHello();
      case 'loaded':
        return inFlight.noteLoaded(message.digest);
      case 'diagnosed':
        return calls.diagnoses.note(message.id, body.toString());
      case 'began':
        if (!inFlight.noteBegan(message.id)) this.#distrust();
        return;
      case 'stage':
        return inspection?.onStage(message.stage, body.toString().slice(0, REPORT_CHARACTERS));
      case 'inspected':
        return inspection?.onInspected(body.toString());
      case 'stuck':
        return this.#runner.kill(lostFailure('The runner was ended because another call in it could not be stopped.'), {
          isLost: true,
          reason: 'stuck',
        });
      case 'full':
        return this.#runner.kill(heapFullFailure, { isLost: false, reason: 'heap_full' });
      case 'suspended':
        if (!calls.noteSuspended(message.id, message.heapBytes)) return this.#distrust();
        return this.#runner.onRoom();
      case 'resumed':
        if (!inFlight.noteResumed(message.id)) this.#distrust();
        return;
      case 'log':
      case 'progress':
      case 'logFull':
        return inFlight.get(message.id)?.log(message, body.toString());
      case 'hostRequest':
        return calls.hostRequest(message, body.toString());
      case 'cancelHostRequest':
        return inFlight.get(message.id)?.cancelHostRequest(message.request);
      case 'done':
      case 'failed':
        calls.noteAnswer(message, body);
    }
  }
}
