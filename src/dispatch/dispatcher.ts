// The way from the front process to the brokers: a fair, bounded queue, then the broker that holds the runners of the plugin.

import type { Executor, Outcome, RoutedCall, ToolRoute } from '../protocol/call.ts';
import { reachesOut, WAITING_PER_PLACE } from '../protocol/capabilities.ts';
import type { Failure } from '../protocol/errors.ts';
import type { Inspection, Inspector, Program } from '../protocol/program.ts';
import type { BrokerChange, BrokerStatus, CallReport, GuestLogLine, OnGuestLog, Readiness } from '../protocol/task.ts';
import { BrokerLink, type BrokerLinkOptions } from './broker-link.ts';
import { FairQueue, type Refused } from './fair-queue.ts';

export interface DispatchOptions extends BrokerLinkOptions {
  readonly brokers: number;
  /** Calls that may run at a time, all plugins together. */
  readonly concurrency: number;
  readonly maxQueued: number;
  /** Threads that can run at a time on this machine. */
  readonly cores: number;
  /** Lines that a guest wrote during a call. */
  readonly onGuestLog: OnGuestLog;
}

const RETRY_AFTER_MS = 1_000;
/** Calls of a plugin that may queue at its runners. */
const MOST_AHEAD = 64;
/** Calls without a wait after which a plugin counts as one that does not wait. */
const FORGOTTEN_AFTER_CALLS = 1_000;

export class Dispatcher implements Executor<RoutedCall>, Inspector {
  readonly #options: DispatchOptions;
  readonly #queue: FairQueue;
  readonly #brokers: readonly BrokerLink[];
  /** Plugins whose calls have waited for something → calls until that is forgotten. */
  readonly #waiters = new Map<string, number>();
  #inspections = 0;

  constructor(options: DispatchOptions) {
    this.#options = options;
    this.#queue = new FairQueue({ concurrency: options.concurrency, maxQueued: options.maxQueued });
    this.#brokers = Array.from({ length: options.brokers }, () => new BrokerLink(options));
  }

  /** Runs a call. Resolves exactly once, with an outcome; rejects for nothing a caller or a plugin did. */
  execute(call: RoutedCall): Promise<Outcome> {
    const { pluginName, limits } = call.route;
    const { concurrencyPerPlugin: concurrency, queueMs } = limits;
    const ahead = this.#aheadOf(call.route);
    const weight = weightOf(call.route);
    const entering = this.#queue.enter(pluginName, { concurrency, weight, ahead, queueMs, signal: call.signal });
    if (entering === undefined) return this.#send(call, 0);
    const startMs = performance.now();
    return entering.then((refused) => {
      const waitedMs = performance.now() - startMs;
      if (refused === undefined) return this.#send(call, waitedMs);
      const usage = { queueMs: waitedMs, runMs: 0, cpuMs: 0 };
      return { ok: false, failure: refusal(refused, queueMs), usage };
    });
  }

  #send(call: RoutedCall, waitedMs: number): Promise<Outcome> {
    const { pluginName, cordon, limits } = call.route;
    return new Promise((resolve) => {
      const onLines = (lines: readonly GuestLogLine[]): void => this.#log(call, lines);
      const onReport = ({ outcome, log, hasWaited }: CallReport): void => {
        this.#queue.leave(pluginName, weightOf(call.route));
        this.#noteWait(pluginName, hasWaited);
        if (log.length > 0) this.#log(call, log);
        if (waitedMs === 0) return resolve(outcome);
        resolve({ ...outcome, usage: { ...outcome.usage, queueMs: outcome.usage.queueMs + waitedMs } });
      };
      this.#brokerOf(cordon).send(call, Math.max(1, limits.queueMs - waitedMs), { onLines, onReport });
    });
  }

  #log({ callId, route: { toolName, pluginName, digest } }: RoutedCall, lines: readonly GuestLogLine[]): void {
    this.#options.onGuestLog({ callId, toolName, pluginName, digest }, lines);
  }

  /** Forgets what no new call will name: routes, and programs with the runners that hold them. Calls under way end as they began. */
  retire(routes: readonly ToolRoute[], digests: readonly string[]): void {
    for (const broker of this.#brokers) broker.retire(routes, digests);
  }

  /** Tries a program out in a throwaway runner, of any broker. */
  async inspect(program: Program): Promise<Inspection> {
    this.#inspections += 1;
    const broker = this.#brokers[this.#inspections % this.#brokers.length];
    const answer = await broker?.run({ kind: 'inspect', program });
    if (answer?.kind === 'inspection') return answer.inspection;
    throw new Error('a broker answered an inspection with something else');
  }

  /** Resolves once every broker follows the change. */
  async configure(change: BrokerChange): Promise<void> {
    await Promise.all(this.#brokers.map((broker) => broker.run({ kind: 'configure', change })));
  }

  async status(): Promise<BrokerStatus[]> {
    const answers = await Promise.all(this.#brokers.map((broker) => broker.run({ kind: 'status' })));
    return answers.flatMap((answer) => (answer.kind === 'status' ? [answer.status] : []));
  }

  /** What keeps calls from working, of all brokers. Takes up to 5 s with `usesStore`, if the store does not answer. */
  async readiness(usesStore: boolean): Promise<Readiness> {
    const answers = await Promise.all(this.#brokers.map((broker) => broker.run({ kind: 'readiness', usesStore })));
    const found = answers.flatMap((answer) => (answer.kind === 'readiness' ? [answer.readiness] : []));
    return Object.assign({}, ...found);
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
    await Promise.all(this.#brokers.map((broker) => broker.close()));
  }

  /**
   * Calls that run one after the other anyway may queue at their runner, where the next begins without a message in between.
   * Not where they wait for something: those overlap, and a runner that has many of them could run more than the plugin may.
   */
  #aheadOf({ freshState, limits, pluginName }: ToolRoute): number {
    if (freshState !== 'realm' || limits.concurrencyPerPlugin < this.#options.cores) return 0;
    return this.#waiters.has(pluginName) ? 0 : MOST_AHEAD;
  }

  #noteWait(pluginName: string, hasWaited: boolean): void {
    if (hasWaited) return void this.#waiters.set(pluginName, FORGOTTEN_AFTER_CALLS);
    if (this.#waiters.size === 0) return;
    const callsLeft = (this.#waiters.get(pluginName) ?? 1) - 1;
    if (callsLeft > 0) this.#waiters.set(pluginName, callsLeft);
    else this.#waiters.delete(pluginName);
  }

  /** Always the same broker for a cordon: what is known about a plugin's runners is in one place. */
  #brokerOf(cordon: string): BrokerLink {
    if (this.#brokers.length === 1) return this.#brokers[0] as BrokerLink;
    let hash = 0;
    for (let i = 0; i < cordon.length; i += 1) hash = (hash * 31 + cordon.charCodeAt(i)) >>> 0;
    return this.#brokers[hash % this.#brokers.length] as BrokerLink;
  }
}

/** Calls that wait for an answer from outside share a realm by the dozen; each in an isolate of its own takes the memory of a whole one. */
const weightOf = ({ freshState, grants }: ToolRoute): number =>
  freshState === 'realm' && reachesOut(grants) ? 1 / WAITING_PER_PLACE : 1;

const tooLate = (queueMs: number, why: string): Failure => ({
  code: 'overloaded',
  limit: 'queueMs',
  allowed: queueMs,
  retryAfterMs: RETRY_AFTER_MS,
  detail: `No place became free within ${queueMs} ms: ${why}. Call again later.`,
});

const refusal = (refused: Refused, queueMs: number): Failure => {
  switch (refused) {
    case 'full':
      return {
        code: 'overloaded',
        limit: 'maxQueued',
        retryAfterMs: RETRY_AFTER_MS,
        detail: 'Too many calls of this plugin are waiting. Call again later.',
      };
    case 'late':
      return tooLate(queueMs, 'as many calls of this plugin are running as may run at a time');
    case 'crowded':
      return tooLate(queueMs, 'the server is busy with calls of other plugins');
    case 'aborted':
      return { code: 'cancelled', detail: 'The caller hung up before the call began.' };
    case 'closed':
      return { code: 'shutting_down', detail: 'The server is shutting down. Call again in a moment.' };
  }
};
