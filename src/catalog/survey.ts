// What lies in a plugins folder, and what the lock file makes of it, without compiling or running anything: for the operator's
// commands and for the admin API. Whether a version works is known only to who tries it out.

import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { Manifest } from '../sdk/manifest.ts';
import { type Approval, approvalOf } from './approval.ts';
import { readBundleAt } from './bundle.ts';
import { refusalsIn } from './bundle-check.ts';
import { type Lock, type LockedPlugin, readLock } from './lock.ts';
import { listBundles } from './plugins-folder.ts';
import type { BundleRefusal } from './snapshot.ts';
import { byPlugin, newestFirst, versionOf } from './versions.ts';

/** A bundle of a plugin. */
export interface SurveyedBundle {
  readonly bundle: string;
  readonly manifest: Manifest;
  readonly version: string;
  readonly digest: string;
  /** What the lock file and the policy say of it. */
  readonly approval: Approval;
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

interface ReadBundle {
  readonly bundle: string;
  readonly manifest: Manifest;
  readonly digest: string;
}

/** The entry of a plugin in a lock file. */
export const entryOf = ({ plugins }: Lock, name: string): LockedPlugin | undefined =>
  Object.hasOwn(plugins, name) ? plugins[name] : undefined;

/** Surveys a plugins folder. Rejects with LockBroken; what is wrong with a bundle is in `refused`. */
export const survey = async (folder: string, { plugins }: Pick<Config, 'plugins'>): Promise<Survey> => {
  const lock = await readLock(folder);
  const { names, refused: atSight } = await listBundles(folder);
  const refused: BundleRefusal[] = [...atSight];
  const found: ReadBundle[] = [];
  for (const bundle of names) {
    // Reading is synchronous, and a server that is asked for this has calls to answer in between.
    await setImmediate();
    try {
      const caps = { bytes: plugins.bundleBytes, files: plugins.bundleFiles };
      const { manifest, digest } = await readBundleAt(join(folder, bundle), caps, plugins);
      found.push({ bundle, manifest, digest });
    } catch (error) {
      refused.push(...refusalsIn(error).map((refusal) => ({ bundle, ...refusal })));
    }
  }
  const surveyed = [...byPlugin(found)].map(([name, bundles]): SurveyedPlugin => {
    const entry = entryOf(lock, name);
    const inOrder = newestFirst(bundles, entry?.digest);
    return { name, entry, bundles: inOrder.map((bundle) => surveyedBundle(bundle, entry, plugins.approve)) };
  });
  return { lock, plugins: surveyed.toSorted((a, b) => (a.name < b.name ? -1 : 1)), refused };
};

const surveyedBundle = (
  { bundle, manifest, digest }: ReadBundle,
  entry: LockedPlugin | undefined,
  policy: Config['plugins']['approve'],
): SurveyedBundle => ({
  bundle,
  manifest,
  version: versionOf(manifest),
  digest,
  approval: approvalOf({ bundle, manifest, digest }, entry, policy),
  isAccepted: entry?.digest === digest,
});
