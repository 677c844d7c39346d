// Lists a plugins folder, and what its lock file says about each bundle, without compiling or running anything. For the operator's commands
// and the admin API: front process and command line. Only an inspection can tell whether a version works.

import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Config } from '../../settings/config.ts';
import { readBundleAt } from '../bundle/bundle.ts';
import { capsOf } from '../bundle/bundle-caps.ts';
import { listBundles } from '../load/plugins-folder.ts';
import { type Approval, approvalOf } from '../lock/approval.ts';
import { entryOf, knownDigests, type Lock, type LockedPlugin, readLock } from '../lock/lock.ts';
import { ownersIn, type TakenName, takenNames } from '../lock/names.ts';
import { refusalsIn } from '../model/refusal.ts';
import type { BundleRefusal } from '../model/snapshot.ts';
import { byPlugin, type Candidate, candidateOf, newestFirst, versionOf } from '../model/versions.ts';

export interface InstalledBundle extends Candidate {
  readonly version: string;
  /** Whether the lock file and the approval policy let it serve. */
  readonly approval: Approval;
  readonly taken: readonly TakenName[];
  /** True if the lock file names it as the version accepted last. */
  readonly isAccepted: boolean;
}

/** A plugin: the bundles that are versions of it, the highest first, and its entry in the lock file. */
export interface InstalledPlugin {
  readonly name: string;
  readonly entry: LockedPlugin | undefined;
  readonly bundles: readonly InstalledBundle[];
}

export interface Installed {
  readonly lock: Lock;
  readonly plugins: readonly InstalledPlugin[];
  readonly refused: readonly BundleRefusal[];
}

/** Lists the bundles of a plugins folder by plugin. Rejects with LockBroken. Faults of bundles are in `refused`. */
export const listInstalled = async (folder: string, { plugins }: Pick<Config, 'plugins'>): Promise<Installed> => {
  const lock = await readLock(folder);
  const { names, refused: atSight } = await listBundles(folder);
  const refused: BundleRefusal[] = [...atSight];
  const found: Candidate[] = [];
  for (const bundle of names) {
    // Reading is synchronous, and the server has calls to answer in between.
    await setImmediate();
    try {
      found.push(candidateOf({ bundle, ...(await readBundleAt(join(folder, bundle), capsOf(plugins), plugins)) }));
    } catch (error) {
      refused.push(...refusalsIn(error).map((refusal) => ({ bundle, ...refusal })));
    }
  }
  const installed = [...byPlugin(found)].map(([name, bundles]): InstalledPlugin => {
    const entry = entryOf(lock, name);
    const inOrder = newestFirst(bundles, knownDigests(entry, entry?.digest));
    return { name, entry, bundles: inOrder.map((bundle) => installedBundle(bundle, lock, plugins.approve)) };
  });
  return { lock, plugins: installed.toSorted((a, b) => (a.name < b.name ? -1 : 1)), refused };
};

const installedBundle = (candidate: Candidate, lock: Lock, policy: Config['plugins']['approve']): InstalledBundle => {
  const { manifest, digest } = candidate;
  const entry = entryOf(lock, manifest.name);
  const taken = takenNames(manifest, ownersIn(lock));
  return {
    ...candidate,
    version: versionOf(manifest),
    approval: approvalOf(candidate, { entry, taken }, policy),
    taken,
    isAccepted: entry?.digest === digest,
  };
};
