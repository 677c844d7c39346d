// A whole host below its catalog, without a process, a thread or a socket: the real dispatcher, broker and control link over an honest control
// thread and honest runners, in virtual time.

import { ControlLink } from '../../../../src/broker/link/control-link.ts';
import { Dispatcher } from '../../../../src/broker/queue/dispatcher.ts';
import { SidePool } from '../../../../src/shared/lifetime/side-pool.ts';
import { HonestControl, type HonestProcess } from '../../../support/honest-control.ts';
import type { HonestAnswer, HonestCall } from '../../../support/honest-runner.ts';
import { PROGRAM, settingsFor } from '../../../support/hostile-runners.ts';
import { microtasks, VirtualTime } from '../../../support/virtual-time.ts';
import { type Kind, type PluginChange, Plugins } from './plugins.ts';
import { type CallRecord, CallRecords, type HostState } from './records.ts';

export interface WorldOptions {
  readonly runners: number;
  readonly callsPerRunner: number;
  readonly spares: number;
  readonly cores: number;
  readonly maxQueued: number;
  readonly recycleAfterCalls: number;
  /** Runners lost until a plugin is paused. */
  readonly kills: number;
  /** Runners start and prepare calls as soon as they can. Otherwise they do so when a command says it. */
  readonly isEager: boolean;
  /** The control thread ends the host requests of a call as soon as it is told to. */
  readonly isThreadEager: boolean;
  /** Plugins at the start. */
  readonly plugins: Readonly<Record<string, { readonly kind: Kind; readonly concurrency: number }>>;
}

/** Nothing of the host takes longer than this: back-offs, pauses, queues. */
export const PATIENCE_MS = 15_000;
const STEP_MS = 250;
const MOST_BACK_OFF_MS = 5_100;
/** As in the fleet. */
const STARTS_PER_CORE = 2;
const MOST_MORE_SPARES = 3;

export class World implements HostState {
  readonly options: WorldOptions;
  readonly control: HonestControl;
  readonly dispatcher: Dispatcher;
  readonly time = new VirtualTime();
  readonly #restore = this.time.install();
  readonly records = new CallRecords(this);
  readonly #plugins = new Plugins();
  #isEager: boolean;
  #isThreadEager: boolean;
  /** The host lets no new call in. */
  isDraining = false;
  isClosed = false;
  /** Lines that had a runner which was starting before the last timer fired. */
  #startedBefore: readonly string[] = [];
  /** When a process last ended before it was ready. */
  #startFailedMs = Number.NEGATIVE_INFINITY;

  constructor(options: WorldOptions) {
    this.options = options;
    this.#isEager = options.isEager;
    this.#isThreadEager = options.isThreadEager;
    this.control = new HonestControl({
      onSent: (process, callId) => this.records.onSent(process, callId),
      onBegan: (_process, callId) => this.records.onBegan(callId),
      onExited: (process, wasReady) => {
        if (!wasReady) this.#startFailedMs = this.time.nowMs;
        this.records.onExited(process);
      },
    });
    const { openPort, door } = this.control;
    const { maxQueued, kills } = options;
    this.dispatcher = new Dispatcher({
      // Never used: no result is long enough.
      side: new SidePool(),
      control: new ControlLink({ openPort, door, onNotice: () => {} }),
      settings: {
        ...settingsFor(''),
        ...options,
        recycleAfterIsolates: options.recycleAfterCalls,
        startMs: 5_000,
        idleMs: 5_000,
        quarantine: { kills, windowMs: 3_000, pauseMs: 500, maxPauseMs: 2_000 },
      },
      concurrency: this.places,
      maxQueued,
      cores: options.cores,
      onGuestLog: () => {},
    });
    for (const [name, plugin] of Object.entries(options.plugins)) this.define(name, plugin);
    this.define('quiet', {});
  }

  /** Calls that may run at a time, if each weighs 1. */
  get places(): number {
    return this.options.runners * this.options.callsPerRunner;
  }

  /** Call once, at the end. */
  dispose(): void {
    this.#restore();
  }

  /** Calls in runners that run. */
  callsThat(is: (call: HonestCall, process: HonestProcess) => boolean): readonly [HonestProcess, HonestCall][] {
    return this.control.processes.flatMap((process) =>
      process.runner.calls
        .filter((call) => is(call, process))
        .map((call): [HonestProcess, HonestCall] => [process, call]),
    );
  }

  get running(): readonly [HonestProcess, HonestCall][] {
    return this.callsThat(({ state }) => state === 'running');
  }

  /** Suspended calls that may go on. */
  get resumable(): readonly [HonestProcess, HonestCall][] {
    return this.callsThat(
      ({ state, open }, { runner }) => state === 'suspended' && open.size === 0 && runner.running === undefined,
    );
  }

  get #startingNow(): readonly string[] {
    return this.dispatcher
      .status()
      .runners.flatMap(({ cordon, state }) => (state === 'starting' ? (cordon ?? []) : []));
  }

  get startingLines(): readonly string[] {
    const now = this.#startingNow;
    return this.#startedBefore.filter((line) => now.includes(line));
  }

  get pausedLines(): readonly string[] {
    return this.dispatcher.status().quarantined.map(({ cordon }) => cordon);
  }

  /** Changes a plugin's route. With `isNewVersion`, another program takes the place of the one before. */
  define(name: string, change: PluginChange, isNewVersion = true): void {
    const digest = this.#plugins.define(name, change, isNewVersion);
    if (digest !== undefined) this.dispatcher.retire([], [digest]);
  }

  /** Calls a plugin several times in one turn. */
  callEach(pluginName: string, calls: number): readonly CallRecord[] {
    return Array.from({ length: calls }, () => this.call(pluginName));
  }

  call(pluginName: string): CallRecord {
    const { route, line } = this.#plugins.get(pluginName);
    const record = this.records.add(pluginName, line);
    const programs = new Map([[route.digest, { ...PROGRAM, pluginName, digest: route.digest }]]);
    const { callId, signal } = record;
    this.dispatcher
      .execute({ callId, signal, route, programs, toolName: route.toolName, argumentsJson: Buffer.from('{}') })
      .then(
        (outcome) => this.records.onOutcome(record, outcome),
        (error: Error) => this.records.fail(`${callId} was rejected: ${error.stack}`),
      )
      // The end of the step throws it.
      .catch(() => {});
    return record;
  }

  answer([{ runner }, call]: readonly [HonestProcess, HonestCall], answer: HonestAnswer, next?: HonestCall): void {
    this.records.of(call.callId).answer = answer;
    runner.answer(call, answer, next);
  }

  /** Lets new calls in no more. */
  drain(drainMs: number): void {
    this.isDraining = true;
    void this.dispatcher.close(drainMs).then(() => {
      this.isClosed = true;
    });
  }

  /** Lets everything happen that needs no time and no command. */
  async settle(): Promise<void> {
    do {
      await microtasks();
      this.records.endStep();
    } while (this.time.turn() || this.control.deliver() || this.#hurry());
    this.#checkRest();
  }

  async wait(ms: number): Promise<void> {
    const untilMs = this.time.nowMs + ms;
    for (;;) {
      this.#startedBefore = this.#startingNow;
      if (!this.time.fireNext(untilMs)) return;
      await this.settle();
    }
  }

  /** Sets whether runners and the control thread do what they can at once. */
  beEager(runners: boolean, thread: boolean): void {
    this.#isEager = runners;
    this.#isThreadEager = thread;
  }

  /** Lets all runners work as they should until `isOver`. Says what is missing if it never is. */
  async work(
    isOver: () => boolean,
    missing: () => string,
    onAnswered = (_record: CallRecord): void => {},
  ): Promise<void> {
    const was = [this.#isEager, this.#isThreadEager] as const;
    this.beEager(true, true);
    this.control.failingStarts = 0;
    await this.settle();
    for (let leftMs = PATIENCE_MS; !isOver(); ) {
      const answered = this.#workOnce();
      await microtasks();
      if (answered) onAnswered(answered);
      else if (answered === undefined) {
        if (leftMs <= 0) this.records.fail(missing());
        leftMs -= STEP_MS;
        await this.wait(STEP_MS);
      }
      await this.settle();
    }
    this.beEager(...was);
  }

  /** One step of work. Returns the call that was answered, false if another step was done, and undefined if there is nothing to do. */
  #workOnce(): CallRecord | false | undefined {
    const [request] = this.control.requests;
    const [resumable] = this.resumable;
    if (request) this.control.reply(request);
    else if (resumable) resumable[0].runner.resume(resumable[1]);
    else {
      const [oldest] = this.running.toSorted(
        ([, a], [, b]) => this.records.of(a.callId).number - this.records.of(b.callId).number,
      );
      if (!oldest) return undefined;
      const isWaiting = ({ state, open }: HonestCall): boolean => state === 'suspended' && open.size === 0;
      this.answer(oldest, 'ok', oldest[0].runner.calls.find(isWaiting));
      return this.records.of(oldest[1].callId);
    }
    return false;
  }

  /** What eager runners and an eager thread do next. False if there is nothing to do. */
  #hurry(): boolean {
    let isMore = false;
    if (this.#isEager)
      for (const { runner } of this.control.processes) {
        if (runner.hasGreeted) isMore = runner.prepare() || isMore;
        else {
          runner.greet();
          isMore = true;
        }
      }
    const closings = this.#isThreadEager ? this.control.closings : [];
    for (const handler of closings) this.control.endRequests(handler);
    return isMore || closings.length > 0;
  }

  /** Nothing more happens by itself now. */
  #checkRest(): void {
    const [left] = this.isClosed ? this.records.unsettled : [];
    if (left) this.records.fail(`${left.callId} has no outcome, and the host has closed`);
    this.#checkRunners();
    for (const process of this.control.processes) {
      if (process.isEnding) continue;
      const onCard = process.runner.calls.length > 0 ? this.control.callsOnCard(process) : [];
      for (const { id, callId, state } of process.runner.calls)
        if (state !== 'queued' && !onCard.some((call) => call.id === id && call.state === state))
          this.records.fail(`${callId} is ${state}, and nobody watches its time`);
    }
  }

  /** No more runners have a place than there are places, and no more processes start at a time than may. */
  #checkRunners(): void {
    const { runners, cores, spares } = this.options;
    const all = this.dispatcher.status().runners;
    const placed = all.filter(
      ({ cordon, state, callsInFlight }) => cordon && (state !== 'retired' || callsInFlight > 0),
    );
    if (placed.length > runners) this.records.fail(`${placed.length} runners have a place, and there are ${runners}`);
    const starting = all.filter(({ state }) => state === 'starting').length;
    if (starting > STARTS_PER_CORE * cores) this.records.fail(`${starting} processes start at a time`);
    const spare = all.filter(({ cordon, state }) => cordon === undefined && state !== 'retired').length;
    if (spare > spares + MOST_MORE_SPARES) this.records.fail(`${spare} spares`);
  }

  /** The host starts no process now, or only after a back-off. */
  get mayNotStart(): boolean {
    return this.isDraining || this.time.nowMs - this.#startFailedMs < MOST_BACK_OFF_MS;
  }
}
