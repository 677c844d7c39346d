// The way from the front process to the brokers: a fair, bounded queue, then a Piscina pool per broker, so that all calls
// of a plugin meet the broker that holds its runners.

import { Piscina } from 'piscina';
import type { Executor, Outcome, RoutedCall, Usage } from '../protocol/call.ts';
import type { Failure } from '../protocol/errors.ts';
import type { CheckedProgram, Inspection, Inspector, Program } from '../protocol/program.ts';
import type { BrokerAnswer, BrokerStatus, BrokerTask, CallReport, CallTask, GuestLogLine } from '../protocol/task.ts';
import { FairQueue, type Refused } from './fair-queue.ts';

export interface DispatchOptions {
  /** File of the broker thread; known here only by its path. */
  readonly brokerFile: string;
  /** Handed to every broker thread as it starts. */
  readonly brokerSettings: unknown;
  readonly brokers: number;
  /** Calls that may run at a time, all plugins together. */
  readonly concurrency: number;
  readonly maxQueued: number;
  /** The program with this digest, for a broker that does not have it yet. */
  readonly program: (digest: string) => CheckedProgram | undefined;
  /** Lines that a guest wrote during a call. */
  readonly onGuestLog: (callId: string, toolName: string, lines: readonly GuestLogLine[]) => void;
}

/** Tasks one broker thread may hold at a time: they only wait there for their runners. */
const TASKS_PER_BROKER = 10_000;
const RETRY_AFTER_MS = 1_000;

export class Dispatcher implements Executor<RoutedCall>, Inspector {
  readonly #options: DispatchOptions;
  readonly #queue: FairQueue;
  readonly #brokers: readonly Piscina<BrokerTask, BrokerAnswer>[];
  #inspections = 0;

  constructor(options: DispatchOptions) {
    this.#options = options;
    this.#queue = new FairQueue({ concurrency: options.concurrency, maxQueued: options.maxQueued });
    this.#brokers = Array.from({ length: options.brokers }, () => startBroker(options));
  }

  /** Runs a call. Resolves exactly once, with an outcome; rejects for nothing a caller or a plugin did. */
  async execute(call: RoutedCall): Promise<Outcome> {
    const { route, signal } = call;
    const startMs = performance.now();
    const entering = this.#queue.enter(route.pluginName, {
      concurrency: route.limits.concurrencyPerPlugin,
      queueMs: route.limits.queueMs,
      signal,
    });
    const refused = entering && (await entering);
    const queueMs = performance.now() - startMs;
    if (refused)
      return { ok: false, failure: refusal(refused, route.limits.queueMs), usage: { queueMs, runMs: 0, cpuMs: 0 } };
    try {
      const { outcome, log } = await this.#send(call, Math.max(1, route.limits.queueMs - queueMs));
      if (log.length > 0) this.#options.onGuestLog(call.callId, call.toolName, log);
      return { ...outcome, usage: { ...outcome.usage, queueMs: outcome.usage.queueMs + queueMs } };
    } finally {
      this.#queue.leave(route.pluginName);
    }
  }

  /** Tries a program out in a throwaway runner, of any broker. */
  async inspect(program: Program): Promise<Inspection> {
    this.#inspections += 1;
    const broker = this.#brokers[this.#inspections % this.#brokers.length];
    const answer = await broker?.run({ kind: 'inspect', program });
    if (answer?.kind === 'inspection') return answer.inspection;
    throw new Error('a broker answered an inspection with something else');
  }

  async status(): Promise<BrokerStatus[]> {
    const answers = await Promise.all(this.#brokers.map((broker) => broker.run({ kind: 'status' })));
    return answers.flatMap((answer) => (answer.kind === 'status' ? [answer.status] : []));
  }

  get callsInFlight(): number {
    return this.#queue.running;
  }

  get callsQueued(): number {
    return this.#queue.queued;
  }

  /** Lets calls in flight finish for at most `drainMs`, then ends every runner and broker. */
  async close(drainMs: number): Promise<void> {
    const drained = this.#queue.close();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, drainMs);
    await Promise.race([drained, late]);
    clearTimeout(timer);
    await Promise.all(this.#brokers.map((broker) => broker.run({ kind: 'close' }).catch(() => {})));
    await Promise.all(this.#brokers.map((broker) => broker.destroy()));
  }

  async #send(call: RoutedCall, queueMs: number): Promise<CallReport> {
    const { callId, argumentsText, route, signal } = call;
    const broker = this.#brokerOf(route.cordon);
    const task: CallTask = { kind: 'call', callId, argumentsText, route, queueMs };
    const cancel = (): void => void broker.run({ kind: 'cancel', callId }).catch(() => {});
    if (signal.aborted) return failed({ code: 'cancelled', detail: 'The caller hung up before the call began.' });
    signal.addEventListener('abort', cancel);
    try {
      let answer = await broker.run(task);
      if (answer.kind === 'unknown_program') {
        const program = this.#options.program(route.digest);
        if (!program)
          return failed({ code: 'runner_lost', detail: 'The plugin was replaced before the call began. Call again.' });
        answer = await broker.run({ ...task, program });
      }
      if (answer.kind === 'report') return answer.report;
      throw new Error('a broker answered a call with something else');
    } catch {
      // A broker thread that ends takes its runners with it; the pool starts another with the next call.
      return failed({ code: 'runner_lost', detail: 'The part of the server that ran this call was lost. Call again.' });
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Always the same broker for a cordon: what is known about a plugin's runners is in one place. */
  #brokerOf(cordon: string): Piscina<BrokerTask, BrokerAnswer> {
    let hash = 0;
    for (let i = 0; i < cordon.length; i += 1) hash = (hash * 31 + cordon.charCodeAt(i)) >>> 0;
    return this.#brokers[hash % this.#brokers.length] as Piscina<BrokerTask, BrokerAnswer>;
  }
}

const startBroker = ({ brokerFile, brokerSettings }: DispatchOptions): Piscina<BrokerTask, BrokerAnswer> =>
  new Piscina<BrokerTask, BrokerAnswer>({
    filename: brokerFile,
    workerData: brokerSettings,
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

const failed = (failure: Failure, usage: Usage = { queueMs: 0, runMs: 0, cpuMs: 0 }): CallReport => ({
  outcome: { ok: false, failure, usage },
  log: [],
});

const refusal = (refused: Refused, queueMs: number): Failure => {
  switch (refused) {
    case 'full':
      return {
        code: 'overloaded',
        limit: 'maxQueued',
        retryAfterMs: RETRY_AFTER_MS,
        detail: 'Too many calls are waiting. Call again later.',
      };
    case 'late':
      return {
        code: 'overloaded',
        limit: 'queueMs',
        allowed: queueMs,
        retryAfterMs: RETRY_AFTER_MS,
        detail: `No place became free within ${queueMs} ms: too many calls of this plugin are running. Call again later.`,
      };
    case 'aborted':
      return { code: 'cancelled', detail: 'The caller hung up before the call began.' };
    case 'closed':
      return { code: 'shutting_down', detail: 'The server is shutting down. Call again in a moment.' };
  }
};
