// The catalog while it serves: one snapshot, swapped in one step. Of many new bundles at once it has listed those that look right;
// here each is tried out before its first call, and while nobody calls. One that fails is taken off the list. Front process.

import type { Config } from '../../config/config.ts';
import type { Inspection } from '../../protocol/program.ts';
import type { CatalogState } from '../load/catalog-state.ts';
import { TRIED_AT_ONCE, type TryOutOptions, tryOut, type UntriedBundle } from '../load/try-out.ts';
import { type BundleRefusal, type CatalogSnapshot, reconfigured, snapshotOf, withProgram } from '../model/snapshot.ts';
import { candidateOf } from '../model/versions.ts';

export interface LiveCatalogOptions extends TryOutOptions {
  /** Told of a bundle that fails when it is tried out; it has been taken off the list. */
  readonly onRefused?: (refusal: BundleRefusal) => void;
  /** Told of a bundle that passes. */
  readonly onTriedOut?: () => void;
}

interface Job {
  readonly untried: UntriedBundle;
  readonly settled: Promise<void>;
  readonly resolve: () => void;
  isRunning: boolean;
}

const LOOK_EVERY_MS = 100;
/** No call for so long, and a bundle is tried out that nobody waits for. */
const QUIET_MS = 1_000;
/** Under load, one bundle is still tried out this often. That takes a few hundredths of a core. */
const AT_LEAST_EVERY_MS = 10_000;
/** Pause after a try-out that the host could not make. */
const HOST_FAULT_PAUSE_MS = 1_000;

export class LiveCatalog {
  #options: LiveCatalogOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #jobsByTool = new Map<string, Job>();
  /** Jobs that calls wait for, in the order of the first of them. */
  readonly #wanted = new Set<Job>();
  #snapshot: CatalogSnapshot;
  #failures: Map<string, readonly BundleRefusal[]>;
  #running = 0;
  #isClosed = false;
  #lastCallMs = 0;
  #lastRunMs = 0;
  #notBeforeMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LiveCatalogOptions, state: CatalogState) {
    this.#options = options;
    this.#snapshot = snapshotOf(state, options.config);
    this.#failures = new Map(state.failures);
    for (const bundle of state.untried) this.#add(bundle);
  }

  /** What serves now. */
  get snapshot(): CatalogSnapshot {
    return this.#snapshot;
  }

  /** True once nothing is taken up any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Digest → why it is known to fail, of bundles that lie in the folder. */
  get failures(): ReadonlyMap<string, readonly BundleRefusal[]> {
    return this.#failures;
  }

  /** From now on serves `state`. Calls that have their route go on with it. */
  load(state: CatalogState): void {
    if (this.#isClosed) return;
    const { loaded, untried } = this.#withWhatIsKnown(state);
    this.#snapshot = snapshotOf({ ...state, loaded }, this.#options.config, this.#snapshot);
    this.#failures = new Map(state.failures);
    const before = [...this.#jobs.values()];
    const wanted = new Set([...this.#wanted].map(({ untried }) => untried.digest));
    this.#jobs.clear();
    this.#jobsByTool.clear();
    this.#wanted.clear();
    for (const bundle of untried) this.#add(bundle);
    for (const job of this.#jobs.values()) if (wanted.has(job.untried.digest)) this.#wanted.add(job);
    // Whoever waited looks again: for the same bundle, for another one in its place, or for none.
    for (const { resolve } of before) resolve();
    this.tryOutRest();
    this.#pump();
  }

  /** From now on serves the same bundles under another configuration, in one step. Calls that have their route end as they began. */
  reconfigure(config: Config): void {
    if (this.#isClosed) return;
    this.#options = { ...this.#options, config };
    this.#snapshot = reconfigured(this.#snapshot, config);
  }

  /** Bundles that are listed and not tried out yet. */
  get untried(): number {
    return this.#jobs.size;
  }

  /** The same by digest. */
  get listed(): ReadonlyMap<string, UntriedBundle> {
    return new Map([...this.#jobs.values()].map(({ untried }) => [untried.digest, untried]));
  }

  /** Resolves once the bundle of this tool has been tried out, whatever the result. Undefined if there is nothing to wait for. Never rejects. */
  whenTriedOut(toolName: string): Promise<void> | undefined {
    if (this.#jobs.size === 0 || this.#isClosed) return undefined;
    this.#lastCallMs = performance.now();
    const job = this.#jobsByTool.get(toolName);
    if (!job) return undefined;
    if (!job.isRunning) this.#wanted.add(job);
    this.#pump();
    return job.settled;
  }

  /** From now on tries out what is left, one at a time, while there is nothing else to do. */
  tryOutRest(): void {
    if (this.#jobs.size === 0 || this.#isClosed) return;
    this.#lastCallMs = performance.now();
    this.#lastRunMs = this.#lastCallMs;
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /** Tries out no more; whoever waits is let go. */
  close(): void {
    this.#isClosed = true;
    this.#stopLooking();
    for (const { resolve } of this.#jobs.values()) resolve();
  }

  /** What was tried out while the folder was read need not be again. */
  #withWhatIsKnown({ loaded, untried }: CatalogState): Pick<CatalogState, 'loaded' | 'untried'> {
    const { programs } = this.#snapshot;
    return {
      loaded: loaded.map((bundle) => {
        const program = bundle.program ?? programs.get(bundle.digest);
        return program ? { ...bundle, program } : bundle;
      }),
      untried: untried.filter(({ digest }) => !programs.has(digest)),
    };
  }

  #add(untried: UntriedBundle): void {
    const { promise: settled, resolve } = Promise.withResolvers<void>();
    const job: Job = { untried, settled, resolve, isRunning: false };
    this.#jobs.set(untried.bundle, job);
    for (const { name } of untried.manifest.tools) this.#jobsByTool.set(name, job);
  }

  /** Starts what calls wait for. */
  #pump(): void {
    if (this.#isClosed || performance.now() < this.#notBeforeMs) return;
    for (const job of this.#wanted) {
      if (this.#running >= TRIED_AT_ONCE) return;
      void this.#run(job);
    }
  }

  #look(): void {
    this.#pump();
    const nowMs = performance.now();
    if (this.#isClosed || this.#running > 0 || nowMs < this.#notBeforeMs) return;
    const isQuiet = nowMs - this.#lastCallMs > QUIET_MS;
    if (!isQuiet && nowMs - this.#lastRunMs < AT_LEAST_EVERY_MS) return;
    const [next] = this.#jobs.values();
    if (next) void this.#run(next);
  }

  async #run(job: Job): Promise<void> {
    const isWanted = this.#wanted.delete(job);
    job.isRunning = true;
    this.#running += 1;
    const inspection = await tryOut(job.untried, this.#options).catch(() => undefined);
    this.#running -= 1;
    job.isRunning = false;
    this.#lastRunMs = performance.now();
    if (this.#isClosed) return;
    if (inspection && (inspection.ok || !inspection.isHostFault)) this.#settle(job, inspection);
    else this.#putBack(job, isWanted);
    this.#look();
  }

  /** The host could not try it out, which says nothing of the bundle: it comes last, after a pause. */
  #putBack(job: Job, isWanted: boolean): void {
    this.#notBeforeMs = performance.now() + HOST_FAULT_PAUSE_MS;
    if (this.#jobs.get(job.untried.bundle) !== job) return;
    this.#jobs.delete(job.untried.bundle);
    this.#jobs.set(job.untried.bundle, job);
    if (isWanted) this.#wanted.add(job);
  }

  #settle(job: Job, inspection: Inspection): void {
    const { config, onRefused, onTriedOut } = this.#options;
    const { bundle, manifest, digest } = job.untried;
    // Another catalog was loaded meanwhile; it has a job of its own for this bundle, or none.
    if (this.#jobs.get(bundle) !== job) return;
    this.#jobs.delete(bundle);
    this.#wanted.delete(job);
    for (const { name } of manifest.tools) this.#jobsByTool.delete(name);
    if (inspection.ok) {
      this.#snapshot = withProgram(
        this.#snapshot,
        { ...candidateOf(job.untried), program: inspection.program },
        config,
      );
      onTriedOut?.();
    } else {
      const refusal = { bundle, pluginName: manifest.name, ...inspection.refusal };
      this.#takeOff(refusal, digest);
      onRefused?.(refusal);
    }
    if (this.#jobs.size === 0) this.#stopLooking();
    job.resolve();
  }

  #takeOff(refusal: BundleRefusal, digest: string): void {
    const { loaded, standby, refused } = this.#snapshot;
    const parts = {
      loaded: loaded.filter(({ bundle }) => bundle !== refusal.bundle),
      standby,
      refused: [...refused, refusal],
    };
    this.#snapshot = snapshotOf(parts, this.#options.config, this.#snapshot);
    this.#failures.set(digest, [refusal]);
  }

  #stopLooking(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
