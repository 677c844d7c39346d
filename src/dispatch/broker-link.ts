// The link to one broker thread. Piscina owns the thread: starts it, runs its tasks, replaces it when it dies. Calls travel
// over a port that one long task of Piscina's holds, because a task per call costs more than a small call itself: all calls
// of one turn of the event loop share a message, and so do their answers.

import { setTimeout } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import {
  type AnswerBatch,
  type AnswerBatchMessage,
  addCall,
  type CallBatch,
  callBatchMessage,
  eachResult,
} from '../protocol/batches.ts';
import type { RoutedCall, ToolRoute } from '../protocol/call.ts';
import type { Failure } from '../protocol/errors.ts';
import type { BrokerAnswer, BrokerTask, CallReport, GuestLogLine, Notice } from '../protocol/task.ts';

export interface BrokerLinkOptions {
  /** File of the broker thread; known here only by its path. */
  readonly brokerFile: string;
  /** Handed to the broker thread as it starts. */
  readonly brokerSettings: unknown;
  /** Told what the operator should know. */
  readonly onNotice?: (notice: Notice) => void;
}

interface OpenCall {
  readonly call: RoutedCall;
  readonly queueMs: number;
  readonly cancel: () => void;
  readonly listener: SentListener;
}

/** Told of a call that was sent. */
export interface SentListener {
  /** Lines of its log that come before its end. */
  readonly onLines: (lines: readonly GuestLogLine[]) => void;
  readonly onReport: (report: CallReport) => void;
}

type Draft = { -readonly [Key in keyof CallBatch]: CallBatch[Key][number][] };

/** Whom nothing is known of. */
const ANONYMOUS = 'anonymous';

/** Milliseconds that the last answers are waited for. */
const LAST_TURNS = 100;

/** Tasks beside the long one: status, inspections, the end. */
const TASKS_PER_BROKER = 100;

const emptyDraft = (): Draft => ({
  routes: [],
  programs: [],
  calls: [],
  callerSecrets: [],
  cancelled: [],
  retiredRoutes: [],
  retiredPrograms: [],
});

export class BrokerLink {
  readonly #pool: Piscina<BrokerTask, BrokerAnswer>;
  readonly #onNotice: (notice: Notice) => void;
  readonly #sent = new Map<number, OpenCall>();
  #routes = new WeakMap<ToolRoute, number>();
  #lastRoute = 0;
  #lastCall = 0;
  #port: MessagePort | undefined;
  #change: BrokerTask | undefined;
  #draft: Draft | undefined;

  constructor(options: BrokerLinkOptions) {
    this.#onNotice = options.onNotice ?? (() => {});
    this.#pool = new Piscina<BrokerTask, BrokerAnswer>({
      filename: options.brokerFile,
      workerData: options.brokerSettings,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: TASKS_PER_BROKER,
      // The queue in front keeps the order and the bounds; nothing waits in the pool.
      stricterFIFO: true,
      // A thread that sleeps in Atomics.wait could not watch its runners between calls.
      atomics: 'disabled',
      // Descriptors of runner processes are the broker's own to close.
      trackUnmanagedFds: false,
    });
    // At once, since the broker has things to tell that no call asks for.
    this.#connected();
  }

  /** Sends a call; its report comes exactly once, also when the thread dies. */
  send(call: RoutedCall, queueMs: number, listener: SentListener): void {
    if (call.signal.aborted)
      return listener.onReport(failed({ code: 'cancelled', detail: 'The caller hung up before the call began.' }));
    this.#lastCall += 1;
    const id = this.#lastCall;
    const cancel = (): void => void this.#write().cancelled.push(id);
    call.signal.addEventListener('abort', cancel);
    this.#sent.set(id, { call, queueMs, cancel, listener });
    this.#writeCall(id, call, queueMs);
  }

  /** Lets the broker forget routes and programs, and end the runners that hold them. Calls that were sent before are not touched. */
  retire(routes: Iterable<ToolRoute>, digests: readonly string[]): void {
    // A thread that was never asked for anything knows nothing.
    if (!this.#port) return;
    for (const route of routes) {
      const number = this.#routes.get(route);
      if (number === undefined) continue;
      this.#routes.delete(route);
      this.#write().retiredRoutes.push(number);
    }
    this.#write().retiredPrograms.push(...digests);
  }

  /** Runs a task that is no call. */
  run(task: BrokerTask): Promise<BrokerAnswer> {
    // A thread that takes the place of this one starts with the settings of the beginning.
    if (task.kind === 'configure') this.#change = task;
    return this.#pool.run(task);
  }

  /** Ends the runners and the thread. */
  async close(): Promise<void> {
    await this.#pool.run({ kind: 'close' }).catch(() => {});
    // The last answers come over the other port, a moment later.
    for (let turn = 0; this.#sent.size > 0 && turn < LAST_TURNS; turn += 1) await setTimeout(1);
    this.#port?.close();
    await this.#pool.destroy();
  }

  #writeCall(id: number, call: RoutedCall, queueMs: number): void {
    const draft = this.#write();
    const { callId, caller = ANONYMOUS, callerSecrets, argumentsText } = call;
    if (callerSecrets) draft.callerSecrets.push([id, callerSecrets]);
    const route = this.#routeNumber(call.route, draft);
    addCall(draft.calls, { id, route, callId, caller, argumentsText, queueMs });
  }

  #routeNumber(route: ToolRoute, draft: Draft): number {
    const known = this.#routes.get(route);
    if (known !== undefined) return known;
    this.#lastRoute += 1;
    this.#routes.set(route, this.#lastRoute);
    draft.routes.push([this.#lastRoute, route]);
    return this.#lastRoute;
  }

  /** What will be sent at the end of this turn of the event loop. */
  #write(): Draft {
    if (this.#draft) return this.#draft;
    const draft = emptyDraft();
    this.#draft = draft;
    setImmediate(() => {
      // The thread was lost meanwhile: these calls have been answered, and the next thread does not know their routes.
      if (this.#draft !== draft) return;
      this.#draft = undefined;
      this.#connected().postMessage(callBatchMessage(draft));
    });
    return draft;
  }

  #connected(): MessagePort {
    if (this.#port) return this.#port;
    const { port1, port2 } = new MessageChannel();
    const onReport = (id: number, report: CallReport): void => this.#onReport(id, report);
    port1.on('message', (message: AnswerBatchMessage) => {
      if (Array.isArray(message)) return eachResult(message, onReport);
      const answers = message as AnswerBatch;
      for (const [id, lines] of answers.lines) this.#sent.get(id)?.listener.onLines(lines);
      eachResult(answers.results, onReport);
      for (const [id, report] of answers.reports) this.#onReport(id, report);
      for (const id of answers.unknown) this.#sendWithProgram(id);
      for (const notice of answers.notices) this.#onNotice(notice);
    });
    if (this.#change) void this.#pool.run(this.#change).catch(() => {});
    // Piscina infers the list's type from an overload of postMessage that takes none.
    this.#pool.run({ kind: 'serve', port: port2 }, { transferList: [port2] as never }).then(
      () => this.#lost(port1),
      () => this.#lost(port1),
    );
    this.#port = port1;
    return port1;
  }

  #onReport(id: number, report: CallReport): void {
    const open = this.#sent.get(id);
    if (!open) return;
    this.#sent.delete(id);
    open.call.signal.removeEventListener('abort', open.cancel);
    open.listener.onReport(report);
  }

  #sendWithProgram(id: number): void {
    const sent = this.#sent.get(id);
    if (!sent) return;
    const { call, queueMs } = sent;
    const program = call.programs.get(call.route.digest);
    if (program) {
      this.#write().programs.push(program);
      return this.#writeCall(id, call, queueMs);
    }
    const detail = 'The plugin was replaced before the call began. Call again.';
    this.#onReport(id, failed({ code: 'runner_lost', detail }));
  }

  /** The thread is gone, and its runners with it; the pool starts another with the next call, which knows no routes. */
  #lost(port: MessagePort): void {
    port.close();
    if (this.#port !== port) return;
    this.#port = undefined;
    this.#draft = undefined;
    this.#routes = new WeakMap();
    const detail = 'The part of the server that ran this call was lost. Call again.';
    for (const id of [...this.#sent.keys()]) this.#onReport(id, failed({ code: 'runner_lost', detail }));
  }
}

const failed = (failure: Failure): CallReport => ({
  outcome: { ok: false, failure, usage: { queueMs: 0, runMs: 0, cpuMs: 0 } },
  log: [],
  hasWaited: false,
});
