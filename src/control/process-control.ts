// One runner process in its control thread: started, metered, limited by what its card says, and ended by SIGKILL.
//
// The card may be out of date, because the main thread may not have read an answer yet. So a call that seems late is only a suspicion. The main
// thread reads what the process has written, and ends the process if the call is still there. If it does not answer in time, the process is
// ended and no plugin is blamed. Memory does not wait: the process is ended at once, and what it had written shows which call ran.

import type { Socket } from 'node:net';
import type { Failure } from '../shared/protocol/errors.ts';
import { CardReader } from './call-card.ts';
import { CallWatch, type PreparationLimits, type Verdict } from './call-watch.ts';
import type { MemoryKills } from './child/memory-kills.ts';
import { ProcessMeter } from './child/process-meter.ts';
import { RunnerChild } from './child/runner-child.ts';
import {
  type Condemned,
  lostFailure,
  memoryFailure,
  outOfMemoryFailure,
  stopped,
  unansweredFailure,
} from './kill-reasons.ts';
import type { LaunchPlan } from './launch/plan.ts';
import { ProcessWatch } from './process-watch.ts';
import type { OwnCpu } from './starvation.ts';

/** How long the main thread may leave a suspicion unanswered. */
const UNANSWERED_MS = 2_000;

/** Why the control thread ends a process; it blames no single call. */
export type Ended = Omit<Condemned, 'blamed'> & { readonly failure: Failure };

export interface ProcessListener {
  /** Output of the process, untrusted, if its channel ends here. */
  onData?(chunk: Buffer): void;
  onStarted(processId: number | undefined): void;
  /** A call seems to have passed a limit. If it is still there, the listener has to end the process. */
  onSuspicion(verdict: Verdict): void;
  /** It passed its memory limit during an inspection, and is being ended. */
  onOverMemory(usedMb: number): void;
  /** It is being ended, or the kernel has ended it. Called before {@link ProcessListener.onExited}. */
  onEnded(ended: Ended): void;
  /** It has ended. Called once; `how` as in {@link RunnerChild}. */
  onExited(how: string): void;
}

export interface ProcessControlOptions {
  readonly launch: LaunchPlan;
  /** The channel with the main thread, which the process inherits. If absent, its channel ends here. */
  readonly channel?: Socket | undefined;
  /** Memory of its card. */
  readonly memory: SharedArrayBuffer;
  readonly cores: number;
  readonly preparation?: PreparationLimits | undefined;
  /** Tells whether a process that this host has not killed ended because the machine's memory ran out. */
  readonly memoryKills: Pick<MemoryKills, 'explain'>;
}

/** Starts its process at once. Polled by its owner; has no timer of its own. */
export class ProcessControl {
  readonly #options: ProcessControlOptions;
  readonly #listener: ProcessListener;
  readonly #child: RunnerChild;
  readonly #card: CardReader;
  readonly #watch = new ProcessWatch();
  /** A filter of system calls keeps it from starting processes. */
  readonly #isFiltered: boolean;
  #meter: ProcessMeter | undefined;
  #calls: CallWatch | undefined;
  #ownCpu: OwnCpu = { usedMs: 0 };
  #isEnding = false;
  #isAtWork = false;
  #wasStopped = false;
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

  noteReady(): void {
    this.#child.noteReady();
    const processId = this.#child.workerProcessId;
    if (processId && process.platform === 'linux') this.#meter ??= ProcessMeter.open(processId);
    this.#noteMemory();
  }

  /** Writes the memory of the process on its card. Returns its resident memory in MB. */
  #noteMemory(): number {
    const memory = this.#meter?.memory ?? { rssMb: 0, ownMb: 0 };
    this.#card.noteMemory(memory);
    return memory.rssMb;
  }

  /** All processes of a cordon share one `ownCpu`. Call before the first call is sent. */
  assign(ownCpu: OwnCpu): void {
    this.#ownCpu = ownCpu;
  }

  /** Ends the process and everything in its box. */
  end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    // On a busy machine, a process with a low priority takes long to end.
    this.#child.end(() => this.#calls?.stepForward());
  }

  /** Thread → milliseconds that it was ready to run and waited for a core; empty if the system does not report it. */
  coreWaits(): ReadonlyMap<string, number> {
    return this.#meter?.coreWaits(false) ?? new Map();
  }

  /** As {@link CallWatch.waitedMs}. */
  waitedMs(id: number, wallMs: number): number | undefined {
    return this.#calls?.waitedMs(id, wallMs);
  }

  get isBusy(): boolean {
    return !this.#isEnding && this.#card.isBusy;
  }

  /** As {@link ProcessWatch.isFilling}. */
  get isFilling(): boolean {
    return !this.#isEnding && this.#watch.isFilling;
  }

  /** It has no work any more, and gets its old priority back. */
  rest(): void {
    if (!this.#isAtWork) return;
    this.#isAtWork = false;
    this.#calls?.stepForward();
  }

  /** Checks a process that has work. Returns its resident memory in MB. */
  look(): number {
    if (this.#isEnding) return 0;
    this.#isAtWork = true;
    const rssMb = this.#noteMemory();
    const { isSerial, runnerRssMb, lowestRssMb, inspectionRssMb } = this.#card.head;
    this.#watch.noteMemory(rssMb, inspectionRssMb || lowestRssMb || undefined);
    if (inspectionRssMb > 0) {
      if (rssMb <= inspectionRssMb) {
        if (this.#meter) this.#endIfStopped(this.#meter);
        return rssMb;
      }
      this.#listener.onOverMemory(Math.ceil(rssMb));
      this.end();
    } else if (runnerRssMb > 0 && rssMb > runnerRssMb) {
      this.#endFor({ failure: memoryFailure(rssMb, runnerRssMb), isLost: true, isOfRunning: true });
    } else this.#lookAtCalls(isSerial);
    return rssMb;
  }

  /** Checks a process without work, once a second. Ends it if it uses too much. */
  lookIdle(): void {
    if (this.#isEnding || !this.#meter || this.#card.isBusy || this.#endIfParent(this.#meter)) return;
    this.#noteMemory();
    if (this.#endIfStopped(this.#meter)) return;
    const { callsServed, lowestRssMb } = this.#card.head;
    const fault = this.#watch.idleFault(this.#meter, callsServed, lowestRssMb || Number.POSITIVE_INFINITY);
    // A call that was sent meanwhile is not to blame for this.
    if (fault !== undefined && !this.#card.isBusy)
      this.#endFor({ failure: lostFailure(fault), isLost: true, reason: 'busy_without_call' });
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
      this.#endFor({ failure: unansweredFailure, isLost: false, reason: 'unanswered' });
    }
  }

  /** Ends a process that has started another one, to which no limit would apply. True if it did. Not needed if a filter prevents it. */
  #endIfParent(meter: ProcessMeter): boolean {
    if (this.#isFiltered || !this.#watch.takeChildrenLook() || !meter.hasChild) return false;
    const failure = lostFailure('The runner was ended because it had started another process.');
    this.#endFor({ failure, isLost: true, reason: 'started_process' });
    return true;
  }

  /** Ends a process that was stopped when it was last looked at, and still is: it would keep the next call, or an inspection, for ever. True if it was. */
  #endIfStopped(meter: ProcessMeter): boolean {
    const wasStopped = this.#wasStopped;
    this.#wasStopped = meter.isStopped;
    if (!wasStopped || !this.#wasStopped) return false;
    this.#endFor({ failure: stopped, isLost: false, reason: 'not_ready' });
    return true;
  }

  #endFor(ended: Ended): void {
    if (this.#isEnding) return;
    this.#listener.onEnded(ended);
    this.end();
  }

  #exited(how: string): void {
    // No plugin is to blame: a process that takes more than it may is ended by the host, and this one has not been.
    if (!this.#isEnding && this.#options.memoryKills.explain(how))
      this.#listener.onEnded({ failure: outOfMemoryFailure, isLost: false, reason: 'out_of_memory' });
    this.#isEnding = true;
    this.#meter?.close();
    this.#meter = undefined;
    this.#listener.onExited(how);
  }
}
