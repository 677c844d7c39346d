// The life of one runner process, as the main thread sees it. Its states follow in one direction:
//
//   starting ──hello──▶ ready ──retire──▶ retired ──▶ exited
//       └───────────────────── the process ends ────────▲
//
// Only `ready` takes calls. `exited` settles all calls that are left. runner-protocol.ts reads what it writes, runner-calls.ts has its calls.

import { CallCard } from '../../control/call-card.ts';
import type { Verdict } from '../../control/call-watch.ts';
import type { Control, ControlledProcess } from '../../control/control.ts';
import { type Condemned, hostFault, lostFailure, runnerEndOf } from '../../control/kill-reasons.ts';
import type { Ended } from '../../control/process-control.ts';
import { SUSPENDED_PER_PLACE } from '../../shared/protocol/capabilities.ts';
import type { Failure } from '../../shared/protocol/errors.ts';
import { runnerFrameCaps } from '../../shared/protocol/messages.ts';
import type { CallHop, CallTask, RunnerEnd, RunnerStatus } from '../../shared/protocol/task.ts';
import { MOST_AHEAD } from './in-flight.ts';
import type { RunnerCallListener } from './pending-call.ts';
import { RunnerCalls } from './runner-calls.ts';
import { RunnerOutbox } from './runner-outbox.ts';
import { type InspectionListener, RunnerProtocol } from './runner-protocol.ts';
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

/** Starts its process at once. Every call that it takes is settled exactly once. */
export class RunnerProcess implements CallHop<RunnerCallListener> {
  readonly #process: ControlledProcess;
  readonly #card: CallCard;
  readonly #outbox = new RunnerOutbox((pieces) => this.#process.write(pieces));
  readonly #calls: RunnerCalls;
  readonly #protocol: RunnerProtocol;
  readonly #settings: BrokerSettings;
  readonly #startTimer: NodeJS.Timeout;
  readonly #onFault: (error: unknown) => void;
  #listener: RunnerListener = { onReady() {}, onRoom() {}, onExited() {} };
  /** It has said `hello`. */
  wasReady = false;
  /** Why the process ended before it said `hello`, for the operator. */
  startFailure: string | undefined;
  /** The listener of its inspection, if one was started. */
  inspection: InspectionListener | undefined;
  #state: RunnerState = 'starting';
  /** Why the host ends it, if it has decided to. */
  #condemned: Condemned | undefined;
  /** It passed its memory limit during an inspection. */
  #hasOverfilled = false;
  idleSinceMs = performance.now();
  /** Since when a cordon has it. */
  heldSinceMs = 0;

  /** `onFault` gets an error of the host that ended the runner. */
  constructor(settings: BrokerSettings, control: Control, onFault: (error: unknown) => void) {
    this.#settings = settings;
    this.#onFault = onFault;
    this.#card = new CallCard(slotsFor(settings.callsPerRunner));
    this.#process = control.start(this.#card.memory, {
      onData: (chunk) => this.#protocol.read(chunk),
      onSuspicion: (verdict) => this.#onSuspicion(verdict),
      onOverMemory: (usedMb) => {
        this.#hasOverfilled = true;
        this.inspection?.onOverMemory(usedMb);
      },
      onEnded: (ended) => this.#onEnded(ended),
      onExited: (how) => this.#exited(how),
    });
    const parts = { control, process: this.#process, card: this.#card, outbox: this.#outbox };
    this.#calls = new RunnerCalls({ ...parts, runner: this });
    const caps = runnerFrameCaps(settings.resultBytes, settings.programBytes, settings.hostRequestBytes);
    this.#protocol = new RunnerProtocol(caps, this, this.#calls);
    this.#startTimer = setTimeout(
      () => this.kill(lostFailure('The runner did not start.'), { isLost: true, reason: 'not_started' }),
      settings.startMs ?? START_MS,
    );
  }

  get state(): RunnerState {
    return this.#state;
  }

  get callsInFlight(): number {
    return this.#calls.inFlight.size;
  }

  get callsSuspended(): number {
    return this.#calls.inFlight.suspended;
  }

  /** True if suspended calls hold so much of their shared heap that another call might lack memory. */
  get isHeapFull(): boolean {
    return this.#calls.isHeapFull;
  }

  get callsServed(): number {
    return this.#calls.served;
  }

  /** Why it is ending or has ended. */
  get end(): RunnerEnd {
    return this.#hasOverfilled ? 'exceeded_memory' : runnerEndOf(this.#condemned);
  }

  /** The host has decided to end it, or it has ended. */
  get isEnding(): boolean {
    return this.#condemned !== undefined || this.#state === 'exited';
  }

  status(cordon: string | undefined): RunnerStatus {
    const { callsInFlight, callsServed, state } = this;
    const rssMb = this.#card.rssMb || undefined;
    const isolates = this.#calls.inFlight.isSerial ? Math.min(1, callsServed + callsInFlight) : callsInFlight;
    return { processId: this.#process.processId, cordon, state, callsInFlight, callsServed, rssMb, isolates };
  }

  holds(digest: string): boolean {
    return this.#calls.tools.holds(digest);
  }

  /** Thread → milliseconds that it was ready to run and waited for a core; empty if the system does not report it. */
  coreWaits(): Promise<ReadonlyMap<string, number>> {
    return this.#process.coreWaits();
  }

  /** Sets who gets its events. `cordon`: whose calls it serves; `isCrowded`: dozens of calls may be suspended in it. */
  listen(listener: RunnerListener, cordon?: string, isCrowded = false): void {
    this.#calls.isCrowded = isCrowded;
    this.#listener = listener;
    if (cordon !== undefined) this.#process.assign(cordon);
  }

  /** Only for a `ready` runner, and always for calls of the same mode. */
  execute(task: CallTask, listener: RunnerCallListener): () => void {
    this.#protocol.noteCall();
    return this.#calls.execute(task, listener);
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
    this.onDone();
  }

  /** Ends the process now. Calls that have begun end with `failure`, the blamed one with its own. */
  kill(failure: Failure, options: Omit<Condemned, 'failure'> = { isLost: true }): void {
    if (this.#state === 'exited') return;
    this.#state = 'retired';
    this.#end({ ...options, failure });
    const { blamed } = options;
    // The blamed call does not wait until the process has ended, but what the process wrote before is read first.
    if (blamed) setImmediate(() => this.#calls.settleBlamed(blamed));
  }

  /** The host failed while it read what the runner wrote. The plugin is not to blame. */
  endForFault(error: unknown): void {
    this.#onFault(error);
    this.kill(hostFault, { isLost: false, reason: 'host_fault' });
  }

  onHello(): void {
    if (this.#state !== 'starting') return;
    clearTimeout(this.#startTimer);
    this.#state = 'ready';
    this.wasReady = true;
    this.#process.noteReady();
    this.#outbox.send({ t: 'standBy', memoryMb: this.#settings.loadMemoryMb });
    this.#listener.onReady();
  }

  /** A place for a call has become free. */
  onRoom(): void {
    this.#listener.onRoom();
  }

  /** The runner has answered a call. `isPastLimit`: the call was stopped by a limit, so its runner serves nobody else. */
  onAnswered(isPastLimit: boolean): void {
    if (this.callsInFlight === 0) this.idleSinceMs = performance.now();
    if (isPastLimit) this.#retireAfterLimit();
    else this.onDone();
    this.#listener.onRoom();
  }

  /** Ends a retired runner if no call and no check of arguments is left. */
  onDone(): void {
    if (this.#state === 'retired' && this.#calls.isDone) this.#end({ isLost: false });
  }

  /** A runner in which a call was stopped by a limit takes no further call. */
  #retireAfterLimit(): void {
    // In a realm no other call can go on; other isolates may finish.
    if (this.#calls.inFlight.isSerial)
      this.kill(lostFailure('The runner was ended because another call in it passed a limit.'), {
        isLost: false,
        reason: 'recycled_after_limit',
      });
    else this.retire();
  }

  /** The control thread takes a call for late. It is late if it has not ended by what the process wrote so far, which is read first. */
  #onSuspicion({ id, failure, isLost, blamed }: Verdict): void {
    setImmediate(() => {
      const call = this.#calls.inFlight.get(id);
      if (!call || (call.state === 'queued') === (blamed !== undefined)) return;
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
    this.#calls.settleAll(this.#condemned ?? {}, how);
    this.#listener.onExited(this.#condemned?.isLost ?? true);
  }
}
