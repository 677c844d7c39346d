// The operating system's side of a runner: the process and the box around it, started and ended whole. Which calls it has and why it is ended
// is process-control.ts's to know.

import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { LaunchCommand } from '../launch/plan.ts';
import { OWN_SESSION } from '../lifetime/belongings.ts';
import { LastWords } from './last-words.ts';
import { childOf } from './process-meter.ts';

/** Characters of what bwrap tells of its box that are read. */
const REPORT_CHARACTERS = 2000;
/** How long the last output of a process that has ended is waited for. */
const LAST_WORDS_MS = 200;
/** How long bwrap may take to make its box. */
const BOX_START_MS = 2_000;

export interface ChildListener {
  /** What the process wrote, if its channel ends here; untrusted. */
  onData?(chunk: Buffer): void;
  /**
   * It has ended, and what it had written on a channel that ends here has been read. Told once. `how`: an exit code, a signal, or why it did not start; for a process that was
   * not believed to be a runner yet, with the last words it wrote on standard error.
   */
  onExited(how: string): void;
}

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
   * `channel`: what the process inherits as descriptor 3, connected to whoever speaks to it. It is closed here once the process has it. Without
   * one the channel ends here.
   */
  constructor(launch: LaunchCommand, listener: ChildListener, channel?: Socket) {
    const { command, args, place, seccomp, inheritedFile, userId } = launch;
    this.#place = place;
    this.#listener = listener;
    const [program = command, ...words] = unsignalled([command, ...args]);
    const inherited = inheritedFile === undefined ? undefined : this.#open(inheritedFile);
    this.#child = spawn(program, words, {
      env: {},
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

  /** What the system lists as this process's child; in a box that is the box's guardian. */
  get processId(): number | undefined {
    return this.#child.pid;
  }

  /** The process that runs the plugin; undefined where it is not known yet. */
  get workerProcessId(): number | undefined {
    const outermost = this.#place === 'box' ? this.#boxProcessId : this.#child.pid;
    return this.#place === 'itself' ? outermost : outermost && childOf(outermost);
  }

  /** From now on it is taken for a runner, in which a plugin may run: what it writes on standard error is nobody's word any more. */
  noteReady(): void {
    this.#lastWords.stop();
  }

  write(bytes: Uint8Array): void {
    if (!this.#hasExited && this.#channel?.destroyed === false) this.#channel.write(bytes);
  }

  /** Ends the process and everything in its box by SIGKILL, as soon as that can be done whole. `beforeKill` is called right before. */
  end(beforeKill: () => void): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#beforeKill = beforeKill;
    if (this.#place !== 'box' || this.#boxProcessId) return this.#killAll();
    // Killed now, bwrap would leave its child waiting for it for ever: the box has to be there before it can be ended.
    this.#killTimer = setTimeout(() => this.#killAll(), BOX_START_MS);
  }

  /** A descriptor of the file; if it cannot be opened, the process will not start, and this is why. */
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

  /** An extra descriptor of the child, as this side of its socket pair. */
  #descriptor(index: number): Socket | undefined {
    return (this.#child.stdio as readonly unknown[] | undefined)?.[index] as Socket | undefined;
  }

  #killAll(): void {
    clearTimeout(this.#killTimer);
    this.#beforeKill();
    // The first process of a box, or of a namespace, takes everything in it along; the outer one is only its guardian.
    const first = this.#place === 'child' ? this.workerProcessId : this.#boxProcessId;
    if (first) killQuietly(first);
    this.#killGroup();
    this.#child.kill('SIGKILL');
  }

  /** Whatever it has started that did not leave its process group; on Windows there are none. */
  #killGroup(): void {
    if (this.#child.pid !== undefined && process.platform !== 'win32') killQuietly(-this.#child.pid);
  }

  /** The process has ended; what it wrote last is still to be read, if all its descriptors close. */
  #ended(how: string): void {
    // Whoever killed the guardian of the box may have left the box.
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

/** Standard error, the channel on 3, and what the command inherits beside them. */
const stdioFor = (
  place: LaunchCommand['place'],
  { channel, inherited }: { readonly channel: Socket | undefined; readonly inherited: number | undefined },
): StdioOptions => [
  ...(['ignore', 'ignore', 'pipe', channel ?? 'pipe'] as const),
  ...(place === 'box' ? (['pipe', 'pipe'] as const) : []),
  ...(inherited === undefined ? [] : [inherited]),
];

/**
 * The same command, started so that neither it nor what it executes in its place ends by signals that ask for an orderly end: service managers
 * send those to every process of a service, and only the host knows when a runner may go. Node takes signals as they were by default again, which is
 * why process-entry.ts ignores them once more. Windows has no such signals, but sends Ctrl-C to a whole console.
 */
const unsignalled = (command: readonly string[]): readonly string[] =>
  process.platform === 'win32' ? command : ['/bin/sh', '-c', `trap '' HUP INT TERM; exec "$@"`, 'sh', ...command];

const killQuietly = (processId: number): void => {
  try {
    process.kill(processId, 'SIGKILL');
  } catch {
    // It has gone by itself.
  }
};
