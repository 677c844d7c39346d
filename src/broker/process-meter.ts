// Reads what a runner process uses, from outside, and lowers its priority. Linux only: it reads /proc.

import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { setPriority } from 'node:os';

const PAGE_BYTES = 4096;
const BYTES_PER_MB = 2 ** 20;
/** The kernel's USER_HZ, fixed at 100 for user space on every supported architecture. */
const TICKS_PER_MS = 0.1;
const LOWEST_PRIORITY = 19;

/** Meters one process; keeps two descriptors open until {@link close}. */
export class ProcessMeter {
  readonly #processId: number;
  readonly #statm: number;
  readonly #stat: number;
  readonly #text = Buffer.alloc(512);
  demoted = false;

  private constructor(processId: number, statm: number, stat: number) {
    this.#processId = processId;
    this.#statm = statm;
    this.#stat = stat;
  }

  /** A meter of the process, or undefined where there is nothing to read. */
  static open(processId: number): ProcessMeter | undefined {
    let statm: number | undefined;
    try {
      statm = openSync(`/proc/${processId}/statm`, 'r');
      return new ProcessMeter(processId, statm, openSync(`/proc/${processId}/stat`, 'r'));
    } catch {
      if (statm !== undefined) closeSync(statm);
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
    const text = this.#read(this.#stat);
    // The name in the second field may hold anything; the fields after its closing bracket are numbers.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_MS;
  }

  /** Lets every other process go first, so that a call that burns CPU slows its own plugin before its neighbours. */
  demote(): void {
    this.demoted = true;
    this.#setPriority(LOWEST_PRIORITY);
  }

  /** Takes {@link demote} back where this user may; otherwise the process stays behind. */
  promote(): void {
    this.demoted = !this.#setPriority(0);
  }

  close(): void {
    closeSync(this.#statm);
    closeSync(this.#stat);
  }

  #read(descriptor: number): string {
    try {
      return this.#text.toString('latin1', 0, readSync(descriptor, this.#text, 0, this.#text.length, 0));
    } catch {
      return '';
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
