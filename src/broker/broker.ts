// One broker: owns the runner processes of the plugins that are sent to it, so that everything about a plugin is known in
// one place. Trusted code only; it never evaluates anything of a plugin's.

import type { Control } from '../control/control.ts';
import type { ToolRoute } from '../protocol/call.ts';
import { reachesOut, WAITING_PER_PLACE } from '../protocol/capabilities.ts';
import type { CheckedProgram, Inspection, Program } from '../protocol/program.ts';
import type { BrokerStatus, CallTask, LoadLimits, Notice } from '../protocol/task.ts';
import { type CallListener, Cordon } from './fleet/cordon.ts';
import { CrashRecord } from './fleet/crash-record.ts';
import { Fleet } from './fleet/fleet.ts';
import { ResultChecks } from './results/result-checks.ts';
import { noRunner, runInspection } from './runner/inspection-run.ts';
import type { BrokerSettings } from './runner/settings.ts';

export class Broker {
  #settings: BrokerSettings;
  readonly #control: Control;
  readonly #fleet: Fleet;
  readonly #cordons = new Map<string, Cordon>();
  readonly #cordonOfRoute = new WeakMap<ToolRoute, Cordon>();
  readonly #resultChecks = new ResultChecks();

  constructor(settings: BrokerSettings, control: Control, onNotice: (notice: Notice) => void) {
    this.#settings = settings;
    this.#control = control;
    this.#fleet = new Fleet({ settings, control }, () => this.#cordons.values(), {
      onRoom: () => this.#pumpAll(),
      onNotice: (text) => onNotice({ level: 'error', text }),
    });
  }

  /** Runs a call of a program and reports its end exactly once. Returns how to stop it where nobody waits for it any more. */
  call(task: CallTask, program: CheckedProgram, listener: CallListener): () => void {
    const { route } = task;
    const checked = this.#resultChecks.checked(route.pluginName, route.limits.resultDepth, listener);
    return this.#cordonOf(route).execute(task, program, checked);
  }

  /**
   * Ends runners that hold programs which no new call will name, each once its calls are answered. Another
   * version may take the place of these, so what they broke is not held against it.
   */
  retire(routes: readonly ToolRoute[], digests: readonly string[]): void {
    for (const cordon of this.#cordons.values()) cordon.retireRunners(digests);
    for (const route of routes) this.#cordonOfRoute.get(route)?.crashes.forgive();
  }

  /** Programs are tried out under these limits from now on. */
  configure(limits: LoadLimits): void {
    this.#settings = { ...this.#settings, ...limits };
  }

  /** Kills every runner and starts no more; resolves when none is left. */
  async close(): Promise<void> {
    await this.#fleet.close();
    await this.#resultChecks.close();
  }

  /** Tries a program out in a throwaway runner. Never rejects for the plugin's fault. */
  async inspect(program: Program): Promise<Inspection> {
    const runner = this.#fleet.takeThrowaway();
    if (!runner) return noRunner(program, this.#fleet.starts.trouble?.cause);
    return runInspection(runner, program, this.#settings, {
      onStarted: () => this.#fleet.noteReady(),
      onExited: (lost) => this.#fleet.noteExited(runner, lost),
    });
  }

  /**
   * Plugins whose state is kept fresh in different ways never share a process: one would hold the other up. Nor do those that reach
   * out and those that do not: many calls of the former are in a process at a time.
   */
  #cordonOf(route: ToolRoute): Cordon {
    const known = this.#cordonOfRoute.get(route);
    if (known && this.#cordons.get(known.name) === known) return known;
    const cordon = this.#cordonNamed(route);
    this.#cordonOfRoute.set(route, cordon);
    return cordon;
  }

  #cordonNamed(route: ToolRoute): Cordon {
    const isSerial = route.freshState === 'realm';
    const isWaiting = isSerial && reachesOut(route.grants);
    const name = `${route.cordon}${isSerial ? ' (realm)' : ''}${isWaiting ? ' (reaching out)' : ''}`;
    const known = this.#cordons.get(name);
    if (known) return known;
    this.#forgetIdle();
    const { callsPerRunner, cores, recycleAfterCalls, recycleAfterIsolates, quarantine } = this.#settings;
    const cordon = new Cordon({
      name,
      fleet: this.#fleet,
      crashes: new CrashRecord(quarantine),
      isSerial,
      openEffects: (task) => this.#control.openEffects(task),
      callsPerRunner: isWaiting ? callsPerRunner * WAITING_PER_PLACE : callsPerRunner,
      concurrencyPerRunner: callsPerRunner,
      isCrowded: isWaiting,
      cores,
      recycleAfterCalls: isSerial ? recycleAfterCalls : Math.min(recycleAfterCalls, recycleAfterIsolates),
    });
    this.#cordons.set(name, cordon);
    return cordon;
  }

  /** A process has ended, has a place, or may be started again: those without one come first, and of them who waits longest. */
  #pumpAll(): void {
    const waiting = [...this.#cordons.values()].filter(({ isWaiting }) => isWaiting);
    waiting.sort((a, b) => a.runners.length - b.runners.length || a.waitingSinceMs - b.waitingSinceMs);
    for (const cordon of waiting) cordon.pump();
    this.#forgetIdle();
  }

  /** A plugin that comes back finds a new cordon, which has to learn again how long its calls take. */
  #forgetIdle(): void {
    for (const [name, cordon] of this.#cordons) if (cordon.isForgettable) this.#cordons.delete(name);
  }

  /** Why no runner process starts; undefined if they do. */
  get startTrouble(): string | undefined {
    return this.#fleet.starts.trouble?.cause;
  }

  status(): BrokerStatus {
    const { started, killed, spares, starts } = this.#fleet;
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
      startTrouble: starts.trouble,
    };
  }
}
