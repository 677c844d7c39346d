// Records changes for the server: entries wait in memory until the disk has them, so that a full disk costs no call. Front process, main thread.

import { Outage } from '../../shared/lifetime/outage.ts';
import { systemCode } from '../../shared/machine/system-code.ts';
import { type Appended, type AuditFile, appendEntries } from './append.ts';
import type { AuditChange, AuditDraft } from './entry.ts';

/** Entries that wait at most. Further ones are lost, and an entry tells how many. */
const MOST_WAITING = 10_000;
const MOST_TOGETHER = 500;
const RETRY_MS = 1_000;

export interface RecorderOptions {
  readonly log: AuditFile;
  /** Called once for a series of failures, with the reason and what to do. */
  readonly onFault: (text: string) => void;
  /** Called when the entries of such a series are written. */
  readonly onMended: (text: string) => void;
  /** Milliseconds until another attempt after a failure. */
  readonly retryMs?: number;
}

/** Takes changes in any number. No method throws or rejects. Its timer keeps no process alive. */
export class AuditRecorder {
  readonly #options: RecorderOptions;
  #waiting: AuditDraft[] = [];
  #lost = 0;
  #pumping: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #outage: Outage<NodeJS.ErrnoException>;

  constructor(options: RecorderOptions) {
    this.#options = options;
    const { log, onFault, onMended, retryMs = RETRY_MS } = options;
    this.#outage = new Outage({
      pauseMs: retryMs,
      onFault: (error) => onFault(faultText(log, error)),
      onMended: () => onMended(`the audit log ${log.file} is written again`),
    });
  }

  /** Why entries cannot be written now; empty if they can. */
  get fault(): string {
    const { reason } = this.#outage;
    return reason?.code ?? reason?.message ?? '';
  }

  record(change: AuditChange): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push({ time: new Date().toISOString(), ...change });
    this.#pump();
  }

  /** Resolves when everything is written, or after `waitMs` milliseconds. True if everything is. */
  async settled(waitMs: number): Promise<boolean> {
    const untilMs = performance.now() + waitMs;
    while (this.#waiting.length > 0 && performance.now() < untilMs) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#pump();
      await Promise.race([this.#pumping, pause(Math.max(0, untilMs - performance.now()))]);
      if (this.#waiting.length > 0) await pause(Math.min(50, Math.max(0, untilMs - performance.now())));
    }
    return this.#waiting.length === 0;
  }

  #pump(): void {
    if (this.#pumping !== undefined || this.#timer !== undefined) return;
    this.#pumping = this.#write().finally(() => {
      this.#pumping = undefined;
      if (this.#waiting.length > 0 && this.#outage.waitMs === 0) this.#pump();
    });
  }

  async #write(): Promise<void> {
    const batch = this.#waiting.slice(0, MOST_TOGETHER);
    const appended = await appendEntries(this.#options.log, batch).catch(
      (error: NodeJS.ErrnoException): Pick<Appended, 'written' | 'error'> => ({ written: 0, error }),
    );
    this.#waiting.splice(0, appended.written);
    if (appended.error) return this.#failed(appended.error);
    this.#outage.worked();
    if (this.#lost > 0) {
      const detail = `${this.#lost} entries are lost, because too many waited for the disk`;
      this.#waiting.push({ time: new Date().toISOString(), who: 'audit', action: 'chain.lost', outcome: 'ok', detail });
      this.#lost = 0;
    }
  }

  #failed(error: NodeJS.ErrnoException): void {
    this.#outage.failed(error);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#pump();
    }, this.#outage.waitMs).unref();
  }
}

const faultText = ({ file }: AuditFile, error: Error): string => {
  const code = systemCode(error);
  return code === undefined
    ? `the audit log cannot be written: ${error.message}`
    : `the audit log cannot be written to ${file} (${code}) → make room, or let the user of the server write there; entries wait in memory`;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
