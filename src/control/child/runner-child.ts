// Starts and ends the process of a runner and the box around it. process-control.ts decides why it is ended. Control thread.

import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Socket } from 'node:net';
import { OWN_SESSION } from '../../shared/lifetime/belongings.ts';
import { FIRST_TO_GO } from '../../shared/machine/out-of-memory.ts';
import { type LaunchCommand, RUNNER_ENVIRONMENT } from './command.ts';
import { LastWords } from './last-words.ts';
import { childOf } from './process-meter.ts';

/** Characters of bwrap's report about its box that are read. */
const REPORT_CHARACTERS = 2000;
/** How long the last output of an ended process may take to arrive. */
const LAST_WORDS_MS = 200;
/** How long bwrap may take to make its box before it is killed without one. */
const BOX_START_MS = 2_000;

export interface ChildListener {
  /** Output of the process, untrusted, if its channel ends here. */
  onData?(chunk: Buffer): void;
  /**
   * Called once, after the process has ended and all output on a channel that ends here was read. `how`: an exit code, a signal, or why it did
   * not start; if it had not said `hello`, also its last words on standard error.
   */
  onExited(how: string): void;
}

/** Starts its process at once. Throws only if `spawn` does; `onExited` reports every other failed start. */
export class RunnerChild {
  readonly #child: ChildProcess;
  /** Undefined if the channel ends elsewhere, or the system has no descriptors left. */
  readonly #channel: Socket | undefined;
  readonly #place: LaunchCommand['place'];
  readonly #lastWords = new LastWords();
  readonly #listener: ChildListener;
  #boxProcessId: number | undefined;
  #isEnding = false;
  #hasExited = false;
  #beforeKill: () => void = () => {};
  #killTimer: NodeJS.Timeout | undefined;

  /**
   * `channel`: a connected socket that the process inherits as descriptor 3; it is closed in this thread then. If absent, the channel ends here.
   */
  constructor(launch: LaunchCommand, listener: ChildListener, channel?: Socket) {
    const { command, args, place, seccomp, inheritedFile, userId } = launch;
    this.#place = place;
    this.#listener = listener;
    const [program = command, ...words] = prepared([command, ...args]);
    const inherited = inheritedFile === undefined ? undefined : this.#open(inheritedFile);
    this.#child = spawn(program, words, {
      env: RUNNER_ENVIRONMENT,
      cwd: '/',
      stdio: stdioFor(place, { channel, inherited }),
      ...OWN_SESSION,
      ...(userId !== undefined && { uid: userId, gid: userId }),
    });
    if (inherited !== undefined) closeSync(inherited);
    channel?.destroy();
    this.#child.on('error', (error) => this.#exited(error.message));
    this.#child.on('exit', (code, signal) => this.#ended(signal ?? `exit code ${code}`));
    this.#channel = channel ? undefined : this.#descriptor(3);
    this.#channel?.on('data', (chunk: Buffer) => listener.onData?.(chunk));
    this.#channel?.on('error', () => {});
    this.#lastWords.listenTo(this.#descriptor(2));
    if (place === 'box') this.#openBox(seccomp);
  }

  /** The direct child of the host; in a box, the guardian of the box. */
  get processId(): number | undefined {
    return this.#child.pid;
  }

  /** The process that runs the plugin; undefined if not known yet. */
  get workerProcessId(): number | undefined {
    const outermost = this.#place === 'box' ? this.#boxProcessId : this.#child.pid;
    return this.#place === 'itself' ? outermost : outermost && childOf(outermost);
  }

  /** A plugin may run in it from now on, so its standard error is not read any more. */
  noteReady(): void {
    this.#lastWords.stop();
  }

  write(bytes: Uint8Array): void {
    if (!this.#hasExited && this.#channel?.destroyed === false) this.#channel.write(bytes);
  }

  /** Ends the process and everything in its box by SIGKILL, as soon as the box is complete. `beforeKill` is called right before. */
  end(beforeKill: () => void): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#beforeKill = beforeKill;
    if (this.#place !== 'box' || this.#boxProcessId) return this.#killAll();
    // If bwrap were killed before its box is complete, its child would wait for it for ever.
    this.#killTimer = setTimeout(() => this.#killAll(), BOX_START_MS);
  }

  /** Opens a file. If it cannot, the process will not start, and the error becomes its last words. */
  #open(path: string): number | undefined {
    try {
      return openSync(path, 'r');
    } catch (error) {
      this.#lastWords.add(String(error));
      return undefined;
    }
  }

  #openBox(seccomp: Uint8Array | undefined): void {
    const info = this.#descriptor(4);
    let text = '';
    info?.setEncoding('utf8').on('data', (part: string) => {
      text = (text + part).slice(0, REPORT_CHARACTERS);
      this.#boxProcessId ??= Number(/"child-pid":\s*(\d+)\s*[,}]/.exec(text)?.[1]) || undefined;
      if (this.#boxProcessId && this.#isEnding) this.#killAll();
    });
    info?.on('error', () => {});
    const filter = this.#descriptor(5);
    filter?.on('error', () => {});
    filter?.end(seccomp ?? Buffer.alloc(0));
  }

  #descriptor(index: number): Socket | undefined {
    return (this.#child.stdio as readonly unknown[] | undefined)?.[index] as Socket | undefined;
  }

  #killAll(): void {
    clearTimeout(this.#killTimer);
    this.#beforeKill();
    // Everything in a box or namespace ends with its first process. The outer process is only the guardian.
    const first = this.#place === 'child' ? this.workerProcessId : this.#boxProcessId;
    if (first) killQuietly(first);
    this.#killGroup();
    this.#child.kill('SIGKILL');
  }

  /** Ends everything in its process group. Windows has no such groups. */
  #killGroup(): void {
    if (this.#child.pid !== undefined && process.platform !== 'win32') killQuietly(-this.#child.pid);
  }

  /** The process has ended. Its last output has been read when all its descriptors close. */
  #ended(how: string): void {
    // If somebody killed the guardian, the box may still be there.
    if (this.#boxProcessId) killQuietly(this.#boxProcessId);
    this.#killGroup();
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
    this.#channel?.destroy();
    this.#listener.onExited(this.#lastWords.after(how));
  }
}

/** Standard error, the channel on 3, the two pipes of bwrap, and the inherited file. */
const stdioFor = (
  place: LaunchCommand['place'],
  { channel, inherited }: { readonly channel: Socket | undefined; readonly inherited: number | undefined },
): StdioOptions => [
  ...(['ignore', 'ignore', 'pipe', channel ?? 'pipe'] as const),
  ...(place === 'box' ? (['pipe', 'pipe'] as const) : []),
  ...(inherited === undefined ? [] : [inherited]),
];

/**
 * Has the command and its successors ignore HUP, INT and TERM, and go first if memory runs out. Service managers send these signals to every
 * process of a service, but only the host knows when a runner may end. Node resets signals, so process-entry.ts ignores them again. Windows has no
 * such signals, but sends Ctrl-C to a whole console.
 */
const prepared = (command: readonly string[]): readonly string[] =>
  process.platform === 'win32'
    ? command
    : ['/bin/sh', '-c', `${FIRST_TO_GO}; trap '' HUP INT TERM; exec "$@"`, 'sh', ...command];

const killQuietly = (processId: number): void => {
  try {
    process.kill(processId, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
};
