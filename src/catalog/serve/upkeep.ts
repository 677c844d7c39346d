// Keeps the catalog like its folder while it serves: reads the folder anew when something has changed, swaps the snapshot in one
// step, and records in the lock file what was accepted. Front process.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { BundleMemory } from '../load/bundle-memory.ts';
import type { LoadOptions } from '../load/catalog-state.ts';
import { faultsOf, readFolder } from '../load/read-folder.ts';
import { lockAfter } from '../lock/acceptance.ts';
import { EMPTY_LOCK, entryOf, LOCK_FILE, type Lock, LockBroken, readLock, updateLock } from '../lock/lock.ts';
import type { BundleRefusal, CatalogSnapshot, LoadedBundle } from '../model/snapshot.ts';
import { openCatalog } from './catalog.ts';
import type { LiveCatalog } from './live-catalog.ts';
import { type FolderWatch, watchFolder } from './watch.ts';

export interface UpkeepOptions extends Omit<LoadOptions, 'lock' | 'serving' | 'failures' | 'unsettled' | 'listed'> {
  /** Told after every swap that changed what serves or what is refused. */
  readonly onSwap?: (before: CatalogSnapshot, after: CatalogSnapshot) => void;
  /** Resolves once what is read may be recorded as accepted; rejects where nothing of it will serve. */
  readonly cleared?: Promise<unknown>;
  /** Told of what keeps the folder from being taken up or the lock file from being written. */
  readonly onProblem?: (problem: string) => void;
}

/** For so long a bundle that was said to be complete counts as that; a watcher needs less to see it come to rest. */
const COMPLETE_FOR_MS = 2_000;
/** Delay before plugins that were tried out late are recorded in the lock file, so that one write records many. */
const RECORD_AFTER_MS = 5_000;

/** Time after which a bundle that the host could not try out is tried out again, as on a machine that was too busy. */
const HOST_FAULT_PAUSE_MS = 3_000;

export class Upkeep {
  readonly catalog: LiveCatalog;
  #options: UpkeepOptions;
  #watch: FolderWatch | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #recordTimer: NodeJS.Timeout | undefined;
  #againTimer: NodeJS.Timeout | undefined;
  /** Bundle → until when it counts as complete, by `performance.now()`. */
  readonly #complete = new Map<string, number>();
  readonly #readAtMs: number;
  /** The lock file as this host has left it. */
  #recorded: Lock | undefined;
  #lastProblem = '';

  constructor(catalog: LiveCatalog, options: UpkeepOptions & { readonly readAtMs: number }) {
    this.catalog = catalog;
    this.#readAtMs = options.readAtMs;
    this.#options = options;
  }

  /**
   * Reads the folder again and serves what is in it now. Resolves when that is done, also where nothing could be changed.
   * `complete` names bundles that were put in or taken out whole: they are not waited for, as those are that may still be written.
   */
  reload(complete: Iterable<string> = []): Promise<void> {
    if (this.catalog.isClosed) return Promise.resolve();
    for (const bundle of complete) this.#complete.set(bundle, performance.now() + COMPLETE_FOR_MS);
    if (this.#next) return this.#next;
    if (!this.#running) {
      this.#running = this.#reload().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    // What changes while one runs may have been missed by it.
    this.#next = this.#running.then(() => {
      this.#next = undefined;
      return this.reload();
    });
    return this.#next;
  }

  /** New calls follow this configuration. Which versions wait for approval may be another matter now, and is looked at soon. */
  reconfigure(config: Config): void {
    const before = this.catalog.snapshot;
    const isOtherPolicy = this.#options.config.plugins.approve !== config.plugins.approve;
    this.#options = { ...this.#options, config };
    this.catalog.reconfigure(config);
    this.#options.onSwap?.(before, this.catalog.snapshot);
    if (isOtherPolicy) void this.reload();
  }

  /** Why a bundle of the folder could not serve; empty for one that could. It is tried out, and what serves stays as it is. */
  faultsOf(bundle: string): Promise<readonly BundleRefusal[]> {
    return faultsOf(bundle, { ...this.#options, serving: this.catalog.snapshot });
  }

  /** The lock file as this host has left it; undefined as long as it could not write it. */
  get lock(): Lock | undefined {
    return this.#recorded;
  }

  /** From now on takes up every change of the folder that has come to rest. */
  watch(): void {
    const onError = (error: unknown): void =>
      this.#problem(
        `changes of the plugins folder are not seen: ${String(error)}; restart, or send SIGHUP, to take them up`,
      );
    const { loaded, standby } = this.catalog.snapshot;
    this.#reloadAfterHostFault();
    this.#watch ??= watchFolder(this.#options.folder, {
      readAtMs: this.#readAtMs,
      found: new Set([...loaded, ...standby].map(({ bundle }) => bundle)),
      onRest: (names) => void this.#onRest(names),
      onError,
    });
  }

  /** What this host has written itself is no news. */
  async #onRest(names: readonly string[]): Promise<void> {
    const isLockAlone = names.every((name) => name === LOCK_FILE);
    const isKnown = isLockAlone && (await readLock(this.#options.folder).catch(() => undefined)) === this.#recorded;
    if (!isKnown) await this.reload();
  }

  /** Records what serves, also where it was tried out after the swap. */
  recordSoon(): void {
    if (this.catalog.isClosed) return;
    this.#recordTimer ??= setTimeout(() => {
      this.#recordTimer = undefined;
      void this.record();
    }, RECORD_AFTER_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#recordTimer);
    clearTimeout(this.#againTimer);
    this.catalog.close();
    await this.#watch?.close();
    await this.#running;
    await this.#next;
  }

  #unsettled(): ReadonlySet<string> {
    const nowMs = performance.now();
    for (const [bundle, untilMs] of this.#complete) if (untilMs < nowMs) this.#complete.delete(bundle);
    return new Set([...(this.#watch?.unsettled() ?? [])].filter((bundle) => !this.#complete.has(bundle)));
  }

  async #reload(): Promise<void> {
    const before = this.catalog.snapshot;
    try {
      // What serves was accepted, whether or not that could be written down.
      const lock = this.#lockAfter(await readLock(this.#options.folder), before);
      const state = await readFolder({
        ...this.#options,
        lock,
        serving: before,
        failures: this.catalog.failures,
        listed: this.catalog.listed,
        unsettled: this.#unsettled(),
      });
      this.catalog.load(state);
    } catch (error) {
      if (this.catalog.isClosed) return;
      this.#problem(
        error instanceof LockBroken ? error.message : `the plugins folder was not taken up: ${String(error)}`,
      );
      return;
    }
    // What was not taken up was not accepted, and is no news.
    if (this.catalog.isClosed) return;
    await this.record();
    this.#reloadAfterHostFault();
    this.#options.onSwap?.(before, this.catalog.snapshot);
  }

  /** That the host could not try a bundle out says nothing of the bundle: it gets another turn, also where nobody touches it again. */
  #reloadAfterHostFault(): void {
    if (this.catalog.isClosed || !this.catalog.snapshot.refused.some(({ isHostFault }) => isHostFault)) return;
    this.#againTimer ??= setTimeout(() => {
      this.#againTimer = undefined;
      void this.reload();
    }, HOST_FAULT_PAUSE_MS).unref();
  }

  /** A file that was there and is gone takes nothing back: it is written again as this host has left it. */
  #lockAfter(lock: Lock, { loaded }: CatalogSnapshot): Lock {
    if (lock === EMPTY_LOCK) return lockAfter(this.#recorded ?? lock, loaded);
    return lockAfter(
      lock,
      loaded.filter((one) => !this.#isForgotten(one, lock)),
    );
  }

  /** The operator has removed it, and this host has not taken that up yet. */
  #isForgotten({ bundle, manifest }: LoadedBundle, lock: Lock): boolean {
    const wasKnown = this.#recorded !== undefined && entryOf(this.#recorded, manifest.name) !== undefined;
    return wasKnown && !entryOf(lock, manifest.name) && !existsSync(join(this.#options.folder, bundle));
  }

  /** Writes what serves into the lock file, where that is new to it. */
  async record(): Promise<void> {
    try {
      const { folder } = this.#options;
      this.#recorded = await updateLock(folder, (lock) => this.#lockAfter(lock, this.catalog.snapshot));
      this.#lastProblem = '';
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      this.#problem(
        error instanceof LockBroken
          ? error.message
          : `toolcell.lock cannot be written (${code ?? String(error)}): what is accepted now is forgotten with a restart`,
      );
    }
  }

  /** The same one is told once. */
  #problem(problem: string): void {
    if (problem === this.#lastProblem) return;
    this.#lastProblem = problem;
    this.#options.onProblem?.(problem);
  }
}

/** Loads a folder by what its lock file says, records what it accepted, and can keep up with it. Throws {@link LockBroken}. */
export const openUpkeep = async (given: UpkeepOptions): Promise<Upkeep> => {
  const options = { ...given, memory: new BundleMemory() };
  const readAtMs = Date.now();
  const lock = await readLock(options.folder);
  let upkeep: Upkeep | undefined;
  const catalog = await openCatalog({ ...options, lock, onTriedOut: () => upkeep?.recordSoon() });
  upkeep = new Upkeep(catalog, { ...options, readAtMs });
  try {
    await given.cleared;
  } catch (error) {
    await upkeep.close();
    throw error;
  }
  await upkeep.record();
  return upkeep;
};
