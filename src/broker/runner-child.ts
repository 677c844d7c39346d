// The operating system's side of a runner: the process and the box around it, started, written to, ended whole. Which calls it has and why it
// is ended is runner-process.ts's to know.

import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { LaunchPlan } from './launch-plan.ts';
import { childOf } from './process-meter.ts';

/** Characters of what bwrap tells of its box that are read. */
const REPORT_CHARACTERS = 2000;
/** How long the last output of a process that has ended is waited for. */
const LAST_WORDS_MS = 200;
/** How long bwrap may take to make its box. */
const BOX_START_MS = 2_000;

export interface ChildListener {
  /** What the process wrote; untrusted. */
  onData(chunk: Buffer): void;
  /** It has ended and what it had written has been read. Told once. `how`: an exit code, a signal, or why it did not start. */
  onExited(how: string): void;
}

export class RunnerChild {
  readonly #child: ChildProcess;
  readonly #channel: Socket;
  readonly #boxed: boolean;
  readonly #listener: ChildListener;
  #boxProcessId: number | undefined;
  #isEnding = false;
  #hasExited = false;
  #beforeKill: () => void = () => {};
  #killTimer: NodeJS.Timeout | undefined;

  constructor({ command, args, boxed, seccomp }: LaunchPlan, listener: ChildListener) {
    this.#boxed = boxed;
    this.#listener = listener;
    this.#child = spawn(command, args, {
      env: {},
      cwd: '/',
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', ...(boxed ? (['pipe', 'pipe'] as const) : [])],
      windowsHide: true,
    });
    this.#child.on('error', (error) => this.#exited(error.message));
    this.#child.on('exit', (code, signal) => this.#ended(signal ?? `exit code ${code}`));
    this.#channel = this.#descriptor(3);
    this.#channel.on('data', (chunk: Buffer) => listener.onData(chunk));
    this.#channel.on('error', () => {});
    if (boxed) this.#openBox(seccomp);
  }

  /** What the system lists as this process's child; in a box that is the box's guardian. */
  get processId(): number | undefined {
    return this.#child.pid;
  }

  /** The process that runs the plugin; undefined where it is not known yet. */
  get workerProcessId(): number | undefined {
    return this.#boxed ? this.#boxProcessId && childOf(this.#boxProcessId) : this.#child.pid;
  }

  write(bytes: Uint8Array): void {
    if (!this.#hasExited && !this.#channel.destroyed) this.#channel.write(bytes);
  }

  /** Ends the process and everything in its box by SIGKILL, as soon as that can be done whole. `beforeKill` is called right before. */
  end(beforeKill: () => void): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#beforeKill = beforeKill;
    if (!this.#boxed || this.#boxProcessId) return this.#killAll();
    // Killed now, bwrap would leave its child waiting for it for ever: the box has to be there before it can be ended.
    this.#killTimer = setTimeout(() => this.#killAll(), BOX_START_MS);
  }

  #openBox(seccomp: Uint8Array | undefined): void {
    const info = this.#descriptor(4);
    let text = '';
    info.setEncoding('utf8').on('data', (part: string) => {
      text = (text + part).slice(0, REPORT_CHARACTERS);
      this.#boxProcessId ??= Number(/"child-pid":\s*(\d+)\s*[,}]/.exec(text)?.[1]) || undefined;
      if (this.#boxProcessId && this.#isEnding) this.#killAll();
    });
    info.on('error', () => {});
    const filter = this.#descriptor(5);
    filter.on('error', () => {});
    filter.end(seccomp ?? Buffer.alloc(0));
  }

  /** An extra descriptor of the child, as this side of its socket pair. */
  #descriptor(index: number): Socket {
    return (this.#child.stdio as readonly unknown[])[index] as Socket;
  }

  #killAll(): void {
    clearTimeout(this.#killTimer);
    this.#beforeKill();
    // The box's first process takes everything in the box with it; the outer one is only its guardian.
    if (this.#boxProcessId) killQuietly(this.#boxProcessId);
    this.#child.kill('SIGKILL');
  }

  /** The process has ended; what it wrote last is still to be read, if all its descriptors close. */
  #ended(how: string): void {
    // Whoever killed the guardian of the box may have left the box.
    if (this.#boxProcessId) killQuietly(this.#boxProcessId);
    const late = setTimeout(() => this.#exited(how), LAST_WORDS_MS);
    this.#child.on('close', () => {
      clearTimeout(late);
      this.#exited(how);
    });
  }

  #exited(how: string): void {
    if (this.#hasExited) return;
    this.#hasExited = true;
    clearTimeout(this.#killTimer);
    this.#channel.destroy();
    this.#listener.onExited(how);
  }
}

const killQuietly = (processId: number): void => {
  try {
    process.kill(processId, 'SIGKILL');
  } catch {
    // It has gone by itself.
  }
};
