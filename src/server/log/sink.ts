// Writes log lines to a stream or a file, one write after the other. Nothing waits for them: a full disk or a reader that has stopped costs
// lines, not calls or memory. Front process.

import { close, fstat, openSync, type Stats, stat, write, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { Outage } from '../../shared/lifetime/outage.ts';
import { endFile, type FileEnds, hasToEnd } from './file-ends.ts';
import type { Backlog } from './shares.ts';

const closeFile = promisify(close);
const statOf = promisify(stat);
const statOfOpen = promisify(fstat);

/** Most characters that wait to be written; further lines are dropped and counted. */
const MOST_CHARACTERS = 8_000_000;
/** Pause if the system took nothing, such as when a pipe is full. */
const BUSY_PAUSE_MS = 20;
/** Pause after an error such as a full disk. */
const FAULT_PAUSE_MS = 1_000;
/** Least time between two checks whether the file was renamed. */
const LOOK_EVERY_MS = 1_000;
/** Readable by the group, for collectors, and not by everybody, because the log holds what tools wrote. */
const FILE_MODE = 0o640;
const LAST_TRIES = 50;

export interface SinkOptions {
  /** Called once for a series of failures. The text may name the file. */
  readonly onFault?: (fault: string) => void;
  /** Makes the line that tells how many lines were lost. */
  readonly lostLine?: (lines: number, cause: string) => string;
  readonly mostCharacters?: number;
  readonly faultPauseMs?: number;
  readonly lookEveryMs?: number;
  /** When a file ends; never if absent. It is looked at every `lookEveryMs`. */
  readonly ends?: FileEnds;
}

/** Takes lines and writes them. Its timers keep no process alive. */
export interface LogSink extends Backlog {
  /** Takes whole lines. Never throws. */
  write(lines: string): void;
  /** Resolves when all lines are written, or after `waitMs`. */
  drained(waitMs: number): Promise<void>;
  /** Writes what is left before it returns; for the end of the process. */
  flushSync(): void;
}

/** Writes to an open descriptor, such as standard error. */
export const streamSink = (descriptor: number, options: SinkOptions = {}): LogSink => new Sink(descriptor, options);

/**
 * Appends to a file, which is made if it is missing. If the file is renamed or removed, the sink begins a new one of the same name within
 * about a second of the next line, so `logrotate` needs no signal. Throws if the file cannot be opened.
 */
export const fileSink = (path: string, options: SinkOptions = {}): LogSink =>
  new Sink(openSync(path, 'a', FILE_MODE), options, path);

class Sink implements LogSink {
  readonly #options: SinkOptions;
  readonly #path: string | undefined;
  readonly #outage: Outage;
  #descriptor: number;
  #waiting: string[] = [];
  #characters = 0;
  /** The bytes that are being written, and how many of them have been. */
  #part: Buffer | undefined;
  #written = 0;
  /** The sink looks at its file's name, or the system writes. */
  #isBusy = false;
  #isWriting = false;
  #lost = 0;
  /** Why lines were lost; empty if the reader is merely too slow. */
  #lostTo = '';
  #lookedAtMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(descriptor: number, options: SinkOptions, path?: string) {
    this.#descriptor = descriptor;
    this.#options = options;
    this.#path = path;
    const to = path === undefined ? '' : ` to ${path}`;
    this.#outage = new Outage({
      pauseMs: options.faultPauseMs ?? FAULT_PAUSE_MS,
      onFault: (fault) => options.onFault?.(`the log cannot be written${to} (${fault})`),
    });
    this.#lookedAtMs = performance.now();
  }

  get waiting(): number {
    return this.#characters;
  }

  get most(): number {
    return this.#options.mostCharacters ?? MOST_CHARACTERS;
  }

  write(lines: string): void {
    if (this.#characters + lines.length > this.most) {
      this.#lost += lines.split('\n').length - 1;
      this.#lostTo = this.#outage.reason ?? '';
      return;
    }
    this.#waiting.push(lines);
    this.#characters += lines.length;
    this.#pump();
  }

  async drained(waitMs: number): Promise<void> {
    const untilMs = performance.now() + waitMs;
    while ((this.#part || this.#waiting.length > 0) && performance.now() < untilMs)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }

  flushSync(): void {
    clearTimeout(this.#timer);
    // A write under way cannot be cancelled, so its bytes must not be written again.
    const part = this.#isWriting ? undefined : this.#part?.subarray(this.#written);
    this.#part = undefined;
    const rest = Buffer.concat([part ?? Buffer.alloc(0), this.#takeWaiting()]);
    for (let at = 0, tries = 0; at < rest.length && tries < LAST_TRIES; ) {
      try {
        at += writeSync(this.#descriptor, rest, at);
      } catch (error) {
        if (!isBusyError(error)) return;
        tries += 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      }
    }
  }

  #takeWaiting(): Buffer {
    const lost = this.#lost > 0 ? (this.#options.lostLine?.(this.#lost, this.#lostTo) ?? '') : '';
    const text = Buffer.from(this.#waiting.join('') + lost);
    this.#waiting = [];
    this.#lost = 0;
    return text;
  }

  #pump(): void {
    if (this.#isBusy || this.#timer) return;
    this.#part ??= this.#waiting.length === 0 ? undefined : this.#takeWaiting();
    if (!this.#part) return;
    this.#isBusy = true;
    void this.#followName().then(() => this.#writePart());
  }

  #writePart(): void {
    const part = this.#part;
    // `flushSync` took it.
    if (!part) {
      this.#isBusy = false;
      return;
    }
    this.#isWriting = true;
    write(this.#descriptor, part, this.#written, part.length - this.#written, null, (error, count) => {
      this.#isBusy = false;
      this.#isWriting = false;
      if (error) return this.#pause(error);
      this.#outage.worked();
      this.#written += count;
      if (this.#written >= part.length) {
        this.#part = undefined;
        this.#written = 0;
        this.#characters = this.#waiting.reduce((sum, { length }) => sum + length, 0);
      }
      this.#pump();
    });
  }

  #pause(error: NodeJS.ErrnoException): void {
    const isBusy = isBusyError(error);
    if (!isBusy) this.#outage.failed(error.code ?? error.message);
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#pump();
      },
      isBusy ? BUSY_PAUSE_MS : this.#outage.waitMs,
    ).unref();
  }

  /** Renames a file that has to end. False if it goes on: lines in a file that is too long are better than none. */
  async #endFile(path: string, open: Stats): Promise<boolean> {
    const { ends } = this.#options;
    if (ends === undefined || !hasToEnd(open, ends, Date.now())) return false;
    return endFile(path, ends.keepFiles, new Date()).catch(() => false);
  }

  /** Begins a new file if another program has renamed or removed this one. Never rejects. */
  async #followName(): Promise<void> {
    const nowMs = performance.now();
    const { lookEveryMs = LOOK_EVERY_MS } = this.#options;
    if (this.#path === undefined || nowMs - this.#lookedAtMs < lookEveryMs) return;
    this.#lookedAtMs = nowMs;
    try {
      const named = await statOf(this.#path).catch(() => undefined);
      const open = await statOfOpen(this.#descriptor);
      if (named?.ino === open.ino && named.dev === open.dev && !(await this.#endFile(this.#path, open))) return;
      const previous = this.#descriptor;
      this.#descriptor = openSync(this.#path, 'a', FILE_MODE);
      await closeFile(previous);
    } catch {
      // The folder may be gone. The open file still takes lines.
    }
  }
}

const isBusyError = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EAGAIN' || code === 'EBUSY' || code === 'EINTR';
};
