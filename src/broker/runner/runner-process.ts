// One runner process and its calls, as the main thread sees them. The states of the process follow in one direction:
//
//   starting ──hello──▶ ready ──retire──▶ retired ──▶ exited
//       └───────────────────── the process ends ────────▲
//
// Only `ready` takes calls. `exited` settles all calls that are left, or puts them back. runner-protocol.ts reads what it writes.

import { CallCard } from '../../control/call-card.ts';
import type { Verdict } from '../../control/call-watch.ts';
import type { Control, ControlledProcess } from '../../control/control.ts';
import {
  type Condemned,
  endedFailure,
  hostFault,
  lostFailure,
  memoryOfAnotherFailure,
  runnerEndOf,
} from '../../control/kill-reasons.ts';
import type { Ended } from '../../control/process-control.ts';
import { SUSPENDED_PER_PLACE } from '../../shared/protocol/capabilities.ts';
import type { Failure } from '../../shared/protocol/errors.ts';
import { type RunnerMessage, runnerFrameCaps } from '../../shared/protocol/messages.ts';
import type { RunnerEnd, RunnerStatus } from '../../shared/protocol/task.ts';
import type { BrokerCall, CallRunner } from './broker-call.ts';
import { Diagnoses } from './diagnoses.ts';
import { InFlight, MOST_AHEAD } from './in-flight.ts';
import { judge } from './judge.ts';
import { RunnerOutbox } from './runner-outbox.ts';
import { failed, type RunnerOutcome } from './runner-outcome.ts';
import { type AnswerMessage, type InspectionListener, RunnerProtocol, type SpokenTo } from './runner-protocol.ts';
import type { BrokerSettings, InspectionLimits } from './settings.ts';

export type RunnerState = 'starting' | 'ready' | 'retired' | 'exited';

export interface RunnerListener {
  onReady(): void;
  /** A place for a call has become free. */
  onRoom(): void;
  /** The process has ended. `lost`: by itself, or because of what was done in it. */
  onExited(lost: boolean): void;
}

/** Slots of a card: calls sent ahead, each of which may be suspended later, and the calls suspended in a crowded realm. */
const slotsFor = (callsPerRunner: number): number => MOST_AHEAD + callsPerRunner * SUSPENDED_PER_PLACE;
/** How long a process may take to start, on a very busy machine. */
const START_MS = 30_000;

/** Starts its process at once. Every call that it takes is settled or put back. */
export class RunnerProcess implements CallRunner, SpokenTo {
  readonly #control: Control;
  readonly #process: ControlledProcess;
  readonly #card: CallCard;
  readonly #outbox: RunnerOutbox;
  readonly #diagnoses: Diagnoses;
  readonly inFlight: InFlight;
  readonly #settings: BrokerSettings;
  readonly #startTimer: NodeJS.Timeout;
  readonly #onFault: (error: unknown) => void;
  #listener: RunnerListener = { onReady() {}, onRoom() {}, onExited() {} };
  #state: RunnerState = 'starting';
  /** It has said `hello`. */
  wasReady = false;
  /** Why the process ended before it said `hello`, for the operator. */
  startFailure: string | undefined;
  /** The listener of its inspection, if one was started. */
  inspection: InspectionListener | undefined;
  /** Why the host ends it, if it has decided to. */
  #condemned: Condemned | undefined;
  /** It passed its memory limit during an inspection. */
  #hasOverfilled = false;
  idleSinceMs = performance.now();
  /** Since when a cordon has it. */
  heldSinceMs = 0;
  callsServed = 0;
  /** Also the id of the last call. */
  callsSent = 0;
  #lowestRssMb = Number.POSITIVE_INFINITY;
  /** Dozens of calls may be suspended in it. */
  #isCrowded = false;
  /** Last size of the shared realm's heap, by the runner's own count. */
  #heapBytes = 0;
  /** While calls are suspended, no further call is taken above this. */
  #halfHeapBytes = Number.POSITIVE_INFINITY;

  /** `onFault` gets errors of the host itself. */
  constructor(settings: BrokerSettings, control: Control, onFault: (error: unknown) => void) {
    this.#settings = settings;
    this.#control = control;
    this.#onFault = onFault;
    this.#card = new CallCard(slotsFor(settings.callsPerRunner));
    this.inFlight = new InFlight(this.#card);
    const caps = runnerFrameCaps(settings.resultBytes, settings.programBytes, settings.hostRequestBytes);
    const protocol = new RunnerProtocol(caps, this);
    this.#outbox = new RunnerOutbox((pieces) => this.#process.write(pieces));
    this.#diagnoses = new Diagnoses(this.#outbox, control, () => this.#endIfDone());
    this.#process = control.start(this.#card.memory, {
      onData: protocol.read,
      onSuspicion: (verdict) => this.#onSuspicion(verdict),
      onOverMemory: (usedMb) => {
        this.#hasOverfilled = true;
        this.inspection?.onOverMemory(usedMb);
      },
      onEnded: (ended) => this.#onEnded(ended),
      onExited: (how) => this.#exited(how),
    });
    this.#startTimer = setTimeout(
      () => this.kill(lostFailure('The runner did not start.'), { isLost: true, reason: 'not_started' }),
      settings.startMs ?? START_MS,
    );
  }

  get state(): RunnerState {
    return this.#state;
  }

  get callsInFlight(): number {
    return this.inFlight.calls.length;
  }

  get callsSuspended(): number {
    return this.inFlight.suspended;
  }

  /** True if suspended calls hold so much of their shared heap that another call might lack memory. */
  get isHeapFull(): boolean {
    return this.#heapBytes > this.#halfHeapBytes && this.inFlight.suspended > 0;
  }

  /** Its memory without the pages of files, in MB, when it was looked at last; 0 before. */
  get ownMb(): number {
    return this.#card.ownMb;
  }

  /** Why it is ending or has ended. */
  get end(): RunnerEnd {
    return this.#hasOverfilled ? 'exceeded_memory' : runnerEndOf(this.#condemned);
  }

  /** The host has decided to end it, or it has ended. */
  get #isEnding(): boolean {
    return this.#condemned !== undefined || this.#state === 'exited';
  }

  status(cordon: string | undefined): RunnerStatus {
    const { callsInFlight, callsServed, state } = this;
    const rssMb = this.#card.rssMb || undefined;
    const isolates = this.inFlight.isSerial ? Math.min(1, callsServed + callsInFlight) : callsInFlight;
    return { processId: this.#process.processId, cordon, state, callsInFlight, callsServed, rssMb, isolates };
  }

  holds(digest: string): boolean {
    return this.#outbox.holds(digest);
  }

  /** Thread → milliseconds that it was ready to run and waited for a core; empty if the system does not report it. */
  coreWaits(): Promise<ReadonlyMap<string, number>> {
    return this.#process.coreWaits();
  }

  /** Sets who gets its events. `cordon`: whose calls it serves; `isCrowded`: dozens of calls may be suspended in it. */
  listen(listener: RunnerListener, cordon?: string, isCrowded = false): void {
    this.#isCrowded = isCrowded;
    this.#listener = listener;
    if (cordon !== undefined) this.#process.assign(cordon);
  }

  /** Sends a call. Throws if the runner is not `ready`. */
  execute(call: BrokerCall): void {
    if (this.#state !== 'ready') throw new Error(`a runner that is ${this.#state} was given a call`);
    const { task, limits } = call;
    const tool = this.#outbox.sendTool(task.route, task.program, this.#isCrowded);
    this.#halfHeapBytes = tool.heapMb * 2 ** 19;
    this.callsSent += 1;
    const id = this.callsSent;
    call.noteSent(id, tool.number, this);
    if (limits.runnerRssMb < this.#lowestRssMb) {
      this.#lowestRssMb = limits.runnerRssMb;
      this.#card.set('lowestRssMb', this.#lowestRssMb);
    }
    this.inFlight.add(call);
    this.#process.wake();
    this.#outbox.sendCall(id, tool, task);
  }

  cancel(id: number): void {
    this.#outbox.send({ t: 'cancel', id });
  }

  /** Starts an inspection. The runner must serve nothing else, before or after. */
  inspect(programText: string, limits: InspectionLimits, listener: InspectionListener): void {
    this.inspection = listener;
    this.#card.set('inspectionRssMb', limits.loadRssMb);
    this.#process.wake();
    this.#outbox.send({ t: 'inspect', memoryMb: limits.loadMemoryMb, loadMs: limits.loadMs }, programText);
  }

  /** Takes no more calls, and ends when those in flight have been answered. */
  retire(): void {
    if (this.#state === 'exited') return;
    this.#state = 'retired';
    this.#endIfDone();
  }

  /** Ends the process now. Calls that have begun end with `failure`, the blamed one with its own. */
  kill(failure: Failure, options: Omit<Condemned, 'failure'> = { isLost: true }): void {
    if (this.#state === 'exited') return;
    this.#state = 'retired';
    this.#end({ ...options, failure });
    const { blamed } = options;
    // The blamed call does not wait until the process has ended, but what the process wrote before is read first.
    if (blamed) setImmediate(() => this.inFlight.get(blamed.id)?.settle(failed(blamed.failure)));
  }

  /** The host failed while it read what the runner wrote. The plugin is not to blame. */
  endForFault(error: unknown): void {
    this.#onFault(error);
    this.kill(hostFault, { isLost: false, reason: 'host_fault' });
  }

  expectsDiagnosis(id: number): boolean {
    return this.#diagnoses.expects(id);
  }

  onHello(): void {
    clearTimeout(this.#startTimer);
    this.#state = 'ready';
    this.wasReady = true;
    this.#process.noteReady();
    this.#outbox.send({ t: 'standBy', memoryMb: this.#settings.loadMemoryMb });
    this.#listener.onReady();
  }

  onSuspended(id: number, heapBytes: number | undefined): boolean {
    if (!this.inFlight.noteSuspended(id)) return false;
    this.#heapBytes = heapBytes ?? this.#heapBytes;
    this.#listener.onRoom();
    return true;
  }

  onHostRequest(call: BrokerCall, { id, request, kind }: RunnerMessage & { t: 'hostRequest' }, body: string): void {
    call.hostRequest(request, kind, body, ({ ok, text }) => {
      if (!this.#isEnding) this.#outbox.send({ t: 'hostReply', id, request, ok }, text);
    });
  }

  onDiagnosed(id: number, claims: string): void {
    this.#diagnoses.note(id, claims);
  }

  onAnswer(message: AnswerMessage, body: Buffer): void {
    const call = this.inFlight.remove(message.id);
    if (!call) return;
    this.callsServed += 1;
    this.#card.set('callsServed', this.callsServed);
    this.#heapBytes = message.heapBytes ?? this.#heapBytes;
    try {
      if (message.t === 'done') call.end(undefined, () => call.settle(call.read(message, body)));
      else
        judge(message, body, call, { control: this.#control, process: this.#process }, (outcome) =>
          this.#settle(call, outcome),
        );
    } catch (error) {
      // It is not in flight any more, so the end of the process would not settle it.
      call.settle(failed(hostFault));
      throw error;
    }
    if (this.callsInFlight === 0) this.idleSinceMs = performance.now();
    if (message.t === 'failed' && this.#isPastLimit(message, call)) this.#retireAfterLimit();
    else if (this.#state === 'retired') this.#endIfDone();
    this.#listener.onRoom();
  }

  /** Settles a call that failed, after a check of its arguments if it failed in its tool. */
  #settle(call: BrokerCall, outcome: RunnerOutcome): void {
    if (outcome.ok || this.#isEnding || !this.#diagnoses.take(call, outcome)) call.settle(outcome);
  }

  /** True if the runner had to stop code. A suspended call whose time is up has no code running. */
  #isPastLimit({ code }: AnswerMessage & { t: 'failed' }, { progress }: BrokerCall): boolean {
    const isSpent = progress === 'suspended' && code === 'exceeded_wall_time' && this.inFlight.isSerial;
    return code.startsWith('exceeded_') && !isSpent;
  }

  /** A runner in which a call was stopped by a limit takes no further call. */
  #retireAfterLimit(): void {
    // In a realm no other call can go on; other isolates may finish.
    if (this.inFlight.isSerial)
      this.kill(lostFailure('The runner was ended because another call in it passed a limit.'), {
        isLost: false,
        reason: 'recycled_after_limit',
      });
    else this.retire();
  }

  /** Ends a retired runner if no call and no check of arguments is left. */
  #endIfDone(): void {
    if (this.#state === 'retired' && this.callsInFlight === 0 && this.#diagnoses.size === 0)
      this.#end({ isLost: false });
  }

  /** The control thread takes a call for late. It is late if it has not ended by what the process wrote so far, which is read first. */
  #onSuspicion({ id, failure, isLost, blamed }: Verdict): void {
    setImmediate(() => {
      const call = this.inFlight.get(id);
      if (!call || (call.progress === 'queued') === (blamed !== undefined)) return;
      this.kill(failure, { isLost, ...(blamed ? { blamed } : { reason: 'not_ready' }) });
    });
  }

  #onEnded(ended: Ended): void {
    if (this.#state === 'exited') return;
    this.#state = 'retired';
    this.#end(ended);
  }

  #end(why: Condemned): void {
    if (this.#condemned) return;
    this.#condemned = why;
    this.#process.end();
  }

  /** The process has ended, and all that it wrote has been read. */
  #exited(how: string): void {
    if (!this.wasReady)
      this.startFailure = this.#condemned ? `${this.#condemned.failure?.detail ?? 'It said nothing.'} ${how}` : how;
    clearTimeout(this.#startTimer);
    this.#state = 'exited';
    const { failure = endedFailure(how), blamed, isOfRunning } = this.#condemned ?? {};
    // In a realm the call that ran is to blame for the memory of the process; in isolates all calls are.
    const runningId = isOfRunning ? this.inFlight.runningId : undefined;
    const errors =
      runningId === undefined
        ? this.inFlight.settleAll(blamed, failure)
        : this.inFlight.settleAll({ id: runningId, failure }, memoryOfAnotherFailure);
    for (const error of errors) this.#onFault(error);
    this.#diagnoses.end();
    this.#listener.onExited(this.#condemned?.isLost ?? true);
  }
}
