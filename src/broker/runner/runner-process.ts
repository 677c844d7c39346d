// One runner process, seen from the broker: spoken to, and ended if it does not keep to its limits. It lives once, in one direction:
//
//   starting ──hello──▶ ready ──retire──▶ retired ──▶ exited
//       └───────────────────── the process ends ────────▲
//
// Only `ready` takes calls. `exited` settles whatever is pending. Nothing the process sends is believed without a check.

import { CallCard } from '../../control/call-card.ts';
import { mayBeStarved, truthOf, type Verdict } from '../../control/call-watch.ts';
import type { Control, ControlledProcess } from '../../control/control.ts';
import {
  type Condemned,
  endedFailure,
  heapFullFailure,
  lostFailure,
  memoryOfAnotherFailure,
  type Overdue,
} from '../../control/kill-reasons.ts';
import type { Ended } from '../../control/process-control.ts';
import type { FreshState } from '../../protocol/call.ts';
import { callHead } from '../../protocol/call-heads.ts';
import { WAITING_PER_PLACE } from '../../protocol/capabilities.ts';
import type { Failure, Violation } from '../../protocol/errors.ts';
import { FrameBatch, type FramePart, FrameReader } from '../../protocol/frames.ts';
import { realmHeapMb } from '../../protocol/limits.ts';
import {
  type HostMessage,
  type InspectionStage,
  parseRunnerMessage,
  type RunnerMessage,
  runnerFrameCaps,
} from '../../protocol/messages.ts';
import type { CheckedProgram } from '../../protocol/program.ts';
import type { CallTask, RunnerStatus } from '../../protocol/task.ts';
import { callerAlias } from './caller-alias.ts';
import { Diagnoses } from './diagnoses.ts';
import { failed, InFlight, MOST_AHEAD } from './in-flight.ts';
import { isBodyAllowed, RunnerBudget } from './message-budget.ts';
import { PendingCall, type PendingParts, type RunnerAnswer } from './pending-call.ts';
import { SentTools } from './sent-tools.ts';
import type { BrokerSettings } from './settings.ts';

export type RunnerState = 'starting' | 'ready' | 'retired' | 'exited';

type OnAnswer = ConstructorParameters<typeof PendingCall>[2];

export interface RunnerListener {
  onReady(): void;
  /** A place for a call has become free. */
  onRoom(): void;
  /** The process has ended; `lost` when the host had not chosen that. */
  onExited(lost: boolean): void;
}

export interface InspectionListener {
  onStage(stage: InspectionStage, where: string): void;
  onInspected(text: string): void;
  /** The process is over its memory; it should be ended. */
  onOverMemory(usedMb: number): void;
}

const REPORT_CHARACTERS = 2000;
/** Calls sent ahead, any of which may come to wait, and those that wait in a crowded realm: what a card must have room for. */
const slotsFor = (callsPerRunner: number): number => MOST_AHEAD + callsPerRunner * WAITING_PER_PLACE;
/** How long a process may take to say its first word, on a machine that is very busy. */
const START_MS = 30_000;

export class RunnerProcess {
  readonly #process: ControlledProcess;
  readonly #control: Control;
  readonly #card: CallCard;
  readonly #tools = new SentTools((message, body) => this.#send(message, body));
  readonly #budget = new RunnerBudget();
  #isDistrusted = false;
  readonly #diagnoses = new Diagnoses(
    (message, body) => this.#send(message, body),
    (said, argumentsJson, onVerified) => this.#control.argumentViolations(said, argumentsJson, onVerified),
    () => {
      if (this.#state === 'retired' && this.#isDone) this.#end({ isLost: false });
    },
  );
  readonly #settings: BrokerSettings;
  readonly #startTimer: NodeJS.Timeout;
  #listener: RunnerListener = { onReady() {}, onRoom() {}, onExited() {} };
  #inspection: InspectionListener | undefined;
  #wasReady = false;
  #startFailure: string | undefined;
  #state: RunnerState = 'starting';
  #nextId = 1;
  #callsServed = 0;
  #lowestRssMb = Number.POSITIVE_INFINITY;
  readonly #outgoing = new FrameBatch();
  #inFlight: InFlight | undefined;
  /** Why the host ends it, once it has decided to. */
  #condemned: Condemned | undefined;
  idleSinceMs = performance.now();
  /** Since when a cordon has it. */
  heldSinceMs = 0;
  /** What a realm that calls share held last, as the runner says, and what calls that wait may hold of it while others come. */
  #heapBytes = 0;
  #isCrowded = false;
  #halfHeapBytes = Number.POSITIVE_INFINITY;

  constructor(settings: BrokerSettings, control: Control) {
    this.#settings = settings;
    this.#control = control;
    this.#card = new CallCard(slotsFor(settings.callsPerRunner));
    const caps = runnerFrameCaps(settings.resultBytes, settings.programBytes, settings.askBytes);
    const reader = new FrameReader(caps, (head, body) => this.#onFrame(head, body));
    this.#process = control.start(this.#card.memory, {
      onData: (chunk) => {
        if (this.#isDistrusted) return;
        try {
          reader.push(chunk);
        } catch {
          this.#distrust();
        }
      },
      onSuspicion: (verdict) => this.#onSuspicion(verdict),
      onOverMemory: (usedMb) => this.#inspection?.onOverMemory(usedMb),
      onEnded: (ended) => this.#onEnded(ended),
      onExited: (how) => this.#exited(how),
    });
    this.#startTimer = setTimeout(
      () => this.kill(lostFailure('The runner did not start.')),
      settings.startMs ?? START_MS,
    );
  }

  get state(): RunnerState {
    return this.#state;
  }

  get callsInFlight(): number {
    return this.#inFlight?.size ?? 0;
  }

  /** Of them, those that wait in it for something. */
  get callsHeld(): number {
    return this.#inFlight?.held ?? 0;
  }

  /** Calls that wait in it hold so much of the heap they share that another one might not find what it needs. */
  get isHeapFull(): boolean {
    return this.#heapBytes > this.#halfHeapBytes && this.callsHeld > 0;
  }

  get callsServed(): number {
    return this.#callsServed;
  }

  status(cordon: string | undefined): RunnerStatus {
    const { callsInFlight, callsServed, state } = this;
    const rssMb = this.#card.rssMb || undefined;
    return { processId: this.#process.processId, cordon, state, callsInFlight, callsServed, rssMb };
  }

  /** From now on its reports go here. `cordon`: whose calls it serves; `isCrowded`: calls will wait in it by the dozen. */
  listen(listener: RunnerListener, cordon?: string, isCrowded = false): void {
    this.#isCrowded = isCrowded;
    this.#listener = listener;
    if (cordon !== undefined) this.#process.assign(cordon);
  }

  /** Sends a call; only a `ready` runner may be given one, and always of the same mode. Its answer comes exactly once, whatever becomes of the process. Returns how to give it up. */
  call(
    task: CallTask,
    program: CheckedProgram,
    { onAnswer, ...parts }: PendingParts & { readonly onAnswer: OnAnswer },
  ): () => void {
    const { route, callId, caller, argumentsJson } = task;
    const inFlight = this.#inFlightOf(route.freshState);
    const heapMb = realmHeapMb(route.limits, this.#isCrowded);
    if (inFlight.isSerial) this.#halfHeapBytes = heapMb * 2 ** 19;
    const tool = this.#tools.numberOf(route, program, heapMb);
    const id = this.#nextId;
    this.#nextId += 1;
    const pending = new PendingCall({ route, argumentsJson, tool }, parts, onAnswer);
    this.#allow(route.limits.runnerRssMb);
    this.#budget.noteCall();
    inFlight.add(id, pending);
    this.#process.wake();
    this.#write(callHead({ id, tool, callId, caller: callerAlias(caller, route.pluginName) }), argumentsJson);
    return () => {
      pending.isCancelled = true;
      this.#send({ t: 'cancel', id });
    };
  }

  #inFlightOf(freshState: FreshState): InFlight {
    this.#inFlight ??= new InFlight(freshState, this.#card);
    return this.#inFlight;
  }

  /** Holds it to the lowest cap of all calls it was given, in MB. */
  #allow(runnerRssMb: number): void {
    if (runnerRssMb >= this.#lowestRssMb) return;
    this.#lowestRssMb = runnerRssMb;
    this.#card.set('lowestRssMb', runnerRssMb);
  }

  /** Thread → milliseconds that it was ready to run and waited for a core; empty if the system does not tell. */
  coreWaits(): Promise<ReadonlyMap<string, number>> {
    return this.#process.coreWaits();
  }

  /** True where the process was given the program with this digest. */
  holds(digest: string): boolean {
    return this.#tools.holds(digest);
  }

  /** Starts an inspection; the runner must serve nothing else, before or after. */
  inspect(
    programText: string,
    limits: { loadMemoryMb: number; loadMs: number; loadRssMb: number },
    listener: InspectionListener,
  ): void {
    this.#inspection = listener;
    this.#card.set('inspectionRssMb', limits.loadRssMb);
    this.#process.wake();
    this.#send({ t: 'inspect', memoryMb: limits.loadMemoryMb, loadMs: limits.loadMs }, programText);
  }

  /** False for a process that ended before it said its first word. */
  get wasReady(): boolean {
    return this.#wasReady;
  }

  /** Why a process that has ended never became a runner, for the operator. */
  get startFailure(): string | undefined {
    return this.#startFailure;
  }

  /** Takes no more calls; ends when those in flight have been answered. */
  retire(): void {
    if (this.#state === 'exited') return;
    this.#state = 'retired';
    if (this.#isDone) this.#end({ isLost: false });
  }

  /** Nothing of any call goes on in it. */
  get #isDone(): boolean {
    return this.callsInFlight === 0 && this.#diagnoses.size === 0;
  }

  /** Ends the process now. Calls that have begun are answered with `failure`, or the blamed one with its own. */
  kill(failure: Failure, options: { readonly isLost: boolean; readonly blamed?: Overdue } = { isLost: true }): void {
    if (this.#state === 'exited') return;
    this.#state = 'retired';
    this.#end({ ...options, failure });
    const { blamed } = options;
    // Its answer does not wait for the process to be gone, but for what the process had written before: that is read first.
    if (blamed) setImmediate(() => this.#inFlight?.get(blamed.id)?.settle(failed(blamed.failure)));
  }

  /** A call seemed late to whoever watches: it is, if what the process has written did not end it. That is read before the answer to this is made. */
  #onSuspicion({ id, failure, isLost, blamed }: Verdict): void {
    setImmediate(() => {
      const call = this.#inFlight?.get(id);
      if (!call || (call.state === 'queued') === (blamed !== undefined)) return;
      this.kill(failure, { isLost, ...(blamed && { blamed }) });
    });
  }

  /** Whoever watches has ended the process. */
  #onEnded(ended: Ended): void {
    if (this.#state === 'exited') return;
    this.#state = 'retired';
    this.#end(ended);
  }

  #send(message: Exclude<HostMessage, { readonly t: 'call' }>, body: FramePart = ''): void {
    this.#write(JSON.stringify(message), body);
  }

  /** At the end of this turn of the event loop: calls that came in together leave together. */
  #write(head: FramePart, body: FramePart): void {
    if (this.#outgoing.isEmpty) setImmediate(() => this.#flush());
    this.#outgoing.add(head, body);
  }

  #flush(): void {
    this.#process.write(this.#outgoing.take());
  }

  #onFrame(head: Buffer, body: Buffer): void {
    if (this.#isDistrusted) return;
    const message = parseRunnerMessage(head);
    if (message && this.#isAllowed(message, body.length)) this.#onMessage(message, body);
    else this.#distrust();
  }

  /** It sent what the real runner never sends: nothing more of it is read. */
  #distrust(): void {
    this.#isDistrusted = true;
    this.kill(lostFailure('The runner broke its protocol.'));
  }

  /** False for a message that is out of place, or one too many. */
  #isAllowed(message: RunnerMessage, bodyLength: number): boolean {
    if (!isBodyAllowed(message, bodyLength)) return false;
    if ((message.t === 'hello') !== (this.#state === 'starting')) return false;
    if (message.t === 'diagnosed') return this.#diagnoses.expects(message.id) || this.#budget.takeStray();
    if ('id' in message) {
      const call = this.#inFlight?.get(message.id);
      return call ? call.allows(message, bodyLength) : this.#budget.takeStray();
    }
    if (message.t === 'loaded') return this.#tools.holds(message.digest) && this.#budget.takeLoad();
    if (message.t === 'stage' || message.t === 'inspected') return this.#inspection !== undefined;
    return true;
  }

  #onMessage(message: RunnerMessage, body: Buffer): void {
    switch (message.t) {
      case 'hello':
        return this.#ready();
      case 'loaded':
        this.#inFlight?.noteLoaded(message.digest);
        return;
      case 'diagnosed':
        return this.#diagnoses.note(message.id, body.toString());
      case 'began':
        if (this.#inFlight?.noteBegan(message.id) === false) this.#distrust();
        return;
      case 'stage':
        this.#inspection?.onStage(message.stage, body.toString().slice(0, REPORT_CHARACTERS));
        return;
      case 'inspected':
        this.#inspection?.onInspected(body.toString());
        return;
      case 'stuck':
        return this.kill(lostFailure('The runner was ended because another call in it could not be stopped.'));
      case 'full':
        return this.kill(heapFullFailure, { isLost: false });
      case 'waiting':
        if (this.#inFlight?.noteWaiting(message.id) === false) return this.#distrust();
        this.#heapBytes = message.heapBytes ?? this.#heapBytes;
        this.#listener.onRoom();
        return;
      case 'resumed':
        if (this.#inFlight?.noteResumed(message.id) === false) this.#distrust();
        return;
      case 'log':
      case 'progress':
      case 'logFull':
        this.#inFlight?.get(message.id)?.log(message, body.toString());
        return;
      case 'ask':
        return this.#onAsk(message, body.toString());
      case 'unask':
        this.#inFlight?.get(message.id)?.giveUpAsk(message.ask);
        return;
      case 'done':
      case 'failed':
        this.#onAnswer(message, body);
    }
  }

  #onAsk({ id, ask, kind }: RunnerMessage & { t: 'ask' }, body: string): void {
    this.#inFlight?.get(id)?.ask(ask, kind, body, ({ ok, text }) => {
      if (this.#state !== 'exited' && !this.#condemned) this.#send({ t: 'answer', id, ask, ok }, text);
    });
  }

  #onAnswer(message: RunnerMessage & { t: 'done' | 'failed' }, body: Buffer): void {
    const wasWaiting = this.#inFlight?.get(message.id)?.state === 'waiting';
    const pending = this.#inFlight?.remove(message.id);
    if (!pending) return;
    this.#callsServed += 1;
    this.#card.set('callsServed', this.#callsServed);
    this.#heapBytes = message.heapBytes ?? this.#heapBytes;
    pending.end(message.t === 'failed' ? message.ask : undefined);
    this.#judge(message, pending, body);
    if (this.callsInFlight === 0) this.idleSinceMs = performance.now();
    // None of its code ran when its time was up: nothing had to be stopped.
    const isSpent = wasWaiting && message.t === 'failed' && message.code === 'exceeded_wall_time';
    if (message.t === 'failed' && message.code.startsWith('exceeded_') && !(isSpent && this.#inFlight?.isSerial))
      this.#retireAfterLimit();
    else if (this.#state === 'retired' && this.#isDone) this.#end({ isLost: false });
    this.#listener.onRoom();
  }

  /** Settles the call with the blame where it belongs. What only the process can tell is asked for first: it may be about to end. */
  #judge(message: RunnerMessage & { t: 'done' | 'failed' }, pending: PendingCall, body: Buffer): void {
    const settle = (truth?: (failure: Failure) => Failure, verified?: readonly Violation[]): void =>
      pending.whenClosed(() => {
        const answer = pending.read(message, body, verified);
        const isMended = truth !== undefined && !answer.ok;
        this.#settle(message.id, pending, isMended ? { ...answer, failure: truth(answer.failure) } : answer);
      });
    if (message.t === 'done') return settle();
    const { code, violations } = message;
    if (code === 'invalid_arguments' && violations !== undefined) {
      const onVerified = (verified: readonly Violation[]): void => settle(undefined, verified);
      return this.#control.argumentViolations(violations, pending.argumentsJson, onVerified);
    }
    const { wallMs } = pending.limits;
    const time = { wallMs, heldMs: message.heldMs };
    if (!mayBeStarved(code, time)) return settle();
    this.#process.waitedMs(message.id, wallMs, (waitedMs) => settle((failure) => truthOf(failure, time, waitedMs)));
  }

  /** Answers the call, once its arguments have been looked at if it failed in its tool. */
  #settle(id: number, pending: PendingCall, answer: RunnerAnswer): void {
    if (this.#condemned || !this.#diagnoses.take(id, pending, answer)) pending.settle(answer);
  }

  /** A call that did not end by itself leaves a runner nobody should trust with the next one. */
  #retireAfterLimit(): void {
    // A realm's process answers nothing any more; isolates beside the one that was stopped may finish.
    if (this.#inFlight?.isSerial)
      this.kill(lostFailure('The runner was ended because another call in it passed a limit.'), { isLost: false });
    else this.retire();
  }

  #ready(): void {
    if (this.#state !== 'starting') return;
    clearTimeout(this.#startTimer);
    this.#state = 'ready';
    this.#wasReady = true;
    this.#process.noteReady();
    this.#send({ t: 'standBy', memoryMb: this.#settings.loadMemoryMb });
    this.#listener.onReady();
  }

  #end(why: Condemned): void {
    if (this.#condemned) return;
    this.#condemned = why;
    this.#process.end();
  }

  /** In a realm one call runs and is to blame for what the process did; beside each other, all of them are. */
  #settleAll(how: string): void {
    const { failure = endedFailure(how), blamed, isOfRunning } = this.#condemned ?? {};
    const runningId = isOfRunning ? this.#inFlight?.runningId : undefined;
    if (runningId === undefined) this.#inFlight?.settleAll(blamed, failure);
    else this.#inFlight?.settleAll({ id: runningId, failure }, memoryOfAnotherFailure);
  }

  /** The process has ended and what it had written has been read. */
  #exited(how: string): void {
    if (!this.#wasReady)
      this.#startFailure = this.#condemned ? `${this.#condemned.failure?.detail ?? 'It said nothing.'} ${how}` : how;
    clearTimeout(this.#startTimer);
    this.#state = 'exited';
    this.#settleAll(how);
    this.#diagnoses.end();
    this.#listener.onExited(this.#condemned?.isLost ?? true);
  }
}
