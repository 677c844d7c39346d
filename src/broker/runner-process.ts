// One runner process, seen from the broker: started, spoken to, watched, and ended by SIGKILL. It lives once, in one direction:
//
//   starting ──hello──▶ ready ──retire──▶ retired ──▶ exited
//       └───────────────────── the process ends ────────▲
//
// Only `ready` takes calls. `exited` settles whatever is pending. Nothing the process sends is believed without a check.

import type { Failure } from '../protocol/errors.ts';
import { FrameBatch, FrameReader } from '../protocol/frames.ts';
import {
  type HostMessage,
  type InspectionStage,
  parseRunnerMessage,
  type RunnerMessage,
  runnerFrameCaps,
} from '../protocol/messages.ts';
import type { CheckedProgram } from '../protocol/program.ts';
import type { CallTask, RunnerStatus } from '../protocol/task.ts';
import { callerAlias } from './caller-alias.ts';
import { failed, InFlight, type Overdue } from './in-flight.ts';
import { type Condemned, endedFailure, lostFailure, memoryFailure } from './kill-reasons.ts';
import { PendingCall, type PendingParts } from './pending-call.ts';
import { Precedence } from './precedence.ts';
import { ProcessMeter } from './process-meter.ts';
import { ProcessWatch } from './process-watch.ts';
import { RunnerChild } from './runner-child.ts';
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

export class RunnerProcess {
  readonly #child: RunnerChild;
  readonly #tools = new SentTools((message, body) => this.#send(message, body));
  readonly #watch = new ProcessWatch();
  readonly #standByMb: number;
  #listener: RunnerListener = { onReady() {}, onRoom() {}, onExited() {} };
  #inspection: (InspectionListener & { readonly rssMb: number }) | undefined;
  #wasReady = false;
  #state: RunnerState = 'starting';
  #meter: ProcessMeter | undefined;
  #nextId = 1;
  #callsServed = 0;
  #precedence: Precedence | undefined;
  readonly #outgoing = new FrameBatch();
  #inFlight: InFlight | undefined;
  /** Why the host ends it, once it has decided to. */
  #condemned: Condemned | undefined;
  idleSinceMs = performance.now();

  constructor(settings: BrokerSettings) {
    this.#standByMb = settings.loadMemoryMb;
    const caps = runnerFrameCaps(settings.resultBytes, settings.programBytes, settings.askBytes);
    const reader = new FrameReader(caps, (head, body) => this.#onFrame(head, body));
    this.#child = new RunnerChild(settings.launch, {
      onData: (chunk) => {
        try {
          reader.push(chunk);
        } catch {
          this.kill(lostFailure('The runner broke its protocol.'));
        }
      },
      onExited: (how) => this.#exited(how),
    });
  }

  get state(): RunnerState {
    return this.#state;
  }

  get callsInFlight(): number {
    return this.#inFlight?.size ?? 0;
  }

  get callsServed(): number {
    return this.#callsServed;
  }

  status(cordon: string | undefined): RunnerStatus {
    const { callsInFlight, callsServed, state } = this;
    return { processId: this.#child.processId, cordon, state, callsInFlight, callsServed, rssMb: this.#meter?.rssMb };
  }

  /** From now on its reports go here. */
  listen(listener: RunnerListener): void {
    this.#listener = listener;
  }

  /** Sends a call; only a `ready` runner may be given one, and always of the same mode. Its answer comes exactly once, whatever becomes of the process. Returns how to give it up. */
  call(
    task: CallTask,
    program: CheckedProgram,
    { onAnswer, ...parts }: PendingParts & { readonly onAnswer: OnAnswer },
  ): () => void {
    const { route, callId, caller, argumentsText } = task;
    this.#inFlight ??= new InFlight(route.freshState);
    const tool = this.#tools.numberOf(route, program);
    const id = this.#nextId;
    this.#nextId += 1;
    const pending = new PendingCall(route.limits, parts, onAnswer);
    this.#watch.allow(route.limits.runnerRssMb);
    this.#inFlight.add(id, pending);
    this.#send({ t: 'call', id, tool, callId, caller: callerAlias(caller, route.pluginName) }, argumentsText);
    return () => this.#send({ t: 'cancel', id });
  }

  /** True where the process was given the program with this digest. */
  holds(digest: string): boolean {
    return this.#tools.holds(digest);
  }

  /** Looked at now and then while no call is in flight: ends a process that does too much then. */
  watchIdle(): void {
    if (!this.#meter || this.#state !== 'ready' || this.callsInFlight > 0) return;
    const fault = this.#watch.idleFault(this.#meter, this.#callsServed);
    if (fault !== undefined) this.kill(lostFailure(fault));
  }

  /** Starts an inspection; the runner must serve nothing else, before or after. */
  inspect(
    programText: string,
    limits: { loadMemoryMb: number; loadMs: number; loadRssMb: number },
    listener: InspectionListener,
  ): void {
    this.#inspection = { ...listener, rssMb: limits.loadRssMb };
    this.#send({ t: 'inspect', memoryMb: limits.loadMemoryMb, loadMs: limits.loadMs }, programText);
  }

  get isInspecting(): boolean {
    return this.#inspection !== undefined && this.#state !== 'exited';
  }

  /** False for a process that ended before it said its first word. */
  get wasReady(): boolean {
    return this.#wasReady;
  }

  /** Takes no more calls; ends when those in flight have been answered. */
  retire(): void {
    if (this.#state === 'exited') return;
    this.#state = 'retired';
    if (this.callsInFlight === 0) this.#end({ isLost: false });
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

  /** Polled while calls are in flight: ends a process that passed a limit; returns its resident memory in MB. */
  watch(): number {
    if (this.#state === 'exited' || this.#condemned) return 0;
    const rssMb = this.#meter?.rssMb ?? 0;
    const inFlight = this.#inFlight;
    this.#watch.noteMemory(rssMb, this.#inspection?.rssMb);
    if (this.#inspection) {
      if (rssMb > this.#inspection.rssMb) this.#inspection.onOverMemory(Math.ceil(rssMb));
      return rssMb;
    }
    if (!inFlight) return rssMb;
    const allowedMb = inFlight.lowestRunnerRssMb();
    if (rssMb > allowedMb) {
      this.#killOverMemory(rssMb, allowedMb);
      return rssMb;
    }
    const overdue = inFlight.overdue(inFlight.runningId === undefined ? undefined : this.#meter?.mainThreadCpuMs);
    if (overdue)
      this.kill(lostFailure('The runner was ended because another call in it did not stop.'), {
        isLost: overdue.failure.code !== 'exceeded_cpu',
        blamed: overdue,
      });
    else this.#precedence?.look(inFlight.runningIds());
    return rssMb;
  }

  /** True where its memory grew since the last look and is on its way to the cap: it is worth another look very soon. */
  get isFilling(): boolean {
    return this.#watch.isFilling && this.#state !== 'exited' && this.#condemned === undefined;
  }

  /** In a realm one call runs and is to blame; beside each other, all of them are. */
  #killOverMemory(rssMb: number, allowedMb: number): void {
    const failure = memoryFailure(rssMb, allowedMb);
    const id = this.#inFlight?.runningId;
    if (id === undefined) this.kill(failure);
    else
      this.kill(lostFailure('The runner was ended because another call in it used too much memory.'), {
        isLost: true,
        blamed: { id, failure },
      });
  }

  #send(message: HostMessage, body: string = ''): void {
    if (this.#outgoing.isEmpty) process.nextTick(() => this.#flush());
    this.#outgoing.add(JSON.stringify(message), body);
  }

  #flush(): void {
    const bytes = this.#outgoing.take();
    this.#child.write(bytes);
  }

  #onFrame(head: string, body: string): void {
    const message = parseRunnerMessage(head);
    if (!message) return this.kill(lostFailure('The runner broke its protocol.'));
    this.#onMessage(message, body);
  }

  #onMessage(message: RunnerMessage, body: string): void {
    switch (message.t) {
      case 'hello':
        return this.#ready();
      case 'loaded':
        return;
      case 'stage':
        this.#inspection?.onStage(message.stage, body.slice(0, REPORT_CHARACTERS));
        return;
      case 'inspected':
        this.#inspection?.onInspected(body);
        return;
      case 'stuck':
        return this.kill(lostFailure('The runner was ended because another call in it could not be stopped.'));
      case 'waiting':
        this.#inFlight?.noteWaiting(message.id);
        this.#listener.onRoom();
        return;
      case 'resumed':
        this.#inFlight?.noteResumed(message.id);
        return;
      case 'log':
      case 'progress':
      case 'logFull':
        this.#inFlight?.get(message.id)?.log(message, body);
        return;
      case 'ask':
        return this.#onAsk(message, body);
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

  #onAnswer(message: RunnerMessage & { t: 'done' | 'failed' }, body: string): void {
    const wasWaiting = this.#inFlight?.get(message.id)?.state === 'waiting';
    const pending = this.#inFlight?.remove(message.id);
    if (!pending) return;
    this.#callsServed += 1;
    const answer = pending.read(message, body);
    pending.settle(answer);
    if (this.callsInFlight === 0) this.idleSinceMs = performance.now();
    // None of its code ran when its time was up: nothing had to be stopped.
    const isSpent = wasWaiting && !answer.ok && answer.failure.code === 'exceeded_wall_time';
    if (!answer.ok && answer.failure.code.startsWith('exceeded_') && !(isSpent && this.#inFlight?.isSerial))
      this.#retireAfterLimit();
    else if (this.#state === 'retired' && this.callsInFlight === 0) this.#end({ isLost: false });
    else if (this.callsInFlight === 0) this.#precedence?.stepForward();
    this.#listener.onRoom();
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
    this.#state = 'ready';
    this.#wasReady = true;
    const processId = this.#child.workerProcessId;
    if (processId && process.platform === 'linux') this.#meter = ProcessMeter.open(processId);
    if (this.#meter) this.#precedence = new Precedence(this.#meter);
    this.#send({ t: 'standBy', memoryMb: this.#standByMb });
    this.#listener.onReady();
  }

  #end(why: Condemned): void {
    if (this.#condemned) return;
    this.#condemned = why;
    // A process also dies at its own priority: behind the others, on a busy machine, that takes long.
    this.#child.end(() => this.#precedence?.stepForward());
  }

  /** The process has ended and what it had written has been read. */
  #exited(how: string): void {
    this.#state = 'exited';
    this.#meter?.close();
    this.#meter = undefined;
    this.#inFlight?.settleAll(this.#condemned?.blamed, this.#condemned?.failure ?? endedFailure(how));
    this.#listener.onExited(this.#condemned?.isLost ?? true);
  }
}
