// The control thread. Piscina owns the thread, runs its tasks, and starts another if it ends. Orders and reports go through a port
// that one endless task holds. Main thread.

import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type {
  ControlAnswer,
  ControlOrder,
  ControlReport,
  ControlSettings,
  ControlTask,
  Door,
} from '../../control/link-messages.ts';
import { SharedWatch } from '../../control/shared-watch.ts';
import { TurnBatch } from '../../shared/protocol/turn-batch.ts';

/** Tasks of a thread at a time: the endless one and short ones. */
const TASKS = 100;

export interface PortOptions {
  /** File of the thread; known here only by its path. */
  readonly file: string;
  readonly settings: ControlSettings;
}

export interface PortListener {
  onReport(report: ControlReport): void;
  /** Another thread is starting in the place of a lost one. It has the secrets of the first settings. */
  onReplaced(): void;
  /** The thread is lost, and its processes with it. No answer comes any more. */
  onLost(): void;
}

/** The way to one control thread at a time. */
export interface ThreadPort {
  /** Highest resident memory seen of any runner, in MB. */
  readonly peakRssMb: number;
  /** Sends an order at the end of this turn of the event loop. */
  send(order: ControlOrder): void;
  /** A card has work. Wakes the thread if it is not watching. */
  readonly wake: () => void;
  /** Rejects if the thread is lost. */
  run(task: Exclude<ControlTask, { readonly kind: 'serve' }>): Promise<ControlAnswer>;
  close(): Promise<void>;
}

/** Orders and reports keep their order. A lost thread is replaced at the next order or task. */
export class ControlPort implements ThreadPort {
  readonly #listener: PortListener;
  readonly #door: Door;
  readonly #pool: Piscina<ControlTask, ControlAnswer>;
  #orders = this.#newBatch();
  #watch = new SharedWatch();
  #port: MessagePort | undefined;
  #hasBeenLost = false;

  constructor({ file, settings }: PortOptions, door: Door, listener: PortListener) {
    this.#listener = listener;
    this.#door = door;
    this.#pool = new Piscina<ControlTask, ControlAnswer>({
      filename: file,
      workerData: settings,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: TASKS,
      // Tasks keep their order.
      stricterFIFO: true,
      // A thread that sleeps in Atomics.wait could not watch its runners between calls.
      atomics: 'disabled',
      // The thread itself closes the descriptors of runner processes.
      trackUnmanagedFds: false,
    });
    // Connects at once, because the thread also sends notices without an order.
    this.#connect();
  }

  get peakRssMb(): number {
    return this.#watch.peakRssMb;
  }

  send(order: ControlOrder): void {
    if (!this.#port) this.#connect();
    this.#orders.add(order);
  }

  readonly wake = (): void => {
    if (this.#watch.startAwake()) this.send({ t: 'wake' });
  };

  run(task: Exclude<ControlTask, { readonly kind: 'serve' }>): Promise<ControlAnswer> {
    return this.#pool.run(task);
  }

  async close(): Promise<void> {
    this.#port?.close();
    await this.#pool.destroy();
  }

  #newBatch(): TurnBatch<ControlOrder> {
    return new TurnBatch((orders) => this.#port?.postMessage(orders));
  }

  #connect(): void {
    const { port1, port2 } = new MessageChannel();
    this.#watch = new SharedWatch();
    port1.on('message', (reports: readonly ControlReport[]) => {
      for (const report of reports) this.#listener.onReport(report);
    });
    if (this.#hasBeenLost) this.#listener.onReplaced();
    const task = { kind: 'serve', port: port2, watch: this.#watch.memory, door: this.#door } as const;
    // Piscina infers the list's type from an overload of postMessage that takes none.
    this.#pool.run(task, { transferList: [port2] as never }).then(
      () => this.#lost(port1),
      () => this.#lost(port1),
    );
    this.#port = port1;
  }

  #lost(port: MessagePort): void {
    port.close();
    if (this.#port !== port) return;
    this.#port = undefined;
    this.#hasBeenLost = true;
    this.#orders = this.#newBatch();
    this.#listener.onLost();
  }
}
