// Tries out bundles that are listed without a program: first those that calls wait for, the others one at a time while there are no calls.
// Front process; plugin code runs in the inspector's process only.
//
// Trying a bundle out takes 0.2 s of a process that is thrown away, so a thousand new bundles take minutes. Up to 24 of them are tried out before
// the server listens. If there are more, each is listed once it has passed every check that runs none of its code. It is tried out before its
// first call, so that no call reaches a bundle that was not, and one that fails leaves the list. Bundles that claim the same name are always
// tried out first. A failed start of a process is the host's fault and no verdict.
//
// Rejected: one process for several bundles, because a plugin that breaks out of its isolate could write the verdicts of the others; an empty
// list until all were tried out, because the first agent would believe it; no try-outs in the background, because a bad bundle would stay listed
// until it is called; a budget of time, because the machine would then decide what is refused.
//
// A bundle that passes is recorded in the lock file before the host has its program to serve: killed before that, the host would take another
// bundle in its place for the first of its plugin.
//
// Costs: a list may for a while have tools that are refused later, and the first call of a new bundle waits about 0.3 s, within its `queueMs`.

import type { CheckedProgram, Inspection, Refusal } from '../../shared/protocol/program.ts';
import { INSPECTED_AT_ONCE, inspectBundle } from '../load/inspect.ts';
import type { InspectOptions, UninspectedBundle } from '../load/types.ts';
import type { PassRecord } from './batched-record.ts';

/** An inspection that a call waits for. */
export interface PendingInspection {
  /** Resolves when the bundle may serve, or with the reason if it is refused; also when the list is replaced. Never rejects. */
  readonly settled: Promise<Refusal | undefined>;
  /** The try-out that runs now, which may end without a verdict, or the recording after it; undefined if there is none. Never rejects. */
  readonly running: Promise<void> | undefined;
}

interface Job extends PendingInspection {
  readonly uninspected: UninspectedBundle;
  readonly resolve: (refusal?: Refusal) => void;
  running: Promise<void> | undefined;
  /** The program of a bundle that has passed and is still to be recorded. */
  passed: CheckedProgram | undefined;
  /** True if a call has waited for it. */
  isWanted: boolean;
}

const LOOK_EVERY_MS = 100;
/** After this long without a call, the host also tries out bundles that no call waits for. */
const QUIET_MS = 1_000;
/** Under load, one bundle is still inspected this often. That takes a few hundredths of a core. */
const AT_LEAST_EVERY_MS = 10_000;
/** Pause after an inspection that failed through the host. */
const HOST_FAULT_PAUSE_MS = 1_000;

export interface InspectionsOptions {
  /** Gives the options in force at an inspection. */
  readonly options: () => InspectOptions;
  /** Called with a refusal, and with a bundle that has passed once it is recorded. Not if the bundle is no longer listed. */
  readonly onSettled: (uninspected: UninspectedBundle, inspection: Inspection) => void;
  readonly record: PassRecord;
}

/** The listed bundles that are still to be inspected. Its timer runs in the front process and never keeps it alive. */
export class Inspections {
  readonly #options: InspectionsOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #jobsByTool = new Map<string, Job>();
  /** Jobs that calls wait for, in the order of the first of them. */
  readonly #wanted = new Set<Job>();
  #running = 0;
  #isClosed = false;
  #lastCallMs = 0;
  #lastRunMs = 0;
  #notBeforeMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: InspectionsOptions) {
    this.#options = options;
  }

  /** The bundles, by digest. */
  get listed(): ReadonlyMap<string, UninspectedBundle> {
    return new Map([...this.#jobs.values()].map(({ uninspected }) => [uninspected.digest, uninspected]));
  }

  /** Programs that have passed and are still to be recorded, by digest. */
  get passed(): ReadonlyMap<string, CheckedProgram> {
    return new Map(
      [...this.#jobs.values()].flatMap(({ uninspected, passed }) => (passed ? [[uninspected.digest, passed]] : [])),
    );
  }

  /** Replaces the list. Bundles that calls wait for still come first. */
  list(uninspected: readonly UninspectedBundle[]): void {
    const before = [...this.#jobs.values()];
    const known = new Map(before.map((job) => [job.uninspected.digest, job]));
    const wanted = new Set(this.#wanted);
    this.#jobs.clear();
    this.#jobsByTool.clear();
    this.#wanted.clear();
    for (const bundle of uninspected) {
      const old = known.get(bundle.digest);
      const job = this.#add(bundle, old);
      if (old && wanted.has(old)) this.#wanted.add(job);
    }
    // Every waiting call looks again: for the same bundle, for its replacement, or for none.
    for (const { resolve } of before) resolve();
    this.#pump();
  }

  /** The inspection of this tool's bundle, which comes soon now. Undefined if there is nothing to wait for. */
  whenInspected(toolName: string): PendingInspection | undefined {
    if (this.#jobs.size === 0 || this.#isClosed) return undefined;
    this.#lastCallMs = performance.now();
    const job = this.#jobsByTool.get(toolName);
    if (!job) return undefined;
    job.isWanted = true;
    if (job.passed) this.#options.record.hurry();
    else if (!job.running) this.#wanted.add(job);
    this.#pump();
    return job;
  }

  /** From now on tries out the bundles that no call waits for, one at a time, while the server is quiet. */
  beginRest(): void {
    if (this.#jobs.size === 0 || this.#isClosed) return;
    this.#lastCallMs = performance.now();
    this.#lastRunMs = this.#lastCallMs;
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /** Tries out no more bundles, and releases the calls that wait. */
  close(): void {
    this.#isClosed = true;
    this.#stopLooking();
    for (const { resolve } of this.#jobs.values()) resolve();
  }

  /** `old`: the job for the same content in the list before. What has passed is not tried out again. */
  #add(uninspected: UninspectedBundle, old: Job | undefined): Job {
    const { promise: settled, resolve } = Promise.withResolvers<Refusal | undefined>();
    const { passed, isWanted = false } = old ?? {};
    const job: Job = { uninspected, settled, resolve, running: passed && old?.running, passed, isWanted };
    this.#jobs.set(uninspected.bundle, job);
    for (const { name } of uninspected.manifest.tools) this.#jobsByTool.set(name, job);
    return job;
  }

  /** Starts the inspections that calls wait for. */
  #pump(): void {
    if (this.#isClosed || performance.now() < this.#notBeforeMs) return;
    for (const job of this.#wanted) {
      if (this.#running >= INSPECTED_AT_ONCE) return;
      this.#run(job);
    }
  }

  #look(): void {
    this.#pump();
    const nowMs = performance.now();
    if (this.#isClosed || this.#running > 0 || nowMs < this.#notBeforeMs) return;
    const isQuiet = nowMs - this.#lastCallMs > QUIET_MS;
    if (!isQuiet && nowMs - this.#lastRunMs < AT_LEAST_EVERY_MS) return;
    const next = this.#jobs.values().find(({ passed }) => !passed);
    if (next) this.#run(next);
  }

  #run(job: Job): void {
    job.running = this.#tryOut(job);
  }

  async #tryOut(job: Job): Promise<void> {
    const isWanted = this.#wanted.delete(job);
    this.#running += 1;
    const inspection = await inspectBundle(job.uninspected, this.#options.options()).catch(() => undefined);
    this.#running -= 1;
    this.#lastRunMs = performance.now();
    const recorded = inspection?.ok ? this.#recordPassed(job, inspection) : undefined;
    if (!inspection?.ok) {
      job.running = undefined;
      if (this.#isClosed) return;
      if (inspection && !inspection.isHostFault) this.#settle(job, inspection);
      else this.#putBack(job, isWanted);
    }
    this.#look();
    await recorded;
  }

  /** After a host fault, which says nothing about the bundle: puts it last, after a pause. */
  #putBack(job: Job, isWanted: boolean): void {
    this.#notBeforeMs = performance.now() + HOST_FAULT_PAUSE_MS;
    if (this.#jobs.get(job.uninspected.bundle) !== job) return;
    this.#jobs.delete(job.uninspected.bundle);
    this.#jobs.set(job.uninspected.bundle, job);
    if (isWanted) this.#wanted.add(job);
  }

  /** Has the bundle recorded, and only then lets it serve. */
  async #recordPassed(job: Job, inspection: Inspection & { readonly ok: true }): Promise<void> {
    const { bundle } = job.uninspected;
    // A catalog was loaded meanwhile. It has a job of its own for this bundle, or none.
    if (this.#isClosed || this.#jobs.get(bundle) !== job) return;
    job.passed = inspection.program;
    const { record } = this.#options;
    const recorded = record.soon();
    if (job.isWanted || this.#jobs.values().every(({ passed }) => passed)) record.hurry();
    await recorded;
    const listed = this.#jobs.get(bundle);
    if (!this.#isClosed && listed?.passed === inspection.program) this.#settle(listed, inspection);
  }

  #settle(job: Job, inspection: Inspection): void {
    const { bundle, manifest } = job.uninspected;
    if (this.#jobs.get(bundle) !== job) return;
    this.#jobs.delete(bundle);
    this.#wanted.delete(job);
    for (const { name } of manifest.tools) this.#jobsByTool.delete(name);
    this.#options.onSettled(job.uninspected, inspection);
    if (this.#jobs.size === 0) this.#stopLooking();
    job.resolve(inspection.ok ? undefined : inspection.refusal);
  }

  #stopLooking(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
