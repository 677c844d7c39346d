// A control thread without a thread, whose runners have no processes: takes the orders of src/control/link-messages.ts and reports what a test
// lets happen. Imported by tests.

import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { PortListener, ThreadPort } from '../../src/broker/link/control-port.ts';
import { type CardCall, CardReader } from '../../src/control/call-card.ts';
import type { Verdict } from '../../src/control/call-watch.ts';
import type { Closing } from '../../src/control/capabilities/host-calls.ts';
import type { ControlAnswer, ControlOrder, ControlReport, ControlTask } from '../../src/control/link-messages.ts';
import type { Ended } from '../../src/control/process-control.ts';
import { TurnBatch } from '../../src/shared/protocol/turn-batch.ts';
import { HonestRunner } from './honest-runner.ts';

type Order<T extends ControlOrder['t']> = ControlOrder & { readonly t: T };

/** A runner and its process, as the control thread knows them. */
export interface HonestProcess {
  readonly number: number;
  readonly runner: HonestRunner;
  readonly card: CardReader;
  readonly channel: HonestChannel;
  /** It was told to end. */
  isEnding: boolean;
}

/** Called with the number of the process. */
export interface HonestEvents {
  onSent(number: number, callId: string): void;
  onBegan(number: number, callId: string): void;
  /** The main thread is about to learn that the process has ended. `wasReady`: it had greeted the host. */
  onExited(number: number, wasReady: boolean): void;
}

/** The members of a socket that the main thread uses. */
export class HonestChannel extends EventEmitter {
  readonly #runner: () => HonestRunner;
  destroyed = false;
  closed = false;

  constructor(runner: () => HonestRunner) {
    super();
    this.#runner = runner;
  }

  write(bytes: Uint8Array): void {
    this.#runner().take(bytes);
  }

  cork(): void {}

  uncork(): void {}

  destroy(): void {
    this.destroyed = true;
  }

  close(): void {
    this.destroyed = true;
    this.closed = true;
    this.emit('close');
  }
}

const NOTHING_ASKED: Closing = {
  totals: { fetches: 0, storeCalls: 0, signatures: 0, requestBytes: 0, responseBytes: 0, origins: [] },
  denials: [],
};

/** What comes from the thread and from processes waits in `events` until the test delivers it, one at a time. */
export class HonestControl implements ThreadPort {
  readonly peakRssMb = 0;
  readonly door = {
    await: (number: number, onChannel: (channel: Socket, rest: Buffer) => void) => {
      this.#awaited.set(number, onChannel);
      return () => this.#awaited.delete(number);
    },
    close: () => {},
  };
  readonly #heard: HonestEvents;
  readonly #awaited = new Map<number, (channel: Socket, rest: Buffer) => void>();
  readonly #processes = new Map<number, HonestProcess>();
  #events: (() => void)[] = [];
  #requests: Order<'hostRequest'>[] = [];
  #closings: number[] = [];
  #listener: PortListener | undefined;
  #orders = this.#newBatch();
  #isRunning = true;
  /** Processes that will not start. */
  failingStarts = 0;

  constructor(heard: HonestEvents) {
    this.#heard = heard;
  }

  /** For ControlLink. */
  readonly openPort = (listener: PortListener): ThreadPort => {
    this.#listener = listener;
    return this;
  };

  /** Processes that run, in the order they were started. */
  get processes(): readonly HonestProcess[] {
    return [...this.#processes.values()];
  }

  /** Host requests without a reply. */
  get requests(): readonly Order<'hostRequest'>[] {
    return this.#requests;
  }

  /** Calls that have ended, and whose host requests have not. */
  get closings(): readonly number[] {
    return this.#closings;
  }

  /** Delivers the next event. False if there is none. */
  deliver(): boolean {
    const next = this.#events.shift();
    next?.();
    return next !== undefined;
  }

  /** Answers a host request. */
  reply({ handler, request }: Order<'hostRequest'>): void {
    this.#requests = this.#requests.filter((open) => open.handler !== handler || open.request !== request);
    this.#report({ t: 'hostReply', handler, request, ok: true, text: 'null' });
  }

  /** The host requests of a call have ended. */
  endRequests(handler: number): void {
    this.#closings = this.#closings.filter((open) => open !== handler);
    this.#report({ t: 'closed', handler, closing: NOTHING_ASKED });
  }

  /** A process ends by itself. */
  crash(process: HonestProcess, how = 'SIGSEGV'): void {
    process.runner.die();
    this.#processes.delete(process.number);
    this.#events.push(() => {
      this.#heard.onExited(process.number, process.runner.hasGreeted);
      process.channel.close();
      this.#listener?.onReport({ t: 'exited', process: process.number, how });
    });
  }

  /** A call on the card seems late. */
  suspect({ number }: HonestProcess, verdict: Verdict): void {
    this.#report({ t: 'suspicion', process: number, verdict });
  }

  /** The thread ends a process. */
  end(process: HonestProcess, ended: Ended): void {
    this.#report({ t: 'ended', process: process.number, ended });
    this.crash(process, 'SIGKILL');
  }

  /** The calls of a process that have a time limit now. */
  callsOnCard({ card }: HonestProcess): readonly CardCall[] {
    return card.calls();
  }

  /** The thread is lost: the main thread kills its processes, and nothing that waited in it goes on. */
  lose(): void {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    this.#orders = this.#newBatch();
    this.#events = [];
    this.#requests = [];
    this.#closings = [];
    const lost = this.processes;
    this.#processes.clear();
    this.#listener?.onLost();
    for (const { number, runner, channel } of lost) {
      runner.die();
      this.#events.push(() => {
        this.#heard.onExited(number, runner.hasGreeted);
        channel.close();
      });
    }
  }

  send(order: ControlOrder): void {
    if (!this.#isRunning) {
      this.#isRunning = true;
      this.#listener?.onReplaced();
    }
    this.#orders.add(order);
  }

  readonly wake = (): void => {};

  async run(task: ControlTask): Promise<ControlAnswer> {
    if (task.kind === 'close') for (const process of this.processes) this.#kill(process);
    return undefined;
  }

  async close(): Promise<void> {
    this.lose();
  }

  #newBatch(): TurnBatch<ControlOrder> {
    return new TurnBatch((orders) => {
      for (const order of orders) this.#take(order);
    });
  }

  #take(order: ControlOrder): void {
    switch (order.t) {
      case 'start':
        return this.#start(order);
      case 'end': {
        const process = this.#processes.get(order.process);
        return process && this.#kill(process);
      }
      case 'hostRequest':
        this.#requests.push(order);
        return;
      case 'cancelHostRequest':
        this.#requests = this.#requests.filter(
          ({ handler, request }) => handler !== order.handler || request !== order.request,
        );
        return;
      case 'endCall':
        this.#requests = this.#requests.filter(({ handler }) => handler !== order.handler);
        this.#closings.push(order.handler);
        return;
      case 'coreWaits':
        return this.#report({ t: 'coreWaits', query: order.query, waits: new Map() });
      case 'waitedMs':
        return this.#report({ t: 'waitedMs', query: order.query, waitedMs: undefined });
      case 'verify':
        return this.#report({ t: 'violations', query: order.query, violations: [] });
    }
  }

  #start({ process: number, memory }: Order<'start'>): void {
    if (this.failingStarts > 0) {
      this.failingStarts -= 1;
      this.#heard.onExited(number, false);
      return this.#report({ t: 'exited', process: number, how: 'it could not be started: no memory' });
    }
    const channel = new HonestChannel(() => runner);
    const runner = new HonestRunner({
      write: (bytes) => channel.emit('data', bytes),
      onSent: (callId) => this.#heard.onSent(number, callId),
      onBegan: (callId) => this.#heard.onBegan(number, callId),
    });
    this.#processes.set(number, { number, runner, card: new CardReader(memory), channel, isEnding: false });
    this.#awaited.get(number)?.(channel as unknown as Socket, Buffer.alloc(0));
    // There is no process that the main thread could kill.
    this.#report({ t: 'started', process: number, processId: undefined });
  }

  #kill(process: HonestProcess): void {
    if (process.isEnding) return;
    process.isEnding = true;
    this.#events.push(() => {
      if (this.#processes.has(process.number)) this.crash(process, 'SIGKILL');
    });
  }

  #report(report: ControlReport): void {
    this.#events.push(() => this.#listener?.onReport(report));
  }
}
