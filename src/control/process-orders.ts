// Carries out the main thread's orders about runner processes, in a control thread.

import { connect, type Socket } from 'node:net';
import { greetingFor } from './greeting.ts';
import type { ControlOrder, ControlReport, Door } from './link-messages.ts';
import type { ProcessControl } from './process-control.ts';
import type { ProcessKeeper } from './process-keeper.ts';

/** An order about a process, or about the watch over all of them. */
export type ProcessOrder = Extract<ControlOrder, { readonly process: number } | { readonly t: 'wake' }>;

/** Reports exactly one `exited` for each `start`. */
export class ProcessOrders {
  readonly #keeper: ProcessKeeper;
  readonly #door: Door;
  readonly #report: (item: ControlReport) => void;
  /** `unwanted`: ended before the system had started it. */
  readonly #processes = new Map<number, ProcessControl | 'starting' | 'unwanted'>();

  constructor(keeper: ProcessKeeper, door: Door, report: (item: ControlReport) => void) {
    this.#keeper = keeper;
    this.#door = door;
    this.#report = report;
  }

  take(order: ProcessOrder): void {
    if (order.t === 'wake') return this.#keeper.wake();
    const number = order.process;
    const started = this.#startedOf(number);
    switch (order.t) {
      case 'start':
        return this.#start(number, order.memory);
      case 'ready':
        return started?.noteReady();
      case 'assign':
        return started && this.#keeper.assign(started, order.cordon);
      case 'end':
        if (this.#processes.get(number) === 'starting') this.#processes.set(number, 'unwanted');
        return started?.end();
      case 'coreWaits':
        return this.#report({ t: 'coreWaits', query: order.query, waits: started?.coreWaits() ?? new Map() });
      case 'waitedMs': {
        const waitedMs = started?.waitedMs(order.id, order.wallMs);
        return this.#report({ t: 'waitedMs', query: order.query, waitedMs });
      }
    }
  }

  #startedOf(number: number): ProcessControl | undefined {
    const known = this.#processes.get(number);
    return typeof known === 'object' ? known : undefined;
  }

  /** Connects the channel with the main thread, then starts the process, which inherits the channel. */
  #start(number: number, memory: SharedArrayBuffer): void {
    this.#processes.set(number, 'starting');
    const channel = connect(this.#door.path);
    const fail = (error: Error): void => {
      channel.destroy();
      this.#exited(number, `it could not be started: ${error.message}`);
    };
    channel.once('error', fail);
    channel.once('connect', () => {
      channel.write(greetingFor(number, this.#door.password), () => {
        channel.off('error', fail);
        channel.on('error', () => {});
        if (this.#processes.get(number) === 'unwanted') return fail(new Error('it was no longer needed'));
        try {
          this.#spawn(number, memory, channel);
        } catch (error) {
          fail(error as Error);
        }
      });
    });
  }

  #spawn(number: number, memory: SharedArrayBuffer, channel: Socket): void {
    const report = this.#report;
    const controlled = this.#keeper.start(
      { memory, channel },
      {
        onStarted: (processId) => report({ t: 'started', process: number, processId }),
        onSuspicion: (verdict) => report({ t: 'suspicion', process: number, verdict }),
        onOverMemory: (usedMb) => report({ t: 'overMemory', process: number, usedMb }),
        onEnded: (ended) => report({ t: 'ended', process: number, ended }),
        onExited: (how) => this.#exited(number, how),
      },
    );
    this.#processes.set(number, controlled);
  }

  #exited(number: number, how: string): void {
    this.#processes.delete(number);
    this.#report({ t: 'exited', process: number, how });
  }
}
