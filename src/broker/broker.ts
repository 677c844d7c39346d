// One broker: owns the runner processes of the plugins that are sent to it, so that everything about a plugin is known in
// one place. Trusted code only; it never evaluates anything of a plugin's.

import type { ToolRoute } from '../protocol/call.ts';
import { reachesOut, WAITING_PER_PLACE } from '../protocol/capabilities.ts';
import type { CheckedProgram, Inspection, Program } from '../protocol/program.ts';
import type { BrokerChange, BrokerStatus, CallTask, Notice, Readiness } from '../protocol/task.ts';
import type { OpenCapabilities } from './capabilities/open.ts';
import { type CallListener, Cordon } from './cordon.ts';
import { CrashRecord } from './crash-record.ts';
import { Fleet } from './fleet.ts';
import { noRunner, runInspection } from './inspection-run.ts';
import { ResultChecks } from './result-checks.ts';
import type { BrokerSettings } from './settings.ts';

/** Programs a broker remembers at a time. */
const MOST_PROGRAMS = 256;
/** Kept until somebody listens. */
const MOST_NOTICES = 20;

export class Broker {
  #settings: BrokerSettings;
  readonly #capabilities: OpenCapabilities;
  #onNotice: ((notice: Notice) => void) | undefined;
  /** What nobody listened to yet. */
  readonly #notices: Notice[] = [];
  readonly #fleet: Fleet;
  readonly #cordons = new Map<string, Cordon>();
  readonly #cordonOfRoute = new WeakMap<ToolRoute, Cordon>();
  readonly #programs = new Map<string, CheckedProgram>();
  readonly #resultChecks = new ResultChecks();

  constructor(settings: BrokerSettings, capabilities: OpenCapabilities) {
    this.#settings = settings;
    this.#capabilities = capabilities;
    this.#fleet = new Fleet(settings, () => this.#cordons.values(), {
      onRoom: () => this.#pumpAll(),
      onNotice: (text) => this.notice({ level: 'error', text }),
    });
  }

  /** Told from now on what the operator should know, and at once what came before. */
  set onNotice(listener: (notice: Notice) => void) {
    this.#onNotice = listener;
    for (const notice of this.#notices.splice(0)) listener(notice);
  }

  /** Tells the operator something. */
  notice(notice: Notice): void {
    if (this.#onNotice) this.#onNotice(notice);
    else if (this.#notices.length < MOST_NOTICES) this.#notices.push(notice);
  }

  /** Runs a call and reports its end exactly once; false where its program is not known here, and nothing has begun. */
  call(task: CallTask, listener: CallListener): boolean {
    const { route } = task;
    const program = this.#programs.get(route.digest);
    if (!program) return false;
    const checked = this.#resultChecks.checked(route.pluginName, route.limits.resultDepth, listener);
    this.#cordonOf(route).execute(task, program, checked);
    return true;
  }

  /** Stops a call nobody waits for. */
  cancel(callId: string | undefined): void {
    if (callId === undefined) return;
    for (const cordon of this.#cordons.values()) if (cordon.cancel(callId)) return;
  }

  /** Keeps a program for calls to come. Past the cap the oldest goes, and is asked for again when it is called. */
  remember(program: CheckedProgram): void {
    this.#programs.set(program.digest, program);
    if (this.#programs.size <= MOST_PROGRAMS) return;
    for (const digest of this.#programs.keys()) {
      this.#programs.delete(digest);
      return;
    }
  }

  /**
   * Forgets what no new call will name: programs, and the runners that hold them end once their calls are answered. Another
   * version may take the place of these, so what they broke is not held against it.
   */
  retire(routes: readonly ToolRoute[], digests: readonly string[]): void {
    for (const digest of digests) this.#programs.delete(digest);
    for (const cordon of this.#cordons.values()) cordon.retireRunners(digests);
    for (const route of routes) this.#cordonOfRoute.get(route)?.crashes.forgive();
  }

  /** What a call asks from now on follows the change; requests that have left end as they began. */
  configure({ secrets, ...limits }: BrokerChange): void {
    this.#settings = { ...this.#settings, ...limits };
    this.#capabilities.useSecrets(secrets);
  }

  /** Kills every runner and starts no more; resolves when none is left. */
  async close(): Promise<void> {
    await this.#fleet.close();
    await this.#resultChecks.close();
    await this.#capabilities.close();
  }

  /** Tries a program out in a throwaway runner. Never rejects for the plugin's fault. */
  async inspect(program: Program): Promise<Inspection> {
    const runner = this.#fleet.takeThrowaway();
    if (!runner) return noRunner(program, this.#fleet.starts.trouble?.cause);
    const inspection = runInspection(runner, program, this.#settings, {
      onStarted: () => this.#fleet.noteReady(),
      onExited: (lost) => this.#fleet.noteExited(runner, lost),
    });
    this.#fleet.watch();
    return inspection;
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
      capabilities: this.#capabilities,
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

  /** Tells what keeps calls from working. Takes up to 5 s if the store does not answer. */
  async readiness(usesStore: boolean): Promise<Readiness> {
    const runners = this.#fleet.starts.trouble?.cause;
    const store = usesStore ? await this.#capabilities.storeTrouble() : undefined;
    return { ...(runners !== undefined && { runners }), ...(store !== undefined && { store }) };
  }

  status(): BrokerStatus {
    const { started, killed, peakRssMb, spares, starts } = this.#fleet;
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
      peakRssMb,
      started,
      killed,
      startTrouble: starts.trouble,
    };
  }
}
