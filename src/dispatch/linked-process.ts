// A runner process that a control thread has, as the listening thread has it: its channel ends here, orders for it go to the thread.

import type { Socket } from 'node:net';
import type { ControlledListener, ControlledProcess } from '../control/control.ts';
import type { ControlOrder } from '../control/link-messages.ts';

/** How long the last output of a process that has ended is waited for, in milliseconds. */
const LAST_WORDS_MS = 200;

type Without<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;
/** An order about one process, which the link names. */
export type ProcessOrder = Without<Extract<ControlOrder, { readonly process: number }>, 'process' | 'query' | 'memory'>;

/** The way to its thread. */
export interface ProcessLink {
  order(order: ProcessOrder): void;
  query(order: ProcessOrder, onAnswer: (value: never) => void): void;
  wake(): void;
  /** It has ended and nothing more comes of it. */
  onGone(): void;
}

export class LinkedProcess implements ControlledProcess {
  readonly listener: ControlledListener;
  readonly #link: ProcessLink;
  #channel: Socket | undefined;
  #processId: number | undefined;
  #isStarted = false;
  /** Whose calls it serves, as long as the thread has no process to note it of. */
  #cordon: string | undefined;
  /** How it ended, once that is known. */
  #exit: string | undefined;
  #isGone = false;

  constructor(listener: ControlledListener, link: ProcessLink) {
    this.listener = listener;
    this.#link = link;
  }

  get processId(): number | undefined {
    return this.#processId;
  }

  /** Its channel has come in, and these bytes with it. */
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

  /** It has ended: what it wrote last is still to be read. */
  noteExited(how: string): void {
    this.#exit = how;
    if (!this.#channel || this.#channel.closed) return this.#gone();
    setTimeout(() => this.#gone(), LAST_WORDS_MS);
  }

  /** Its thread is lost, which cannot end it any more. */
  abandon(): void {
    if (this.#processId !== undefined) killQuietly(this.#processId);
    this.noteExited('the part of the server that kept it was lost');
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

  wake(): void {
    this.#link.wake();
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

/** With all that it has started and that did not leave its process group. */
const killQuietly = (processId: number): void => {
  for (const id of process.platform === 'win32' ? [processId] : [-processId, processId]) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It has gone by itself.
    }
  }
};
