// One runner process as the control thread has it: started, metered, held to its limits by what its card says, ended by SIGKILL.
//
// The card may be out of date: the listening thread may have an answer before it that it has not read. So nobody is blamed by the card alone.
// A call that seems late is a suspicion; the listening thread, which reads what the process has written first, has the process ended if the call
// is still there. If it says nothing for long, the process is ended and no plugin is blamed. Only memory does not wait: the process is ended at
// once, and whose call ran is found out from what it had written.

import type { Socket } from 'node:net';
import type { LaunchPlan } from '../launch/plan.ts';
import type { Failure } from '../protocol/errors.ts';
import { CardReader } from './call-card.ts';
import { CallWatch, type PreparationLimits, type Verdict } from './call-watch.ts';
import { lostFailure, memoryFailure, unansweredFailure } from './kill-reasons.ts';
import { ProcessMeter } from './process-meter.ts';
import { ProcessWatch } from './process-watch.ts';
import { RunnerChild } from './runner-child.ts';
import type { OwnCpu } from './starvation.ts';

/** How long a suspicion may go unanswered, in milliseconds. */
const UNANSWERED_MS = 2_000;

/** Why a process was ended by whoever watches it. */
export interface Ended {
  /** What its calls that have begun are told. */
  readonly failure: Failure;
  /** Counts against the plugin. */
  readonly isLost: boolean;
  /** It is the call that ran, if one did, that the failure is about. */
  readonly isOfRunning?: boolean;
}

export interface ProcessListener {
  /** What it wrote, if its channel ends here; untrusted. */
  onData?(chunk: Buffer): void;
  /** The system has made the process. */
  onStarted(processId: number | undefined): void;
  /** A call seems to have passed a limit: if it is still there, the process is to be ended. */
  onSuspicion(verdict: Verdict): void;
  /** It passed its memory while a program was tried out in it, and is being ended. */
  onOverMemory(usedMb: number): void;
  /** It is being ended; told before {@link ProcessListener.onExited}. */
  onEnded(ended: Ended): void;
  /** It has ended. Told once; `how` as in {@link RunnerChild}. */
  onExited(how: string): void;
}

export interface ProcessControlOptions {
  readonly launch: LaunchPlan;
  /** What the process inherits to speak to the listening thread; without it, its channel ends here. */
  readonly channel?: Socket | undefined;
  /** Of its card. */
  readonly memory: SharedArrayBuffer;
  readonly cores: number;
  readonly preparation?: PreparationLimits | undefined;
}

export class ProcessControl {
  readonly #options: ProcessControlOptions;
  readonly #listener: ProcessListener;
  readonly #child: RunnerChild;
  readonly #card: CardReader;
  readonly #watch = new ProcessWatch();
  /** A filter of system calls keeps it from making processes. */
  readonly #isFiltered: boolean;
  #meter: ProcessMeter | undefined;
  #calls: CallWatch | undefined;
  #ownCpu: OwnCpu = { usedMs: 0 };
  #isEnding = false;
  #isAtWork = false;
  #suspicion: { readonly id: number; readonly sinceMs: number } | undefined;

  constructor(options: ProcessControlOptions, listener: ProcessListener) {
    this.#options = options;
    this.#listener = listener;
    this.#card = new CardReader(options.memory);
    this.#isFiltered = options.launch.layers.some(({ name, active }) => name === 'syscalls' && active);
    const onExited = (how: string): void => this.#exited(how);
    this.#child = new RunnerChild(
      options.launch,
      { onExited, onData: (chunk) => listener.onData?.(chunk) },
      options.channel,
    );
    listener.onStarted(this.#child.processId);
  }

  /** Writes to a channel that ends here. */
  write(bytes: Uint8Array): void {
    this.#child.write(bytes);
  }

  /** The process is a runner, and may be given a plugin. */
  noteReady(): void {
    this.#child.noteReady();
    const processId = this.#child.workerProcessId;
    if (processId && process.platform === 'linux') this.#meter ??= ProcessMeter.open(processId);
  }

  /** What all processes of the same plugin add their CPU time to. Before its first call. */
  assign(ownCpu: OwnCpu): void {
    this.#ownCpu = ownCpu;
  }

  /** Ends the process and everything in its box. */
  end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    // A process also dies at its own priority: behind the others, on a busy machine, that takes long.
    this.#child.end(() => this.#calls?.stepForward());
  }

  /** Thread → milliseconds that it was ready to run and waited for a core; empty if the system does not tell. */
  coreWaits(): ReadonlyMap<string, number> {
    return this.#meter?.coreWaits(false) ?? new Map();
  }

  /** Milliseconds that a call waited for a core, if that is why its wall time passed. */
  waitedMs(id: number, wallMs: number): number | undefined {
    return this.#calls?.waitedMs(id, wallMs);
  }

  /** It has work. */
  get isBusy(): boolean {
    return !this.#isEnding && this.#card.isBusy;
  }

  /** Its memory grew since the last look and is on its way to the cap: it is worth another look very soon. */
  get isFilling(): boolean {
    return !this.#isEnding && this.#watch.isFilling;
  }

  /** It has no work any more: its place among the other processes is the old one. */
  rest(): void {
    if (!this.#isAtWork) return;
    this.#isAtWork = false;
    this.#calls?.stepForward();
  }

  /** Looks at a process that has work; returns its resident memory in MB. */
  look(): number {
    if (this.#isEnding) return 0;
    this.#isAtWork = true;
    const rssMb = this.#meter?.rssMb ?? 0;
    const { isSerial, runnerRssMb, lowestRssMb, inspectionRssMb } = this.#card.head;
    this.#card.noteRssMb(rssMb);
    this.#watch.noteMemory(rssMb, inspectionRssMb || lowestRssMb || undefined);
    if (inspectionRssMb > 0) {
      if (rssMb > inspectionRssMb) this.#endOverMemory(rssMb);
    } else if (runnerRssMb > 0 && rssMb > runnerRssMb) {
      this.#endFor({ failure: memoryFailure(rssMb, runnerRssMb), isLost: true, isOfRunning: true });
    } else this.#lookAtCalls(isSerial);
    return rssMb;
  }

  /** Looks at a process without work, now and then: ends one that does too much. */
  lookIdle(): void {
    if (this.#isEnding || !this.#meter || this.#card.isBusy || this.#endIfParent(this.#meter)) return;
    const { callsServed, lowestRssMb } = this.#card.head;
    const fault = this.#watch.idleFault(this.#meter, callsServed, lowestRssMb || Number.POSITIVE_INFINITY);
    // A call may have begun meanwhile: it is not to blame for what was before it.
    if (fault !== undefined && !this.#card.isBusy) this.#endFor({ failure: lostFailure(fault), isLost: true });
  }

  #lookAtCalls(isSerial: boolean): void {
    this.#calls ??= new CallWatch({ ...this.#options, isSerial, meter: this.#meter, ownCpu: this.#ownCpu });
    const calls = this.#card.calls();
    const verdict = this.#calls.look(calls);
    if (verdict) return this.#suspect(verdict);
    this.#suspicion = undefined;
    if (this.#meter) this.#endIfParent(this.#meter);
  }

  #suspect(verdict: Verdict): void {
    const nowMs = performance.now();
    if (this.#suspicion?.id !== verdict.id) {
      this.#suspicion = { id: verdict.id, sinceMs: nowMs };
      this.#listener.onSuspicion(verdict);
    } else if (nowMs - this.#suspicion.sinceMs > UNANSWERED_MS) {
      this.#endFor({ failure: unansweredFailure, isLost: false });
    }
  }

  /** Ends a process that has made another one, which no limit would hold; true if it did. The kernel refuses it where there is a filter. */
  #endIfParent(meter: ProcessMeter): boolean {
    if (this.#isFiltered || !this.#watch.takeChildrenLook() || !meter.hasChild) return false;
    const failure = lostFailure('The runner was ended because it had started another process.');
    this.#endFor({ failure, isLost: true });
    return true;
  }

  #endOverMemory(usedMb: number): void {
    this.#listener.onOverMemory(Math.ceil(usedMb));
    this.end();
  }

  #endFor(ended: Ended): void {
    if (this.#isEnding) return;
    this.#listener.onEnded(ended);
    this.end();
  }

  #exited(how: string): void {
    this.#isEnding = true;
    this.#meter?.close();
    this.#meter = undefined;
    this.#listener.onExited(how);
  }
}
