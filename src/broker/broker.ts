// The broker gives each call to a runner process and makes sure that it has exactly one answer. Runs in the main thread and never evaluates
// plugin code. Decision 0039.

import { setTimeout } from 'node:timers/promises';
import type { Control } from '../control/control.ts';
import type { SidePool } from '../shared/lifetime/side-pool.ts';
import type { MemoryLeft } from '../shared/machine/memory-limit.ts';
import type { ToolRoute } from '../shared/protocol/call.ts';
import { reachesOut, SUSPENDED_PER_PLACE } from '../shared/protocol/capabilities.ts';
import { SCRIPT_CORDON } from '../shared/protocol/inner-calls.ts';
import type { Inspection, Program } from '../shared/protocol/program.ts';
import type { BrokerStatus, CallHop, CallListener, CallTask, LoadLimits, Notice } from '../shared/protocol/task.ts';
import { Cordon } from './fleet/cordon.ts';
import { CrashRecord } from './fleet/crash-record.ts';
import { Fleet } from './fleet/fleet.ts';
import { Heats } from './fleet/heat.ts';
import { ResultChecks } from './results/result-checks.ts';
import { InnerHostCalls } from './runner/inner-host-calls.ts';
import { noRunner, runInspection } from './runner/inspection-run.ts';
import type { BrokerSettings } from './runner/settings.ts';

/** A runner keeps each program that it was given, and scripts are rarely the same. */
const SCRIPTS_PER_RUNNER = 100;
/** Time between two looks whether the next process may start, while a start warms up. */
const WARM_LOOK_MS = 10;

export interface BrokerOptions {
  readonly onNotice: (notice: Notice) => void;
  /** Where long results are checked. */
  readonly side: SidePool;
  /** Absent if nothing limits the memory. */
  readonly memoryLeft?: MemoryLeft | undefined;
}

/** Owns the cordons of one host and the fleet of their runners. */
export class Broker implements CallHop {
  #settings: BrokerSettings;
  readonly #control: Control;
  readonly #fleet: Fleet;
  readonly #cordons = new Map<string, Cordon>();
  readonly #heats = new Heats();
  readonly #cordonOfRoute = new WeakMap<ToolRoute, Cordon>();
  readonly #resultChecks: ResultChecks;

  constructor(settings: BrokerSettings, control: Control, { onNotice, side, memoryLeft }: BrokerOptions) {
    this.#settings = settings;
    this.#control = control;
    this.#resultChecks = new ResultChecks(side);
    this.#fleet = new Fleet(settings, control, () => this.#cordons.values(), {
      onRoom: () => this.#pumpAll(),
      onNotice,
      memoryLeft,
    });
  }

  execute(task: CallTask, listener: CallListener): () => void {
    return this.cordonOf(task.route).execute(task, listener);
  }

  /** Ends runners of programs that no new call will name, after their calls are answered. Forgives the crashes of the routes: another version may come. */
  retire(routes: readonly ToolRoute[], digests: readonly string[]): void {
    for (const cordon of this.#cordons.values()) cordon.retireRunners(digests);
    for (const route of routes) this.#cordonOfRoute.get(route)?.crashes.forgive();
  }

  /** Sets the limits of later inspections. */
  configure(limits: LoadLimits): void {
    this.#settings = { ...this.#settings, ...limits };
  }

  /** Kills every runner and starts no more; resolves when none is left and all calls are answered. */
  async close(): Promise<void> {
    const closing = this.#fleet.close();
    // Cordons without a runner hear of no end that would refuse their queued calls.
    this.#pumpAll();
    await closing;
    this.#resultChecks.close();
  }

  /** Inspects a program in a throwaway runner. Never rejects through a fault of the plugin. */
  async inspect(program: Program): Promise<Inspection> {
    const runner = this.#fleet.takeThrowaway();
    if (!runner) return noRunner(program, this.#fleet.starts.trouble?.cause);
    return runInspection(runner, program, this.#settings, {
      onStarted: () => this.#fleet.noteStarted(),
      onExited: (lost) => this.#fleet.noteExited(runner, lost),
    });
  }

  /** Cordons that were called in the last hours, the one that is called most first, and no more than have a place. */
  get activeCordons(): readonly string[] {
    const isOfPlugins = (name: string): boolean => !name.startsWith(SCRIPT_CORDON);
    return this.#heats.hottest(performance.now()).filter(isOfPlugins).slice(0, this.#settings.runners);
  }

  /**
   * Starts a process for each of these cordons that has a route and none yet, as long as places are free. Resolves when all of them are ready, or at
   * the signal. The processes get no program: so no plugin can delay it.
   */
  async warmUp(names: readonly string[], routes: Iterable<ToolRoute>, signal: AbortSignal): Promise<void> {
    this.#heats.remember(names, performance.now());
    const routeOf = new Map([...routes].map((route) => [identityOf(route).name, route]));
    const warmed = names.slice(0, this.#settings.runners).flatMap((name) => routeOf.get(name) ?? []);
    for (const route of warmed) {
      // A cordon without a runner may be forgotten meanwhile, so it is asked for each time.
      while (!this.#cordonNamed(route).isWarmed()) {
        if (signal.aborted) return;
        await setTimeout(WARM_LOOK_MS);
      }
    }
    const isStarting = ({ runners }: Cordon): boolean => runners.some(({ state }) => state === 'starting');
    while (!signal.aborted && this.#cordons.values().some(isStarting)) await setTimeout(WARM_LOOK_MS);
  }

  /** Plugins share no process if their modes differ, as one would delay the other, or if only one reaches out, as a process takes many such calls. */
  cordonOf(route: ToolRoute): Pick<Cordon, 'execute' | 'isCrowded' | 'mostAhead' | 'waitsForStart'> {
    const known = this.#cordonOfRoute.get(route);
    if (known && this.#cordons.get(known.name) === known) return known;
    const cordon = this.#cordonNamed(route);
    this.#cordonOfRoute.set(route, cordon);
    return cordon;
  }

  #cordonNamed(route: ToolRoute): Cordon {
    const { name, isSerial, isCrowded, isScript } = identityOf(route);
    const known = this.#cordons.get(name);
    if (known) return known;
    this.#forgetIdle();
    const { callsPerRunner, cores, recycleAfterCalls, recycleAfterIsolates, quarantine } = this.#settings;
    const cordon = new Cordon({
      name,
      fleet: this.#fleet,
      crashes: new CrashRecord(quarantine),
      heat: this.#heats.of(name),
      isSerial,
      isScript,
      openHostCalls: (task) =>
        task.innerCalls === undefined ? this.#control.openHostCalls(task) : new InnerHostCalls(task.innerCalls),
      checkResult: ({ route }, bytes, onChecked) =>
        this.#resultChecks.check(route.pluginName, { bytes, levels: route.limits.resultDepth }, onChecked),
      callsPerRunner: isCrowded ? callsPerRunner * SUSPENDED_PER_PLACE : callsPerRunner,
      concurrencyPerRunner: callsPerRunner,
      isCrowded,
      cores,
      recycleAfterCalls: isScript
        ? SCRIPTS_PER_RUNNER
        : isSerial
          ? recycleAfterCalls
          : Math.min(recycleAfterCalls, recycleAfterIsolates),
    });
    this.#cordons.set(name, cordon);
    return cordon;
  }

  /** A runner may be free now. Cordons with the fewest runners come first, and among these the ones whose calls are queued longest. */
  #pumpAll(): void {
    const withQueue = [...this.#cordons.values()].filter(({ callsQueued }) => callsQueued > 0);
    withQueue.sort((a, b) => a.runners.length - b.runners.length || a.queuedSinceMs - b.queuedSinceMs);
    for (const cordon of withQueue) cordon.pump();
    this.#forgetIdle();
  }

  /** A plugin that is called again gets a new cordon, which has to learn again how long its calls take. */
  #forgetIdle(): void {
    for (const [name, cordon] of this.#cordons) if (cordon.isForgettable) this.#cordons.delete(name);
  }

  get startTrouble(): string | undefined {
    return this.#fleet.starts.trouble?.cause;
  }

  status(): BrokerStatus {
    const { started, killed, ends, evictions, quarantines, spares, starts } = this.#fleet;
    const cordons = [...this.#cordons.values()];
    return {
      runners: [
        ...cordons.flatMap((cordon) => cordon.runners.map((runner) => runner.status(cordon.name))),
        ...spares.map((runner) => runner.status(undefined)),
      ],
      quarantined: cordons.flatMap(({ name, crashes }) =>
        crashes.retryAfterMs > 0 ? [{ cordon: name, retryAfterMs: crashes.retryAfterMs }] : [],
      ),
      cordons: cordons.length,
      peakRssMb: this.#control.peakRssMb,
      started,
      killed,
      ends: { ...ends },
      evictions: { ...evictions },
      quarantines,
      startTrouble: starts.trouble,
    };
  }
}

/** The cordon of a route. Its name says how its calls share processes. */
const identityOf = ({ cordon, freshState, grants, isScript }: ToolRoute) => {
  const isSerial = freshState === 'realm';
  const isCrowded = isSerial && reachesOut(grants);
  return {
    isSerial,
    isCrowded,
    isScript: isScript === true,
    name: `${cordon}${isSerial ? ' (realm)' : ''}${isCrowded ? ' (reaching out)' : ''}`,
  };
};
