// What lies in a plugins folder, and what the lock file makes of it, without compiling or running anything: for the operator's
// commands and for the admin API. Whether a version works is known only to who tries it out.

import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { readBundleAt } from '../bundle/bundle.ts';
import { refusalsIn } from '../load/bundle-check.ts';
import { listBundles } from '../load/plugins-folder.ts';
import { type Approval, approvalOf } from '../lock/approval.ts';
import { knownDigests } from '../lock/known-digests.ts';
import { entryOf, type Lock, type LockedPlugin, readLock } from '../lock/lock.ts';
import { ownersIn, type TakenName, takenNames } from '../lock/names.ts';
import type { BundleRefusal } from '../model/snapshot.ts';
import { byPlugin, type Candidate, candidateOf, newestFirst, versionOf } from '../model/versions.ts';

/** A bundle of a plugin. */
export interface SurveyedBundle extends Candidate {
  readonly version: string;
  /** What the lock file and the policy say of it. */
  readonly approval: Approval;
  /** Names of tools that it claims and that are another plugin's. */
  readonly taken: readonly TakenName[];
  /** It is what the lock file says was accepted last. */
  readonly isAccepted: boolean;
}

/** A plugin: the bundles that are versions of it, the highest first, and its entry in the lock file. */
export interface SurveyedPlugin {
  readonly name: string;
  readonly entry: LockedPlugin | undefined;
  readonly bundles: readonly SurveyedBundle[];
}

export interface Survey {
  readonly lock: Lock;
  readonly plugins: readonly SurveyedPlugin[];
  /** Bundles that cannot be read. */
  readonly refused: readonly BundleRefusal[];
}

/** Surveys a plugins folder. Rejects with LockBroken; what is wrong with a bundle is in `refused`. */
export const survey = async (folder: string, { plugins }: Pick<Config, 'plugins'>): Promise<Survey> => {
  const lock = await readLock(folder);
  const { names, refused: atSight } = await listBundles(folder);
  const refused: BundleRefusal[] = [...atSight];
  const found: Candidate[] = [];
  for (const bundle of names) {
    // Reading is synchronous, and a server that is asked for this has calls to answer in between.
    await setImmediate();
    try {
      const caps = { bytes: plugins.bundleBytes, files: plugins.bundleFiles };
      found.push(candidateOf({ bundle, ...(await readBundleAt(join(folder, bundle), caps, plugins)) }));
    } catch (error) {
      refused.push(...refusalsIn(error).map((refusal) => ({ bundle, ...refusal })));
    }
  }
  const surveyed = [...byPlugin(found)].map(([name, bundles]): SurveyedPlugin => {
    const entry = entryOf(lock, name);
    const inOrder = newestFirst(bundles, knownDigests(entry, entry?.digest));
    return { name, entry, bundles: inOrder.map((bundle) => surveyedBundle(bundle, lock, plugins.approve)) };
  });
  return { lock, plugins: surveyed.toSorted((a, b) => (a.name < b.name ? -1 : 1)), refused };
};

const surveyedBundle = (candidate: Candidate, lock: Lock, policy: Config['plugins']['approve']): SurveyedBundle => {
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
