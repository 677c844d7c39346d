// The main thread's side of a runner process: its channel ends here, and orders for it go to the control thread that started it.

import type { Socket } from 'node:net';
import type { ControlledListener, ControlledProcess } from '../../control/control.ts';
import type { ControlOrder } from '../../control/link-messages.ts';

/** How long the last output of an ended process may take to arrive. */
const LAST_WORDS_MS = 200;

type Without<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;
/** An order about one process; the link adds its number. */
export type ProcessOrder = Without<Extract<ControlOrder, { readonly process: number }>, 'process' | 'query' | 'memory'>;

export interface ProcessLink {
  order(order: ProcessOrder): void;
  query(order: ProcessOrder, onAnswer: (value: never) => void): void;
  readonly wake: () => void;
  /** The process has ended, and no more output comes. */
  onGone(): void;
}

/** Calls `onExited` exactly once: after the channel has closed, or 200 ms after the process ended. */
export class LinkedProcess implements ControlledProcess {
  readonly listener: ControlledListener;
  /** Starts the watch if it is not running. */
  readonly wake: () => void;
  readonly #link: ProcessLink;
  #channel: Socket | undefined;
  #processId: number | undefined;
  #isStarted = false;
  /** Kept until the thread has started the process. */
  #cordon: string | undefined;
  /** How it ended, if it has. */
  #exit: string | undefined;
  #isGone = false;

  constructor(listener: ControlledListener, link: ProcessLink) {
    this.listener = listener;
    this.#link = link;
    this.wake = link.wake;
  }

  get processId(): number | undefined {
    return this.#processId;
  }

  /** Its channel was opened, and these bytes came first. */
  connect(channel: Socket, rest: Buffer): void {
    this.#channel = channel;
    if (rest.length > 0) this.listener.onData(rest);
    channel.on('data', (chunk: Buffer) => this.listener.onData(chunk));
    channel.on('close', () => {
      if (this.#exit !== undefined) this.#gone();
    });
  }

  noteStarted(processId: number | undefined): void {
    this.#processId = processId;
    this.#isStarted = true;
    if (this.#cordon !== undefined) this.assign(this.#cordon);
  }

  /** It has ended. Its last output may still arrive. */
  noteExited(how: string): void {
    this.#exit = how;
    if (!this.#channel || this.#channel.closed) return this.#gone();
    setTimeout(() => this.#gone(), LAST_WORDS_MS);
  }

  /** Its thread is lost and cannot end it any more. */
  abandon(): void {
    if (this.#processId !== undefined) killQuietly(this.#processId);
    this.noteExited('its control thread was lost');
  }

  write(pieces: readonly Uint8Array[]): void {
    const channel = this.#channel;
    if (!channel || channel.destroyed) return;
    const [only] = pieces;
    if (pieces.length === 1 && only) return void channel.write(only);
    channel.cork();
    for (const piece of pieces) channel.write(piece);
    channel.uncork();
  }

  noteReady(): void {
    this.#link.order({ t: 'ready' });
  }

  assign(cordon: string): void {
    if (this.#isStarted) this.#link.order({ t: 'assign', cordon });
    else this.#cordon = cordon;
  }

  end(): void {
    if (this.#exit === undefined) this.#link.order({ t: 'end' });
  }

  coreWaits(): Promise<ReadonlyMap<string, number>> {
    return new Promise((resolve) => {
      this.#link.query({ t: 'coreWaits' }, (waits?: ReadonlyMap<string, number>) => resolve(waits ?? new Map()));
    });
  }

  waitedMs(id: number, wallMs: number, onAnswer: (waitedMs: number | undefined) => void): void {
    this.#link.query({ t: 'waitedMs', id, wallMs }, onAnswer);
  }

  #gone(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#channel?.destroy();
    this.#link.onGone();
    this.listener.onExited(this.#exit ?? 'it ended');
  }
}

/** Also kills the processes that it has started, unless they left its process group. */
const killQuietly = (processId: number): void => {
  for (const id of process.platform === 'win32' ? [processId] : [-processId, processId]) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
};
