// The link to one control thread. Piscina owns the thread: starts it, runs its tasks, replaces it when it dies. Orders and reports travel over a
// port that one long task of Piscina's holds. Calls and answers do not come by here: their channel goes from this thread to the runner.

import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Closing, Effects } from '../control/capabilities/effects.ts';
import type { Control, ControlledListener, ControlledProcess, VerifyClaims } from '../control/control.ts';
import type { AskingCall, ControlAnswer, ControlOrder, ControlReport, ControlTask } from '../control/link-messages.ts';
import type { ControlSettings } from '../control/settings.ts';
import { SharedWatch } from '../control/shared-watch.ts';
import type { Secret } from '../protocol/capabilities.ts';
import type { Violation } from '../protocol/errors.ts';
import { ShortMap } from '../protocol/short-map.ts';
import type { Notice } from '../protocol/task.ts';
import { TurnBatch } from '../protocol/turn-batch.ts';
import { LinkedEffects } from './linked-effects.ts';
import { LinkedProcess } from './linked-process.ts';
import type { RunnerDoor } from './runner-door.ts';

export interface ControlLinkOptions {
  /** File of the control thread; known here only by its path. */
  readonly file: string;
  /** Handed to the thread as it starts. */
  readonly settings: ControlSettings;
  readonly door: RunnerDoor;
  /** Told what the operator should know. */
  readonly onNotice: (notice: Notice) => void;
}

/** Tasks beside the long one. */
const TASKS = 100;
/** Routes that the thread knows by their numbers. */
const MOST_ROUTES = 256;
/** How often `close` looks, a millisecond apart, whether the last processes have ended. */
const LAST_TURNS = 2_000;

export class ControlLink implements Control {
  readonly #options: ControlLinkOptions;
  readonly #pool: Piscina<ControlTask, ControlAnswer>;
  readonly #processes = new Map<number, LinkedProcess>();
  readonly #queries = new Map<number, (value: never) => void>();
  readonly #effects = new ShortMap<number, LinkedEffects>();
  #routes = new WeakMap<object, number>();
  #routeCount = 0;
  #lastNumber = 0;
  #watch = new SharedWatch();
  #port: MessagePort | undefined;
  #secrets: readonly Secret[] | undefined;
  #orders: TurnBatch<ControlOrder>;

  constructor(options: ControlLinkOptions) {
    this.#options = options;
    this.#pool = new Piscina<ControlTask, ControlAnswer>({
      filename: options.file,
      workerData: options.settings,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: TASKS,
      // Nothing waits in the pool: orders keep the order that they were given in.
      stricterFIFO: true,
      // A thread that sleeps in Atomics.wait could not watch its runners between calls.
      atomics: 'disabled',
      // Descriptors of runner processes are the thread's own to close.
      trackUnmanagedFds: false,
    });
    this.#orders = this.#newBatch();
    // At once, since the thread has things to tell that nobody asks for.
    this.#connected();
  }

  start(memory: SharedArrayBuffer, listener: ControlledListener): ControlledProcess {
    const number = this.#nextNumber();
    const { door } = this.#options;
    const linked = new LinkedProcess(listener, {
      order: (order) => this.#send({ ...order, process: number } as ControlOrder),
      query: (order, onAnswer) => {
        const query = this.#nextNumber();
        this.#queries.set(query, onAnswer);
        this.#send({ ...order, process: number, query } as ControlOrder);
      },
      wake: () => this.#wake(),
      onGone: () => {
        stopWaiting();
        this.#processes.delete(number);
      },
    });
    const stopWaiting = door.await(number, (channel: Socket, rest: Buffer) => linked.connect(channel, rest));
    this.#processes.set(number, linked);
    this.#send({ t: 'start', process: number, memory });
    return linked;
  }

  argumentViolations: VerifyClaims = (said, argumentsJson, onVerified) => {
    const query = this.#nextNumber();
    this.#queries.set(query, (violations?: readonly Violation[]) => onVerified(violations ?? []));
    this.#send({ t: 'verify', query, said, argumentsJson });
  };

  openEffects({ callId, caller, callerSecrets, route }: AskingCall): Effects {
    const number = this.#nextNumber();
    const known = this.#routes.get(route);
    const routeNumber = known ?? this.#nextRoute(route);
    const { pluginName, grants, limits } = route;
    this.#send({
      t: 'open',
      effects: number,
      call: { callId, caller, callerSecrets },
      routeNumber,
      ...(known === undefined && { route: { pluginName, grants, limits } }),
    });
    const effects = new LinkedEffects(number, (order) => this.#send(order));
    this.#effects.set(number, effects);
    return effects;
  }

  /** Requests carry these from now on. */
  async useSecrets(secrets: readonly Secret[]): Promise<void> {
    // A thread that takes the place of this one starts with the settings of the beginning.
    this.#secrets = secrets;
    await this.#pool.run({ kind: 'useSecrets', secrets });
  }

  /** Why the store does not serve; undefined if it does. Takes up to 5 s. */
  storeTrouble(): Promise<string | undefined> {
    return this.#pool.run({ kind: 'storeTrouble' });
  }

  /** Ends the thread, and every process that is left. */
  async close(): Promise<void> {
    await this.#pool.run({ kind: 'close' }).catch(() => {});
    for (let turn = 0; this.#processes.size > 0 && turn < LAST_TURNS; turn += 1) await setTimeout(1);
    this.#port?.close();
    await this.#pool.destroy();
  }

  /** Highest resident memory seen of any runner, in MB. */
  get peakRssMb(): number {
    return this.#watch.peakRssMb;
  }

  #nextNumber(): number {
    this.#lastNumber = (this.#lastNumber + 1) % 2 ** 32;
    return this.#lastNumber;
  }

  #nextRoute(route: object): number {
    if (this.#routeCount >= MOST_ROUTES) {
      this.#routes = new WeakMap();
      this.#routeCount = 0;
      this.#send({ t: 'forgetRoutes' });
    }
    this.#routeCount += 1;
    this.#routes.set(route, this.#routeCount);
    return this.#routeCount;
  }

  /** A card has work: the thread is told, unless it looks anyway. */
  #wake(): void {
    if (this.#watch.startAwake()) this.#send({ t: 'wake' });
  }

  #send(order: ControlOrder): void {
    this.#connected();
    this.#orders.add(order);
  }

  #newBatch(): TurnBatch<ControlOrder> {
    return new TurnBatch((orders) => this.#port?.postMessage(orders));
  }

  #connected(): void {
    if (this.#port) return;
    const { port1, port2 } = new MessageChannel();
    this.#watch = new SharedWatch();
    port1.on('message', (reports: readonly ControlReport[]) => {
      for (const report of reports) this.#take(report);
    });
    if (this.#secrets) void this.useSecrets(this.#secrets).catch(() => {});
    const { door } = this.#options.door;
    const task = { kind: 'serve', port: port2, watch: this.#watch.memory, door } as const;
    // Piscina infers the list's type from an overload of postMessage that takes none.
    this.#pool.run(task, { transferList: [port2] as never }).then(
      () => this.#lost(port1),
      () => this.#lost(port1),
    );
    this.#port = port1;
  }

  #take(report: ControlReport): void {
    switch (report.t) {
      case 'started':
        return this.#processes.get(report.process)?.noteStarted(report.processId);
      case 'suspicion':
        return this.#processes.get(report.process)?.listener.onSuspicion(report.verdict);
      case 'overMemory':
        return this.#processes.get(report.process)?.listener.onOverMemory(report.usedMb);
      case 'ended':
        return this.#processes.get(report.process)?.listener.onEnded(report.ended);
      case 'exited':
        return this.#processes.get(report.process)?.noteExited(report.how);
      case 'coreWaits':
        return this.#answer(report.query, report.waits);
      case 'waitedMs':
        return this.#answer(report.query, report.waitedMs);
      case 'violations':
        return this.#answer(report.query, report.violations);
      case 'answer':
        return this.#effects.get(report.effects)?.onAnswer(report.ask, report);
      case 'closed': {
        const effects = this.#effects.get(report.effects);
        this.#effects.delete(report.effects);
        return effects?.onClosed(report.closing);
      }
      case 'notice':
        this.#options.onNotice(report.notice);
    }
  }

  #answer(query: number, value: unknown): void {
    const onAnswer = this.#queries.get(query);
    this.#queries.delete(query);
    onAnswer?.(value as never);
  }

  /** The thread is gone, and its processes with it; the pool starts another, which knows nothing. */
  #lost(port: MessagePort): void {
    port.close();
    if (this.#port !== port) return;
    this.#port = undefined;
    this.#orders = this.#newBatch();
    this.#routes = new WeakMap();
    this.#routeCount = 0;
    for (const query of [...this.#queries.keys()]) this.#answer(query, undefined);
    for (const [, effects] of this.#effects.entries()) effects.lose(NOTHING_REACHED);
    this.#effects.clear();
    for (const linked of [...this.#processes.values()]) linked.abandon();
  }
}

const NOTHING_REACHED: Closing = {
  reach: { fetches: 0, storeCalls: 0, requestBytes: 0, responseBytes: 0, origins: [] },
  denials: [],
};
