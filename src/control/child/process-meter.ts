// Reads the resource use of a runner process from outside, and lowers its priority. Linux only: it reads /proc. Control thread.

import { closeSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const [STATM, STAT, MAIN_THREAD_STAT] = [0, 1, 2];
const PAGE_BYTES = 4096;
const BYTES_PER_MB = 2 ** 20;
/** The kernel's USER_HZ, fixed at 100 for user space on every supported architecture. */
const TICKS_PER_MS = 0.1;
/** A third of the weight of other processes. That keeps them fast, and lets this one go on even if other programs keep the machine busy. */
const BEHIND_PRIORITY = 5;

/** Meters one process; keeps three descriptors open until {@link close}. */
export class ProcessMeter {
  readonly #processId: number;
  /** Descriptors, in the order of STATM, STAT, MAIN_THREAD_STAT. */
  readonly #files: readonly number[];
  readonly #text = Buffer.alloc(512);
  demoted = false;

  private constructor(processId: number, files: readonly number[]) {
    this.#processId = processId;
    this.#files = files;
  }

  /** Undefined if /proc cannot be read for the process. */
  static open(processId: number): ProcessMeter | undefined {
    const opened: number[] = [];
    try {
      for (const name of ['statm', 'stat', `task/${processId}/stat`])
        opened.push(openSync(`/proc/${processId}/${name}`, 'r'));
      return new ProcessMeter(processId, opened);
    } catch {
      for (const descriptor of opened) closeSync(descriptor);
      return undefined;
    }
  }

  /** Resident memory in MB; 0 if the process has ended. */
  get rssMb(): number {
    return this.memory.rssMb;
  }

  /** Its memory in MB; 0 if the process has ended. `ownMb`: without the pages of files, most of which other processes have as well. */
  get memory(): { readonly rssMb: number; readonly ownMb: number } {
    const [, resident = 0, ofFiles = 0] = this.#read(STATM).split(' ', 3).map(Number);
    return { rssMb: inMb(resident), ownMb: inMb(resident - ofFiles) };
  }

  /** CPU time of all its threads since it started, in milliseconds, in steps of 10. */
  get cpuMs(): number {
    return this.#cpuMs(STAT);
  }

  /** The same for its first thread, on which a realm runs. The compiler and the garbage collector have threads of their own. */
  get mainThreadCpuMs(): number {
    return this.#cpuMs(MAIN_THREAD_STAT);
  }

  /** It was stopped by a signal, and does nothing until it is continued. Not one that is traced: it stops at each system call, and goes on. */
  get isStopped(): boolean {
    const text = this.#read(STAT);
    return text.charAt(text.lastIndexOf(')') + 2) === 'T';
  }

  /**
   * Thread → milliseconds that it was ready to run and waited for a core, since it started; only the first thread if `firstOnly`.
   * Empty if the kernel does not report it.
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
      // The process or a thread has ended, or the kernel does not count waits.
    }
    return waits;
  }

  /** One of its threads has started a process that still exists. False if the kernel does not report it. */
  get hasChild(): boolean {
    const folder = `/proc/${this.#processId}/task`;
    try {
      return readdirSync(folder).some((thread) => readFileSync(`${folder}/${thread}/children`, 'latin1') !== '');
    } catch {
      return false;
    }
  }

  #cpuMs(file: number): number {
    const text = this.#read(file);
    // The name in the second field may contain anything; the fields after its closing bracket are numbers.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_MS;
  }

  /** Lowers its priority, so that a call that burns CPU slows its own plugin before others. */
  demote(): void {
    this.demoted = this.#setGroupPriority(BEHIND_PRIORITY) && this.#setPriority(BEHIND_PRIORITY);
  }

  /** Undoes {@link demote} if this user may; else the process stays demoted. */
  promote(): void {
    this.demoted = !(this.#setGroupPriority(0) && this.#setPriority(0));
  }

  close(): void {
    for (const descriptor of this.#files) closeSync(descriptor);
  }

  #read(file: number): string {
    try {
      return this.#text.toString('latin1', 0, readSync(this.#files[file] ?? -1, this.#text, 0, this.#text.length, 0));
    } catch {
      return '';
    }
  }

  /**
   * A kernel with autogroup divides the CPU by session first, and then by thread. A box is a session of its own, so the priority of its threads
   * alone would change nothing for other processes. False if it could not be set: an ordinary user may do so ten times a second.
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

  /** Linux has one priority per thread. False if one could not be set. */
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

/** Name of the autogroup of a process's session, or undefined if the kernel has none. */
const sessionGroup = (processId: number | 'self'): string | undefined => {
  try {
    return readFileSync(`/proc/${processId}/autogroup`, 'utf8').split(' ', 1)[0];
  } catch {
    return undefined;
  }
};

const inMb = (pages: number): number => (pages * PAGE_BYTES) / BYTES_PER_MB;
