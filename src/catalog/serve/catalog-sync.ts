// Keeps the catalog up to date with its folder while it serves, and records in the lock file what was accepted. Front process.

import pLimit from 'p-limit';
import type { Config } from '../../settings/config.ts';
import { BundleMemory } from '../load/bundle-memory.ts';
import type { LoadOptions } from '../load/load-result.ts';
import { faultsOf, readFolder } from '../load/read-folder.ts';
import { LOCK_FILE, LockBroken } from '../lock/lock.ts';
import type { BundleRefusal, CatalogSnapshot } from '../model/snapshot.ts';
import { type LiveCatalog, type LiveCatalogOptions, openCatalog } from './live-catalog.ts';
import { LockRecord } from './lock-record.ts';
import { type FolderWatch, watchFolder } from './watch.ts';

/** Options of {@link openCatalogSync}. */
export interface CatalogSyncOptions
  extends LiveCatalogOptions,
    Omit<LoadOptions, 'lock' | 'serving' | 'failures' | 'unsettled' | 'listed'> {
  /** Called after every swap that changed what serves or what is refused. */
  readonly onSwap?: (before: CatalogSnapshot, after: CatalogSnapshot) => void;
  /** Resolves when the result of the first read may be recorded as accepted; rejects if none of it will serve. */
  readonly cleared?: Promise<unknown>;
  /** Called if changes of the folder cannot be served or the lock file cannot be written. */
  readonly onProblem?: (problem: string) => void;
}

/** A bundle that was reported complete counts as complete for this long, which is more than a watcher needs to see it at rest. */
const COMPLETE_FOR_MS = 2_000;
/** Delay before plugins that were inspected late are recorded in the lock file, so that one write records many. */
const RECORD_AFTER_MS = 5_000;
/** Delay before the host tries a bundle out again after a host fault, such as on a machine that was too busy. */
const HOST_FAULT_PAUSE_MS = 3_000;

/** `readAtMs`: when the host began to read the folder for the first snapshot. */
type SyncOptions = CatalogSyncOptions & { readonly readAtMs: number };

/** A catalog that follows its folder. Its timers run in the front process and never keep it alive. At most one reload runs and one waits. */
export class CatalogSync {
  readonly catalog: LiveCatalog;
  readonly lock: LockRecord;
  #options: SyncOptions;
  #watch: FolderWatch | undefined;
  readonly #inTurn = pLimit(1);
  #lastReload: Promise<void> | undefined;
  #recordTimer: NodeJS.Timeout | undefined;
  #againTimer: NodeJS.Timeout | undefined;
  /** Bundle → until when it counts as complete, by `performance.now()`. */
  readonly #complete = new Map<string, number>();
  #lastProblem = '';

  constructor(catalog: LiveCatalog, lock: LockRecord, options: SyncOptions) {
    this.catalog = catalog;
    this.lock = lock;
    this.#options = options;
  }

  /**
   * Reads the folder again and serves the bundles in it. Resolves when that is done, even if nothing could be changed.
   * `complete` names bundles that were added or removed whole. The host does not wait for them to come to rest.
   */
  reload(complete: Iterable<string> = []): Promise<void> {
    for (const bundle of complete) this.#complete.set(bundle, performance.now() + COMPLETE_FOR_MS);
    // A reload that waits sees this change. One that runs may have missed it.
    if (!this.#lastReload || this.#inTurn.pendingCount === 0) this.#lastReload = this.#inTurn(() => this.#reload());
    return this.#lastReload;
  }

  /** New calls follow this configuration. If the approval policy has changed, the folder is read again. */
  reconfigure(config: Config): void {
    const before = this.catalog.snapshot;
    const isOtherPolicy = this.#options.config.plugins.approve !== config.plugins.approve;
    this.#options = { ...this.#options, config };
    this.catalog.reconfigure(config);
    this.#options.onSwap?.(before, this.catalog.snapshot);
    if (isOtherPolicy) void this.reload();
  }

  /** Why a bundle of the folder could not serve; empty if it could. Tries it out without a change to what serves. */
  faultsOf(bundle: string): Promise<readonly BundleRefusal[]> {
    return faultsOf(bundle, { ...this.#options, serving: this.catalog.snapshot });
  }

  /** From now on serves every change of the folder when it has come to rest. */
  watch(): void {
    const { loaded, standby } = this.catalog.snapshot;
    this.#reloadAfterHostFault();
    const { folder, readAtMs } = this.#options;
    this.#watch ??= watchFolder(folder, {
      readAtMs,
      found: new Set([...loaded, ...standby].map(({ bundle }) => bundle)),
      onRest: (names) => void this.#onRest(names),
      onError: (error) =>
        this.#problem(
          error,
          `changes of the plugins folder are not seen: ${String(error)}; restart, or send SIGHUP, to take them up`,
        ),
    });
  }

  /** Ignores changes that this host has written itself. */
  async #onRest(names: readonly string[]): Promise<void> {
    if (names.some((name) => name !== LOCK_FILE) || !(await this.lock.isOwn())) await this.reload();
  }

  /** Records what serves in 5 s, so that bundles inspected after the swap are recorded too. */
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
    await this.#lastReload;
  }

  #unsettled(): ReadonlySet<string> {
    const nowMs = performance.now();
    for (const [bundle, untilMs] of this.#complete) if (untilMs < nowMs) this.#complete.delete(bundle);
    return new Set([...(this.#watch?.unsettled() ?? [])].filter((bundle) => !this.#complete.has(bundle)));
  }

  async #reload(): Promise<void> {
    if (this.catalog.isClosed) return;
    const before = this.catalog.snapshot;
    try {
      const state = await readFolder({
        ...this.#options,
        lock: await this.lock.read(before.loaded),
        serving: before,
        failures: this.catalog.failures,
        listed: this.catalog.listed,
        unsettled: this.#unsettled(),
      });
      this.catalog.load(state);
    } catch (error) {
      if (!this.catalog.isClosed) this.#problem(error, `the plugins folder was not taken up: ${String(error)}`);
      return;
    }
    // A change that is not served was not accepted, and is not reported.
    if (this.catalog.isClosed) return;
    await this.record();
    this.#reloadAfterHostFault();
    this.#options.onSwap?.(before, this.catalog.snapshot);
  }

  /** Reads the folder again after a host fault, which says nothing about the bundle, even if nobody touches the bundle again. */
  #reloadAfterHostFault(): void {
    if (this.catalog.isClosed || !this.catalog.snapshot.refused.some(({ isHostFault }) => isHostFault)) return;
    this.#againTimer ??= setTimeout(() => {
      this.#againTimer = undefined;
      void this.reload();
    }, HOST_FAULT_PAUSE_MS).unref();
  }

  /**
   * Writes what serves into the lock file, if the file does not have it yet. If somebody else has changed the file since the folder was read, such as
   * by an approval, the folder is read again. The watcher would not do it: it finds the file as this host wrote it, and ignores that.
   */
  async record(): Promise<void> {
    try {
      const isAnothers = await this.lock.write(() => this.catalog.snapshot.loaded);
      this.#lastProblem = '';
      if (isAnothers) void this.reload();
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? String(error);
      this.#problem(error, `toolcell.lock cannot be written (${reason}): a restart forgets what is accepted now`);
    }
  }

  /** Reports a problem, unless it was the last one reported. A broken lock file has a text of its own. */
  #problem(error: unknown, text: string): void {
    const problem = error instanceof LockBroken ? error.message : text;
    if (problem === this.#lastProblem) return;
    this.#lastProblem = problem;
    this.#options.onProblem?.(problem);
  }
}

/** Loads a folder by its lock file and records what it accepted. Follows the folder after `watch`. Throws {@link LockBroken}. */
export const openCatalogSync = async (given: CatalogSyncOptions): Promise<CatalogSync> => {
  const options = { ...given, memory: new BundleMemory(), readAtMs: Date.now() };
  const lock = new LockRecord(options.folder);
  let sync: CatalogSync | undefined;
  const onInspected = (): void => sync?.recordSoon();
  sync = new CatalogSync(await openCatalog({ ...options, lock: await lock.read([]), onInspected }), lock, options);
  try {
    await given.cleared;
  } catch (error) {
    await sync.close();
    throw error;
  }
  await sync.record();
  return sync;
};
