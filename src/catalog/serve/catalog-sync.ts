// Keeps the catalog up to date with its folder while it serves, and records in the lock file what was accepted. Front process.

import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Config } from '../../settings/config.ts';
import { systemCode } from '../../shared/machine/system-code.ts';
import { compositeKey } from '../../shared/text/composite-key.ts';
import { bundleStamps } from '../bundle/stamps.ts';
import { BundleMemory } from '../load/bundle-memory.ts';
import { faultsOf, readFolder } from '../load/read-folder.ts';
import type { LoadOptions } from '../load/types.ts';
import { LOCK_FILE, LockBroken } from '../lock/lock.ts';
import { isMomentary } from '../model/refusal.ts';
import type { BundleRefusal, CatalogSnapshot } from '../model/snapshot.ts';
import type { ListedBundle } from '../model/versions.ts';
import { BatchedRecord } from './batched-record.ts';
import { type LiveCatalog, type LiveCatalogOptions, openCatalog } from './live-catalog.ts';
import { LockRecord } from './lock-record.ts';
import { StampWatch } from './watch.ts';

export interface CatalogSyncOptions
  extends Omit<LiveCatalogOptions, 'record'>,
    Omit<LoadOptions, 'lock' | 'serving' | 'failures' | 'unsettled' | 'listed' | 'memory'> {
  /** Called with the snapshots before and after a reload or another configuration. */
  readonly onSwap?: (before: CatalogSnapshot, after: CatalogSnapshot) => void;
  /** Resolves when the result of the first read may be recorded as accepted; rejects if none of it will serve. */
  readonly cleared?: Promise<unknown>;
  /** Called if changes of the folder cannot be served or the lock file cannot be written. */
  readonly onProblem?: (problem: string) => void;
}

const LOOK_EVERY_MS = 1_000;
/** A bundle that has not changed for this long counts as complete. */
const REST_MS = 400;
/** Delay before the host reads the folder again after a host fault, such as on a machine that was too busy. */
const HOST_FAULT_PAUSE_MS = 1_000;

/** A folder as it was last seen, and what was read of it then. */
interface FolderView {
  readonly stamps: StampWatch;
  readonly memory: BundleMemory;
}

/** A catalog that follows its folder. Its timers run in the front process and never keep it alive. At most one reload runs and one waits. */
export class CatalogSync {
  readonly catalog: LiveCatalog;
  readonly lock: LockRecord;
  #options: CatalogSyncOptions;
  readonly #view: FolderView;
  readonly #inTurn = pLimit(1);
  #lastReload: Promise<void> | undefined;
  #againTimer: NodeJS.Timeout | undefined;
  /** Bundles that the next reload need not wait for. */
  readonly #complete = new Set<string>();
  #lastProblem = '';

  constructor(catalog: LiveCatalog, lock: LockRecord, view: FolderView, options: CatalogSyncOptions) {
    this.catalog = catalog;
    this.lock = lock;
    this.#view = view;
    this.#options = options;
  }

  /**
   * Reads the folder again and serves the bundles in it. Resolves when that is done, even if nothing could be changed.
   * `complete` names bundles that were added or removed whole. The host does not wait for them to come to rest.
   */
  reload(complete: Iterable<string> = []): Promise<void> {
    for (const bundle of complete) this.#complete.add(bundle);
    // A reload that waits sees this change. One that runs may have missed it.
    if (!this.#lastReload || this.#inTurn.pendingCount === 0) this.#lastReload = this.#inTurn(() => this.#reload());
    return this.#lastReload;
  }

  /**
   * New calls follow this configuration. The folder is read again if other keys are trusted, the approval policy has changed, or a version waits for
   * grants; see {@link upToDate}.
   */
  reconfigure(config: Config): void {
    const before = this.catalog.snapshot;
    const { plugins } = this.#options.config;
    const isOtherTrust = trustIn(plugins) !== trustIn(config.plugins);
    const waits = before.standby.some(({ cause }) => cause === 'waits for grants');
    if (isOtherTrust) this.#view.memory.forget();
    this.#options = { ...this.#options, config };
    this.catalog.reconfigure(config);
    this.#options.onSwap?.(before, this.catalog.snapshot);
    const mayServeOthers = isOtherTrust || waits || plugins.approve !== config.plugins.approve;
    if (mayServeOthers) void this.reload();
  }

  /** Resolves when the folder has been read as the configuration and the changes until now ask for. */
  upToDate(): Promise<void> {
    return this.#lastReload ?? Promise.resolve();
  }

  /** Why a bundle of the folder could not serve; empty if it could. Tries it out without a change to what serves. */
  faultsOf(bundle: string): Promise<readonly BundleRefusal[]> {
    return faultsOf(bundle, { ...this.#options, serving: this.catalog.snapshot });
  }

  /** From now on serves every change of the folder when it has come to rest. */
  watch(): void {
    this.#reloadAfterHostFault();
    this.#view.stamps.follow((names) => void this.#onRest(names));
  }

  /** Ignores changes that this host has written itself. */
  async #onRest(names: readonly string[]): Promise<void> {
    if (names.some((name) => name !== LOCK_FILE) || !(await this.lock.isOwn())) await this.reload();
  }

  async close(): Promise<void> {
    clearTimeout(this.#againTimer);
    this.catalog.close();
    await this.#view.stamps.close();
    await this.#lastReload;
  }

  /** Looks at the folder. Bundles that changed since the last look count as being written, except those that were added or removed whole. */
  async #look(): Promise<ReadonlySet<string>> {
    const complete = [...this.#complete];
    this.#complete.clear();
    const { stamps, memory } = this.#view;
    await stamps.look();
    stamps.settle(complete);
    memory.expect(stamps.stamps);
    return stamps.unsettled;
  }

  async #reload(): Promise<void> {
    if (this.catalog.isClosed) return;
    const unsettled = await this.#look();
    const before = this.catalog.snapshot;
    try {
      const state = await readFolder({
        ...this.#options,
        memory: this.#view.memory,
        lock: await this.lock.read(before.loaded),
        serving: before,
        failures: this.catalog.failures,
        listed: this.catalog.listed,
        unsettled,
      });
      // A change that is not served was not accepted, and is not reported.
      if (this.catalog.isClosed) return;
      if (!(await this.#record(() => state.loaded))) {
        this.#reloadSoon();
        return;
      }
      this.catalog.load(state);
    } catch (error) {
      if (this.catalog.isClosed) return;
      this.#problem(error, `the plugins folder was not taken up, and what was read before goes on: ${String(error)}`);
      if (!(error instanceof LockBroken) || error.isMomentary) this.#reloadSoon();
      return;
    }
    if (this.catalog.isClosed) return;
    this.#reloadAfterHostFault();
    this.#options.onSwap?.(before, this.catalog.snapshot);
  }

  /** Reads the folder again after a host fault, which says nothing about the bundle, even if nobody touches the bundle again. */
  #reloadAfterHostFault(): void {
    if (!this.catalog.isClosed && this.catalog.snapshot.refused.some(({ isHostFault }) => isHostFault))
      this.#reloadSoon();
  }

  #reloadSoon(): void {
    this.#againTimer ??= setTimeout(() => {
      this.#againTimer = undefined;
      void this.reload();
    }, HOST_FAULT_PAUSE_MS).unref();
  }

  /** Records what serves, and what has passed since and is to serve next. Resolves with false if that is to be tried again. */
  async record(): Promise<boolean> {
    return this.catalog.isClosed || (await this.#record(() => this.catalog.snapshot.loaded));
  }

  /**
   * Writes bundles into the lock file before they serve, if the file does not have them yet. If somebody else has changed the file since the folder
   * was read, such as by an approval, the folder is read again. The watch would not do it: it finds the file as this host wrote it, and ignores that.
   * Resolves with false if the system kept the host from writing for a moment: nothing new may serve then. Where the file can never be written, such
   * as in a folder mounted read-only, plugins serve all the same, and that is reported.
   */
  async #record(bundles: () => readonly ListedBundle[]): Promise<boolean> {
    try {
      const isAnothers = await this.lock.write(() => this.catalog.withPassed(bundles()));
      this.#lastProblem = '';
      if (isAnothers) void this.reload();
      return true;
    } catch (error) {
      const isForNow = error instanceof LockBroken ? error.isMomentary : isMomentary(error);
      const reason = systemCode(error) ?? String(error);
      const text = isForNow
        ? `toolcell.lock cannot be written now (${reason}), and nothing new serves before it is`
        : `toolcell.lock cannot be written (${reason}): a restart forgets what is accepted now`;
      this.#problem(error, text);
      return !isForNow;
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

/** Equal if the same signatures count. */
const trustIn = ({ trustedKeys, requireSignature }: Config['plugins']): string =>
  compositeKey(requireSignature, ...trustedKeys);

/** Loads a folder by its lock file and records what it accepted. Follows the folder after `watch`. Throws {@link LockBroken}. */
export const openCatalogSync = async (given: CatalogSyncOptions): Promise<CatalogSync> => {
  const { folder } = given;
  const stamps = new StampWatch({
    take: (names) => bundleStamps(folder, names),
    everyMs: LOOK_EVERY_MS,
    restMs: REST_MS,
  });
  const memory = new BundleMemory();
  await stamps.look();
  memory.expect(stamps.stamps);
  const lock = new LockRecord(folder);
  let sync: CatalogSync | undefined;
  // Bundles are inspected late at the earliest when the catalog is open.
  const record = new BatchedRecord(async () => (await sync?.record()) ?? true);
  const catalog = await openCatalog({ ...given, memory, lock: await lock.read([]), record });
  sync = new CatalogSync(catalog, lock, { stamps, memory }, given);
  try {
    await given.cleared;
  } catch (error) {
    await sync.close();
    throw error;
  }
  if (await sync.record()) return sync;
  await sync.close();
  throw new LockBroken(`${join(folder, LOCK_FILE)}: cannot be written now: try again later`, true);
};
