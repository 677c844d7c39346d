// Takes each call through a fair, bounded queue to the broker. Main thread. Decision 0018.

import type { Control } from '../../control/control.ts';
import type { SidePool } from '../../shared/lifetime/side-pool.ts';
import type { MemoryLeft } from '../../shared/machine/memory-limit.ts';
import {
  type Executor,
  NO_USAGE,
  type Outcome,
  type RoutedCall,
  type ToolRoute,
  usageOfQueued,
} from '../../shared/protocol/call.ts';
import { identityOf, NOBODY } from '../../shared/protocol/caller.ts';
import { SUSPENDED_PER_PLACE } from '../../shared/protocol/capabilities.ts';
import type { EmbeddingAnswer, EmbeddingRequest } from '../../shared/protocol/embeddings.ts';
import { type Failure, HUNG_UP } from '../../shared/protocol/errors.ts';
import type { Inspection, Inspector, Program } from '../../shared/protocol/program.ts';
import type {
  BrokerStatus,
  CallListener,
  CallTask,
  GuestLogLine,
  Notice,
  OnGuestLog,
  Readiness,
  SandboxChange,
} from '../../shared/protocol/task.ts';
import { Broker } from '../broker.ts';
import type { ControlLink } from '../link/control-link.ts';
import type { BrokerSettings } from '../runner/settings.ts';
import { FairQueue } from './fair-queue.ts';
import type { Place } from './lane.ts';
import { REPLACED, refusal } from './refusals.ts';

/** What the dispatcher needs of the link to the control thread. */
export type DispatchControl = Control & Pick<ControlLink, 'useSecrets' | 'storeTrouble' | 'embed' | 'close'>;

export interface DispatchOptions {
  /** The dispatcher closes it. */
  readonly control: DispatchControl;
  readonly settings: BrokerSettings;
  /** Where long results are checked. */
  readonly side: SidePool;
  /** What is left of the memory; absent if nothing limits it. */
  readonly memoryLeft?: MemoryLeft | undefined;
  /** Calls that may run at a time, all plugins together. */
  readonly concurrency: number;
  /** Calls that may be queued, all plugins together. */
  readonly maxQueued: number;
  /** Threads that can run at a time on this machine. */
  readonly cores: number;
  /** Called with lines that a guest wrote. */
  readonly onGuestLog: OnGuestLog;
  /** Called with notices for the operator. */
  readonly onNotice?: (notice: Notice) => void;
}

const NO_SECRETS = Object.freeze({});

/** A place, and the queue that gave it. */
interface Held {
  readonly queue: FairQueue;
  readonly place: Place;
}

/** Every call gets exactly one Outcome, and its place in the queue is freed with it. */
export class Dispatcher implements Executor<RoutedCall>, Inspector {
  readonly #options: DispatchOptions;
  readonly #queue: FairQueue;
  /** Scripts have places of their own, so that one that waits holds none that its calls need. */
  readonly #scripts: FairQueue;
  readonly #control: DispatchControl;
  readonly #broker: Broker;

  constructor(options: DispatchOptions) {
    this.#options = options;
    this.#queue = new FairQueue({ concurrency: options.concurrency, maxQueued: options.maxQueued });
    this.#scripts = new FairQueue({
      concurrency: Math.max(1, Math.floor(options.concurrency / 2)),
      maxQueued: options.maxQueued,
    });
    const { control, settings, side, memoryLeft, onNotice = () => {} } = options;
    this.#control = control;
    this.#broker = new Broker(settings, control, { onNotice, side, memoryLeft });
  }

  /** Runs a call. Never rejects through a fault of the caller or the plugin. */
  execute(call: RoutedCall): Promise<Outcome> {
    const { pluginName, cordon, limits } = call.route;
    const { concurrencyPerPlugin: concurrency } = limits;
    const { queueMs } = call.ofScript ?? limits;
    const isScript = call.innerCalls !== undefined;
    const queue = isScript ? this.#scripts : this.#queue;
    const { isCrowded, mostAhead } = this.#broker.cordonOf(call.route);
    // Calls that run one after the other in a realm may be queued inside their runner, if the plugin may use all cores.
    const ahead = concurrency < this.#options.cores ? 0 : mostAhead;
    // Dozens of calls of a plugin that reaches out share one realm. In `isolate` mode each of them takes the memory of a whole isolate.
    const weight = isCrowded ? 1 / SUSPENDED_PER_PLACE : 1;
    const waitsForStart = (): boolean => this.#broker.cordonOf(call.route).waitsForStart;
    const { sharer, signal } = call;
    const entering = queue.enter(isScript ? cordon : pluginName, {
      concurrency,
      weight,
      ahead,
      queueMs,
      sharer,
      waitsForStart,
      signal,
    });
    if (!(entering instanceof Promise)) return this.#run(call, { queue, place: entering }, 0);
    const startMs = performance.now();
    return entering.then((place) => {
      const queuedMs = performance.now() - startMs;
      if (typeof place !== 'string') return this.#run(call, { queue, place }, queuedMs);
      return { ok: false, failure: refusal(place, queueMs), usage: usageOfQueued(queuedMs) };
    });
  }

  /** Hands a call that has a place to the broker. `queuedMs`: how long it was queued for the place. */
  #run(call: RoutedCall, { queue, place }: Held, queuedMs: number): Promise<Outcome> {
    return new Promise((resolve) => {
      const { route, signal, callId, caller = NOBODY, callerSecrets = NO_SECRETS, argumentsJson, trace } = call;
      let stop = (): void => {};
      const cancel = (): void => stop();
      const onOutcome: CallListener['onOutcome'] = (outcome, lines) => {
        // The broker has failed while it took the call, which was answered with that.
        if (place.state === 'left') return;
        signal.removeEventListener('abort', cancel);
        queue.leave(place);
        const { usage } = outcome;
        resolve(queuedMs === 0 ? outcome : { ...outcome, usage: { ...usage, queueMs: usage.queueMs + queuedMs } });
        if (lines.length > 0) this.#log(call, lines);
      };
      const program = call.programs.get(route.digest);
      if (!program) return onOutcome(notBegun(REPLACED), []);
      if (signal.aborted) return onOutcome(notBegun(HUNG_UP), []);
      signal.addEventListener('abort', cancel);
      const queueMs = (call.ofScript ?? route.limits).queueMs - queuedMs;
      const task: CallTask = {
        callId,
        caller: identityOf(caller),
        callerSecrets,
        trace,
        argumentsJson,
        route,
        program,
        queueMs,
        innerCalls: call.innerCalls,
      };
      try {
        stop = this.#broker.execute(task, { onOutcome, onLines: (lines) => this.#report(call, lines) });
      } catch (error) {
        // A bug of the host must not cost a place.
        if (place.state !== 'left') queue.leave(place);
        signal.removeEventListener('abort', cancel);
        throw error;
      }
    });
  }

  /** Lines that come before the call's end are a report of progress, and what was written before it. */
  #report(call: RoutedCall, lines: readonly GuestLogLine[]): void {
    this.#log(call, lines);
    if (call.onProgress === undefined || call.signal.aborted) return;
    for (const { progress, text } of lines) if (progress) call.onProgress({ ...progress, message: text });
  }

  #log({ callId, route: { toolName, pluginName, digest }, onLines }: RoutedCall, lines: readonly GuestLogLine[]): void {
    if (onLines !== undefined) return onLines(lines);
    this.#options.onGuestLog({ callId, toolName, pluginName, digest }, lines);
  }

  /** Ends runners that hold programs which no new call will name, each after its calls are answered. */
  retire(routes: readonly ToolRoute[], digests: readonly string[]): void {
    this.#broker.retire(routes, digests);
  }

  /** As in the broker. */
  warmUp(...[names, routes, signal]: Parameters<Broker['warmUp']>): Promise<void> {
    return this.#broker.warmUp(names, routes, signal);
  }

  /** As in the broker. */
  activeCordons(): readonly string[] {
    return this.#broker.activeCordons;
  }

  inspect(program: Program): Promise<Inspection> {
    return this.#broker.inspect(program);
  }

  /** Resolves when new calls are served under the change. */
  async configure({ secrets, ...limits }: SandboxChange): Promise<void> {
    this.#broker.configure(limits);
    await this.#control.useSecrets(secrets);
  }

  status(): BrokerStatus {
    return this.#broker.status();
  }

  /** What keeps calls from working. Takes up to 5 s if `usesStore` is set and the store does not answer. */
  async readiness(usesStore: boolean): Promise<Readiness> {
    const runners = this.#broker.startTrouble;
    const store = usesStore ? await this.#control.storeTrouble() : undefined;
    return { ...(runners !== undefined && { runners }), ...(store !== undefined && { store }) };
  }

  /** Asks the operator's embedding endpoint. Rejects if the control thread is lost. */
  embed(request: EmbeddingRequest): Promise<EmbeddingAnswer> {
    return this.#control.embed(request);
  }

  get callsInFlight(): number {
    return this.#queue.running + this.#scripts.running;
  }

  get callsQueued(): number {
    return this.#queue.queued + this.#scripts.queued;
  }

  /** Lets calls in flight finish for at most `drainMs`, then ends every runner and the control thread. */
  async close(drainMs: number): Promise<void> {
    // Scripts first, because those that run still call tools.
    const drained = this.#scripts.close().then(() => this.#queue.close());
    const { promise: timeIsUp, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, drainMs);
    await Promise.race([drained, timeIsUp]);
    clearTimeout(timer);
    await this.#broker.close();
    await this.#control.close();
  }
}

const notBegun = (failure: Failure): Outcome => ({ ok: false, failure, usage: NO_USAGE });
