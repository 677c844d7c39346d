// Reads what a runner process uses, from outside, and lowers its priority. Linux only: it reads /proc.

import { closeSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const PAGE_BYTES = 4096;
const BYTES_PER_MB = 2 ** 20;
/** The kernel's USER_HZ, fixed at 100 for user space on every supported architecture. */
const TICKS_PER_MS = 0.1;
/** A third of the weight of the others: enough to keep them quick, and no death sentence on a machine that other programs keep busy. */
const BEHIND_PRIORITY = 5;

/** Meters one process; keeps three descriptors open until {@link close}. */
export class ProcessMeter {
  readonly #processId: number;
  readonly #statm: number;
  readonly #stat: number;
  readonly #mainThreadStat: number;
  readonly #text = Buffer.alloc(512);
  demoted = false;

  private constructor(processId: number, [statm, stat, mainThreadStat]: readonly [number, number, number]) {
    this.#processId = processId;
    this.#statm = statm;
    this.#stat = stat;
    this.#mainThreadStat = mainThreadStat;
  }

  /** A meter of the process, or undefined where there is nothing to read. */
  static open(processId: number): ProcessMeter | undefined {
    const opened: number[] = [];
    try {
      for (const name of ['statm', 'stat', `task/${processId}/stat`])
        opened.push(openSync(`/proc/${processId}/${name}`, 'r'));
      return new ProcessMeter(processId, opened as unknown as [number, number, number]);
    } catch {
      for (const descriptor of opened) closeSync(descriptor);
      return undefined;
    }
  }

  /** Resident memory in MB, or 0 once the process has gone. */
  get rssMb(): number {
    const pages = Number(this.#read(this.#statm).split(' ', 2)[1] ?? 0);
    return (pages * PAGE_BYTES) / BYTES_PER_MB;
  }

  /** CPU time of all its threads since it started, in milliseconds, in steps of 10. */
  get cpuMs(): number {
    return this.#cpuMs(this.#stat);
  }

  /** The same of its first thread, on which a realm runs; the compiler and the garbage collector have threads of their own. */
  get mainThreadCpuMs(): number {
    return this.#cpuMs(this.#mainThreadStat);
  }

  /**
   * Thread → milliseconds that it was ready to run and waited for a core, since it started; of the first thread alone if `firstOnly`.
   * Empty if the kernel does not tell.
   */
  coreWaits(firstOnly: boolean): ReadonlyMap<string, number> {
    const waits = new Map<string, number>();
    const folder = `/proc/${this.#processId}/task`;
    try {
      for (const thread of firstOnly ? [String(this.#processId)] : readdirSync(folder)) {
        const nanoseconds = Number(readFileSync(`${folder}/${thread}/schedstat`, 'latin1').split(' ')[1]);
        if (Number.isFinite(nanoseconds)) waits.set(thread, nanoseconds / 1e6);
      }
    } catch {
      // The process has gone, or one of its threads, or the kernel keeps no such account.
    }
    return waits;
  }

  /** One of its threads has started a process that has not ended, or is not waited for. False if the kernel does not tell. */
  get hasChild(): boolean {
    const folder = `/proc/${this.#processId}/task`;
    try {
      return readdirSync(folder).some((thread) => readFileSync(`${folder}/${thread}/children`, 'latin1') !== '');
    } catch {
      return false;
    }
  }

  #cpuMs(descriptor: number): number {
    const text = this.#read(descriptor);
    // The name in the second field may hold anything; the fields after its closing bracket are numbers.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_MS;
  }

  /** Lets other processes go before it, so that a call that burns CPU slows its own plugin before its neighbours. */
  demote(): void {
    this.demoted = this.#setGroupPriority(BEHIND_PRIORITY) && this.#setPriority(BEHIND_PRIORITY);
  }

  /** Takes {@link demote} back where this user may; otherwise the process stays behind. */
  promote(): void {
    this.demoted = !(this.#setGroupPriority(0) && this.#setPriority(0));
  }

  close(): void {
    closeSync(this.#statm);
    closeSync(this.#stat);
    closeSync(this.#mainThreadStat);
  }

  #read(descriptor: number): string {
    try {
      return this.#text.toString('latin1', 0, readSync(descriptor, this.#text, 0, this.#text.length, 0));
    } catch {
      return '';
    }
  }

  /**
   * A kernel with autogroup shares the CPU out by session first, and only then by thread; a box is a session of its own, so
   * that the priority of its threads alone would change nothing for the others. False where it could not be set: an ordinary
   * user may do so ten times a second.
   */
  #setGroupPriority(priority: number): boolean {
    const group = sessionGroup(this.#processId);
    if (group === undefined || group === sessionGroup('self')) return true;
    try {
      writeFileSync(`/proc/${this.#processId}/autogroup`, String(priority));
      return true;
    } catch {
      return false;
    }
  }

  /** Linux keeps a priority per thread. False where one thread could not be set. */
  #setPriority(priority: number): boolean {
    try {
      for (const threadId of readdirSync(`/proc/${this.#processId}/task`)) setPriority(Number(threadId), priority);
      return true;
    } catch {
      return false;
    }
  }
}

/** The only child of a process, or undefined. */
export const childOf = (processId: number): number | undefined => {
  try {
    const child = Number(readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8').trim().split(' ')[0]);
    return Number.isSafeInteger(child) && child > 0 ? child : undefined;
  } catch {
    return undefined;
  }
};

/** Name of the group in which the kernel lets a process's session share the CPU, or undefined where it has no such groups. */
const sessionGroup = (processId: number | 'self'): string | undefined => {
  try {
    return readFileSync(`/proc/${processId}/autogroup`, 'utf8').split(' ', 1)[0];
  } catch {
    return undefined;
  }
};
