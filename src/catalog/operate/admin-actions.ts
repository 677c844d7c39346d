// The admin API's side of the catalog: each action changes the plugins folder, has the server take that up, and tells what has
// become of it. Front process.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ActionResult, AdminActions } from '../../protocol/admin.ts';
import { CallError } from '../../protocol/errors.ts';
import { SIGNATURE_ENDING } from '../bundle/bundle.ts';
import { createTurns } from '../load/turns.ts';
import { entryOf, type Lock, readLock, updateLock, withEntry } from '../lock/lock.ts';
import { shown } from '../model/refusal.ts';
import { type BundleRefusal, pluginNames } from '../model/snapshot.ts';
import type { Upkeep } from '../serve/upkeep.ts';
import { adminFailure, notTriedOut, pluginRefused } from './admin-failures.ts';
import {
  addArchive,
  approve,
  type Folder,
  removePlugin,
  rollback,
  rollbackTarget,
  unpin,
  type VersionName,
} from './operations.ts';
import { reportAll, reportInFull, reportOf } from './plugin-report.ts';

/** Each may hold an archive in memory. */
const MOST_CHANGES = 16;

/** Longer than any try-out takes that the host can make. */
const MOST_WAIT_MS = 30_000;
const LOOK_AGAIN_MS = 1_000;

/** Files of a bundle in the plugins folder. */
const filesOf = ({ bundle }: Pick<VersionName, 'bundle'>): readonly string[] => [
  bundle,
  `${bundle}${SIGNATURE_ENDING}`,
];

/** What an operator's program may do with the folder that `upkeep` keeps up with. */
export const createAdminActions = (at: Folder, upkeep: Upkeep): AdminActions => {
  const inTurn = createTurns(MOST_CHANGES);
  const told = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw adminFailure(error, at.folder);
    }
  };
  const change = <Result>(work: () => Promise<Result>): Promise<Result> => told(() => inTurn(work));
  return {
    list: () => told(async () => reportAll(await sourceOf(at, upkeep))),
    show: (name) => told(() => show(name, at, upkeep)),
    put: (name, { bytes, signatureText }) =>
      change(async () => {
        const archive = { bytes, pluginName: name, ...(signatureText !== undefined && { signatureText }) };
        const added = await addArchive(at, archive);
        if (!added.isNew) return resultOf(added, at, upkeep);
        const result = await resultOf(added, at, upkeep, () => takeOut(added, at));
        if (result.state !== 'serving') await refuseBroken(added, at, upkeep);
        return result;
      }),
    remove: (name, version) =>
      change(async () => {
        const options = { mayRemoveFolders: false, ...(version !== undefined && { version }) };
        const gone = await removePlugin(at, name, options);
        await upkeep.reload(gone.flatMap(filesOf));
        const removed = gone.map(({ version, digest, bundle }) => ({ version, digest, bundle }));
        return { removed, plugin: reportOf(name, await sourceOf(at, upkeep)) };
      }),
    approve: (name, digest) =>
      change(async () => resultOf({ ...(await approve(at, name, digest)), isNew: true }, at, upkeep)),
    rollback: (name, version) =>
      change(async () => {
        const before = await readLock(at.folder);
        const target = await rollbackTarget(at, name, version);
        // Pinned, a version that does not work would leave the plugin without any.
        refuseFor(await upkeep.faultsOf(target.bundle), name, upkeep);
        await rollback(at, name, target.version);
        return resultOf({ ...target, isNew: true }, at, upkeep, () => putBack(name, before, at));
      }),
    unpin: (name) =>
      change(async () => {
        await unpin(at, name);
        await upkeep.reload();
        return reportOf(name, await sourceOf(at, upkeep));
      }),
  };
};

const sourceOf = async ({ folder }: Folder, { catalog }: Upkeep) => ({
  lock: await readLock(folder),
  snapshot: catalog.snapshot,
});

const show: (name: string, at: Folder, upkeep: Upkeep) => ReturnType<AdminActions['show']> = async (
  name,
  at,
  upkeep,
) => {
  const source = await sourceOf(at, upkeep);
  const names = pluginNames(source.snapshot);
  if (names.includes(name)) return reportInFull(name, source, at);
  const there = names.length === 0 ? 'There is none at all.' : `There are: ${shown(names.join(', '), 500)}.`;
  throw new CallError('not_found', `There is no plugin "${shown(name)}" in the plugins folder. ${there}`);
};

/** Takes out what cannot serve, so that no later start has to find that out again. */
const takeOut = async (version: VersionName, { folder }: Folder): Promise<void> => {
  for (const file of filesOf(version)) await rm(join(folder, file), { force: true });
};

/** Undoes a rollback: the pin is what it was, and so is what was accepted. */
const putBack = async (name: string, before: Lock, { folder }: Folder): Promise<void> => {
  await updateLock(folder, (lock) => withEntry(lock, name, entryOf(before, name)));
};

/**
 * Has the server take up what was done, and tells what has become of the version. Where that cannot serve, `undo` is done, so that
 * what served before does so, and the reasons are thrown.
 */
const resultOf = async (
  version: VersionName & { readonly isNew: boolean },
  at: Folder,
  upkeep: Upkeep,
  undo: () => Promise<void> = async () => {},
): Promise<ActionResult> => {
  const { name, bundle } = version;
  await upkeep.reload(filesOf(version));
  await triedOut(version, upkeep);
  const state = stateOf(version, upkeep);
  const { refused } = upkeep.catalog.snapshot;
  if (state !== undefined) {
    const plugin = reportOf(name, await sourceOf(at, upkeep));
    return { version: version.version, digest: version.digest, state, isNew: version.isNew, plugin };
  }
  await undo();
  await upkeep.reload(filesOf(version));
  if (upkeep.catalog.isClosed) {
    const detail = 'The server is shutting down, and has not taken the change up. Send it again once it is back.';
    throw new CallError('shutting_down', detail);
  }
  const reasons = refused.filter((one) => one.bundle === bundle);
  refuseFor(reasons, name, upkeep);
  throw new Error(`"${shown(bundle)}" was not taken up, and not refused either`);
};

/** One that only stands by is tried out too: a version that could never serve is refused now, not when it is approved or needed. */
const refuseBroken = async (version: VersionName, at: Folder, upkeep: Upkeep): Promise<void> => {
  const faults = await upkeep.faultsOf(version.bundle);
  if (faults.length === 0) return;
  await takeOut(version, at);
  await upkeep.reload(filesOf(version));
  refuseFor(faults, version.name, upkeep);
};

/** Throws where there are reasons. */
const refuseFor = (reasons: readonly BundleRefusal[], name: string, { catalog }: Upkeep): void => {
  if (reasons.length === 0) return;
  const stillServes = catalog.snapshot.bundles.find(({ pluginName }) => pluginName === name)?.version;
  throw reasons.some(({ isHostFault }) => isHostFault) ? notTriedOut(reasons) : pluginRefused(reasons, stillServes);
};

/**
 * Of many new bundles none is tried out at first; one that somebody waits for is. When the folder is read anew meanwhile, waiting
 * begins again. Given up after a while: then the answer says that it has not been tried out.
 */
const triedOut = async ({ name, digest }: VersionName, { catalog }: Upkeep): Promise<void> => {
  const untilMs = performance.now() + MOST_WAIT_MS;
  while (performance.now() < untilMs) {
    const serving = catalog.snapshot.bundles.find((one) => one.pluginName === name && one.digest === digest);
    const waits = serving?.isTriedOut === false ? catalog.whenTriedOut(serving.tools[0] ?? '') : undefined;
    if (!waits) return;
    await Promise.race([waits, setTimeout(LOOK_AGAIN_MS, undefined, { ref: false })]);
  }
};

/** What has become of a version; undefined where it is refused. */
const stateOf = ({ name, digest, bundle }: VersionName, { catalog }: Upkeep): ActionResult['state'] | undefined => {
  const { bundles, standby } = catalog.snapshot;
  if (bundles.some((one) => one.pluginName === name && one.digest === digest)) return 'serving';
  const ready = standby.find((one) => one.bundle === bundle && one.digest === digest);
  if (ready === undefined) return undefined;
  return ready.cause === 'waits for approval' ? ready.cause : 'standby';
};
