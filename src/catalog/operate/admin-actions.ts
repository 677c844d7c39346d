// The admin API's side of the catalog: each action changes the plugins folder, has the server serve the change, and reports the
// result. Front process.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { ActionResult, AdminActions } from '../../shared/protocol/admin.ts';
import { CallError } from '../../shared/protocol/errors.ts';
import { SIGNATURE_ENDING } from '../bundle/bundle.ts';
import { entryOf, type Lock, readLock, updateLock, withEntry } from '../lock/lock.ts';
import { shown } from '../model/refusal.ts';
import { type BundleRefusal, pluginNames } from '../model/snapshot.ts';
import type { CatalogSync } from '../serve/catalog-sync.ts';
import { addArchive } from './add-archive.ts';
import { adminFailure, notInspected, pluginRefused, tooManyWait } from './admin-failures.ts';
import { approve, type Folder, removePlugin, rollback, rollbackTarget, unpin, type VersionName } from './operations.ts';
import { reportAll, reportInFull, reportOf } from './plugin-report.ts';

/** Changes that run or wait at a time; each may hold an archive in memory. */
const MOST_CHANGES = 16;

/** Longer than any inspection that the host can complete. */
const MOST_WAIT_MS = 30_000;
const LOOK_AGAIN_MS = 1_000;

const filesOf = ({ bundle }: Pick<VersionName, 'bundle'>): readonly string[] => [
  bundle,
  `${bundle}${SIGNATURE_ENDING}`,
];

/** The actions of the admin API on the folder that `sync` follows. Changes run one after the other. Known failures are CallErrors. */
export const createAdminActions = (at: Folder, sync: CatalogSync): Omit<AdminActions, 'import'> => {
  const inTurn = pLimit(1);
  const told = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw adminFailure(error, at.folder);
    }
  };
  const change = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (inTurn.activeCount + inTurn.pendingCount >= MOST_CHANGES) throw tooManyWait();
    return told(() => inTurn(work));
  };
  return {
    list: () => told(async () => reportAll(await sourceOf(at, sync))),
    show: (name) => told(() => show(name, at, sync)),
    put: (name, { bytes, signatureText }) =>
      change(async () => {
        const archive = { bytes, pluginName: name, ...(signatureText !== undefined && { signatureText }) };
        const added = await addArchive(at, archive);
        if (!added.isNew) return resultOf(added, at, sync);
        const result = await resultOf(added, at, sync, () => takeOut(added, at));
        if (result.state !== 'serving') await refuseBroken(added, at, sync);
        return result;
      }),
    remove: (name, version) =>
      change(async () => {
        const options = { mayRemoveFolders: false, ...(version !== undefined && { version }) };
        const gone = await removePlugin(at, name, options).catch(async (error: unknown) => {
          // What was put back counts as complete, so that the next change need not wait for it.
          await sync.reload(bundlesOf(name, sync).flatMap(filesOf));
          throw error;
        });
        await sync.reload(gone.flatMap(filesOf));
        const removed = gone.map(({ version, digest, bundle }) => ({ version, digest, bundle }));
        return { removed, plugin: reportOf(name, await sourceOf(at, sync)) };
      }),
    approve: (name, digest) =>
      change(async () => resultOf({ ...(await approve(at, name, digest)), isNew: true }, at, sync)),
    rollback: (name, version) =>
      change(async () => {
        const before = await readLock(at.folder);
        const target = await rollbackTarget(at, name, version);
        // The pin of a version that does not work would leave the plugin without any.
        refuseFor(await sync.faultsOf(target.bundle), name, sync);
        await rollback(at, name, target.version);
        return resultOf({ ...target, isNew: true }, at, sync, () => putBack(name, before, at));
      }),
    unpin: (name) =>
      change(async () => {
        await unpin(at, name);
        await sync.reload();
        return reportOf(name, await sourceOf(at, sync));
      }),
  };
};

const bundlesOf = (name: string, { catalog }: CatalogSync): readonly Pick<VersionName, 'bundle'>[] => {
  const { bundles, standby } = catalog.snapshot;
  return [...bundles, ...standby].filter(({ pluginName }) => pluginName === name);
};

const sourceOf = async ({ folder }: Folder, { catalog }: CatalogSync) => ({
  lock: await readLock(folder),
  snapshot: catalog.snapshot,
});

const show: (name: string, at: Folder, sync: CatalogSync) => ReturnType<AdminActions['show']> = async (
  name,
  at,
  sync,
) => {
  const source = await sourceOf(at, sync);
  const names = pluginNames(source.snapshot);
  if (names.includes(name)) return reportInFull(name, source, at);
  const there = names.length === 0 ? 'There is none at all.' : `There are: ${shown(names.join(', '), 500)}.`;
  throw new CallError('not_found', `There is no plugin "${shown(name)}" in the plugins folder. ${there}`);
};

/** Removes a bundle that cannot serve, so that no later start tries it again. */
const takeOut = async (version: VersionName, { folder }: Folder): Promise<void> => {
  for (const file of filesOf(version)) await rm(join(folder, file), { force: true });
};

/** Undoes a rollback: restores the pin and the accepted versions. */
const putBack = async (name: string, before: Lock, { folder }: Folder): Promise<void> => {
  await updateLock(folder, (lock) => withEntry(lock, name, entryOf(before, name)));
};

/**
 * Has the server serve the change, and returns the state of the version. If the version cannot serve, calls `undo`, so that the version before
 * serves again, and throws the reasons.
 */
const resultOf = async (
  version: VersionName & { readonly isNew: boolean },
  at: Folder,
  sync: CatalogSync,
  undo: () => Promise<void> = async () => {},
): Promise<ActionResult> => {
  const { name, bundle } = version;
  await sync.reload(filesOf(version));
  await inspected(version, sync);
  const state = stateOf(version, sync);
  const { refused } = sync.catalog.snapshot;
  if (state !== undefined) {
    const plugin = reportOf(name, await sourceOf(at, sync));
    return { version: version.version, digest: version.digest, state, isNew: version.isNew, plugin };
  }
  await undo();
  await sync.reload(filesOf(version));
  if (sync.catalog.isClosed) {
    const detail = 'The server is shutting down, and has not taken the change up. Send it again once it is back.';
    throw new CallError('shutting_down', detail);
  }
  const reasons = refused.filter((one) => one.bundle === bundle);
  refuseFor(reasons, name, sync);
  throw new Error(`"${shown(bundle)}" was not taken up, and not refused either`);
};

/** Tries out a version that only stands by. If it could never serve, it is refused now, not when it is approved or needed. */
const refuseBroken = async (version: VersionName, at: Folder, sync: CatalogSync): Promise<void> => {
  const faults = await sync.faultsOf(version.bundle);
  if (faults.length === 0) return;
  await takeOut(version, at);
  await sync.reload(filesOf(version));
  refuseFor(faults, version.name, sync);
};

/** Throws if there are reasons. */
const refuseFor = (reasons: readonly BundleRefusal[], name: string, { catalog }: CatalogSync): void => {
  if (reasons.length === 0) return;
  const stillServes = catalog.snapshot.bundles.find(({ pluginName }) => pluginName === name)?.version;
  throw reasons.some(({ isHostFault }) => isHostFault) ? notInspected(reasons) : pluginRefused(reasons, stillServes);
};

/**
 * Waits until a version has been inspected. If many bundles are new, none is inspected at first. If the folder is read again meanwhile, the wait
 * starts again. After 30 s it gives up, and the answer says that the version has not been inspected.
 */
const inspected = async ({ name, digest }: VersionName, { catalog }: CatalogSync): Promise<void> => {
  const untilMs = performance.now() + MOST_WAIT_MS;
  while (performance.now() < untilMs) {
    const serving = catalog.snapshot.bundles.find((one) => one.pluginName === name && one.digest === digest);
    const waits = serving?.isTriedOut === false ? catalog.whenInspected(serving.tools[0] ?? '') : undefined;
    if (!waits) return;
    await Promise.race([waits.settled, setTimeout(LOOK_AGAIN_MS, undefined, { ref: false })]);
  }
};

/** The state of a version; undefined if it is refused. */
const stateOf = (
  { name, digest, bundle }: VersionName,
  { catalog }: CatalogSync,
): ActionResult['state'] | undefined => {
  const { bundles, standby } = catalog.snapshot;
  if (bundles.some((one) => one.pluginName === name && one.digest === digest)) return 'serving';
  const ready = standby.find((one) => one.bundle === bundle && one.digest === digest);
  if (ready === undefined) return undefined;
  return ready.cause === 'waits for approval' || ready.cause === 'waits for grants' ? ready.cause : 'standby';
};
