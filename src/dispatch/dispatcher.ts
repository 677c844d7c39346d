// The way from a request to the runner of its plugin: a fair, bounded queue, then the broker, which has all runners. All of it in the listening
// thread; the control threads behind it are the pool's.

import { Broker } from '../broker/broker.ts';
import type { CallListener } from '../broker/fleet/cordon.ts';
import type { BrokerSettings } from '../broker/runner/settings.ts';
import { type Executor, NO_USAGE, type Outcome, type RoutedCall, type ToolRoute } from '../protocol/call.ts';
import { reachesOut, WAITING_PER_PLACE } from '../protocol/capabilities.ts';
import type { Failure } from '../protocol/errors.ts';
import type { Inspection, Inspector, Program } from '../protocol/program.ts';
import type {
  BrokerStatus,
  CallReport,
  GuestLogLine,
  Notice,
  OnGuestLog,
  Readiness,
  SandboxChange,
} from '../protocol/task.ts';
import { ControlPool } from './control-pool.ts';
import { FairQueue, type Refused } from './fair-queue.ts';

export interface DispatchOptions {
  /** File of the control threads; known here only by its path. */
  readonly controlFile: string;
  readonly settings: BrokerSettings;
  /** Control threads. */
  readonly brokers: number;
  /** Calls that may run at a time, all plugins together. */
  readonly concurrency: number;
  readonly maxQueued: number;
  /** Threads that can run at a time on this machine. */
  readonly cores: number;
  /** Lines that a guest wrote during a call. */
  readonly onGuestLog: OnGuestLog;
  /** Told what the operator should know. */
  readonly onNotice?: (notice: Notice) => void;
}

/** Caller id used when the request has no token. */
const ANONYMOUS = 'anonymous';
const NO_SECRETS = Object.freeze({});

const RETRY_AFTER_MS = 1_000;
/** Calls of a plugin that may queue at its runners. */
const MOST_AHEAD = 64;
/** Calls without a wait after which a plugin counts as one that does not wait. */
const FORGOTTEN_AFTER_CALLS = 1_000;

export class Dispatcher implements Executor<RoutedCall>, Inspector {
  readonly #options: DispatchOptions;
  readonly #queue: FairQueue;
  readonly #control: ControlPool;
  readonly #broker: Broker;
  /** Plugins whose calls have waited for something → calls until that is forgotten. */
  readonly #waiters = new Map<string, number>();

  constructor(options: DispatchOptions) {
    this.#options = options;
    this.#queue = new FairQueue({ concurrency: options.concurrency, maxQueued: options.maxQueued });
    const { controlFile: file, settings, brokers, onNotice = () => {} } = options;
    this.#control = new ControlPool({ file, settings, onNotice }, brokers);
    this.#broker = new Broker(settings, this.#control, onNotice);
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
    return new Promise((resolve) => {
      const { route, signal, callId, caller = ANONYMOUS, callerSecrets = NO_SECRETS, argumentsJson } = call;
      let stop = (): void => {};
      const cancel = (): void => stop();
      const onReport = ({ outcome, log, hasWaited }: CallReport): void => {
        signal.removeEventListener('abort', cancel);
        this.#queue.leave(route.pluginName, weightOf(route));
        this.#noteWait(route.pluginName, hasWaited);
        if (log.length > 0) this.#log(call, log);
        if (waitedMs === 0) return resolve(outcome);
        resolve({ ...outcome, usage: { ...outcome.usage, queueMs: outcome.usage.queueMs + waitedMs } });
      };
      const listener: CallListener = { onReport, onLines: (lines) => this.#log(call, lines) };
      const program = call.programs.get(route.digest);
      if (!program) return onReport(REPLACED);
      if (signal.aborted) return onReport(HUNG_UP);
      signal.addEventListener('abort', cancel);
      const queueMs = Math.max(1, route.limits.queueMs - waitedMs);
      stop = this.#broker.call({ callId, caller, callerSecrets, argumentsJson, route, queueMs }, program, listener);
    });
  }

  #log({ callId, route: { toolName, pluginName, digest } }: RoutedCall, lines: readonly GuestLogLine[]): void {
    this.#options.onGuestLog({ callId, toolName, pluginName, digest }, lines);
  }

  /** Ends runners that hold programs which no new call will name. Calls under way end as they began. */
  retire(routes: readonly ToolRoute[], digests: readonly string[]): void {
    this.#broker.retire(routes, digests);
  }

  /** Tries a program out in a throwaway runner. */
  inspect(program: Program): Promise<Inspection> {
    return this.#broker.inspect(program);
  }

  /** Resolves once calls are served under the change. */
  async configure({ secrets, ...limits }: SandboxChange): Promise<void> {
    this.#broker.configure(limits);
    await this.#control.useSecrets(secrets);
  }

  status(): BrokerStatus {
    return this.#broker.status();
  }

  /** What keeps calls from working. Takes up to 5 s with `usesStore`, if the store does not answer. */
  async readiness(usesStore: boolean): Promise<Readiness> {
    const runners = this.#broker.startTrouble;
    const store = usesStore ? await this.#control.storeTrouble() : undefined;
    return { ...(runners !== undefined && { runners }), ...(store !== undefined && { store }) };
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
    await this.#broker.close();
    await this.#control.close();
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
}

/** Calls that wait for an answer from outside share a realm by the dozen; each in an isolate of its own takes the memory of a whole one. */
const weightOf = ({ freshState, grants }: ToolRoute): number =>
  freshState === 'realm' && reachesOut(grants) ? 1 / WAITING_PER_PLACE : 1;

const notBegun = (failure: Failure): CallReport => ({
  outcome: { ok: false, failure, usage: NO_USAGE },
  log: [],
  hasWaited: false,
});

const HUNG_UP = notBegun({ code: 'cancelled', detail: 'The caller hung up before the call began.' });
const REPLACED = notBegun({
  code: 'runner_lost',
  detail: 'The plugin was replaced before the call began. Call again.',
});

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
