// Chooses which bundle of one plugin serves: the highest version that is healthy, waits for no approval, and is not ruled out by
// a pin. One that waits for its grants leaves its place to the version that served last. Front process.

import type { ApprovalPolicy } from '../../settings/config.ts';
import type { VersionChange } from '../../shared/protocol/admin.ts';
import { approvalOf } from '../lock/approval.ts';
import { knownDigests, type LockedPlugin } from '../lock/lock.ts';
import { type Claimed, clashesOf, type Owners, takenNames } from '../lock/names.ts';
import { shown } from '../model/refusal.ts';
import type { BundleRefusal, StandbyBundle, StandbyCause } from '../model/snapshot.ts';
import { type Candidate, type ListedBundle, newestFirst, versionOf } from '../model/versions.ts';
import { type YieldConfig, yieldsTo } from '../model/yielding.ts';
import { refusalOf } from './name-conflicts.ts';
import type { InspectionOutcome, Selection, SoundBundle } from './types.ts';

export interface SelectionOptions {
  readonly entry: LockedPlugin | undefined;
  /** The owners of tool names, and the bundles of the folder that claim them. */
  readonly owners: Owners;
  readonly claimed: Claimed;
  readonly policy: ApprovalPolicy;
  readonly config: YieldConfig;
  /** Digest of this plugin's bundle that serves now. */
  readonly servingDigest: string | undefined;
  /** Tells whether a bundle works. Called for one bundle after the other, and for none below the chosen one. */
  readonly inspect: (candidate: SoundBundle) => Promise<InspectionOutcome>;
}

const standbyOf = (
  { bundle, manifest, digest }: Candidate,
  cause: StandbyCause,
  changes: readonly VersionChange[] = [],
): StandbyBundle => ({ bundle, pluginName: manifest.name, version: versionOf(manifest), digest, cause, changes });

const sameVersion = ({ bundle, manifest }: Candidate, other: Candidate): BundleRefusal => ({
  bundle,
  where: 'plugin.json /version',
  reason: `the bundle "${shown(other.bundle)}" is version ${versionOf(manifest)} of ${manifest.name} too, with other content`,
  hint: 'raise "version", or take one of them out of the plugins folder',
  stillServes: versionOf(manifest),
});

const pinnedAway = (candidate: Candidate, pinned: string, versions: readonly string[]): BundleRefusal => ({
  bundle: candidate.bundle,
  where: 'toolcell.lock',
  reason: `${candidate.manifest.name} is pinned to version ${shown(pinned)}, which is not in the plugins folder; there ${versions.length === 1 ? 'is' : 'are'} ${shown(versions.join(', '), 300)}`,
  hint: `put that version back, or let the highest serve again: toolcell rollback ${candidate.manifest.name} --undo`,
});

/** Chooses among the bundles of one plugin. Never rejects for their content. */
export const select = async (
  candidates: readonly SoundBundle[],
  { entry, owners, claimed, policy, config, servingDigest, inspect }: SelectionOptions,
): Promise<Selection> => {
  const standby: StandbyBundle[] = [];
  const refused: BundleRefusal[] = [];
  const pinned = entry?.pinned;
  const yielding: SoundBundle[] = [];
  const servedLast = candidates.find(({ digest }) => digest === entry?.digest);
  let chosen: ListedBundle | undefined;
  for (const candidate of newestFirst(candidates, knownDigests(entry, servingDigest))) {
    const version = versionOf(candidate.manifest);
    if (chosen) {
      if (chosen.digest === candidate.digest) standby.push(standbyOf(candidate, 'copy'));
      else if (versionOf(chosen.manifest) === version) refused.push(sameVersion(candidate, chosen));
      else standby.push(standbyOf(candidate, pinned === undefined ? 'newer version serves' : 'pinned away'));
      continue;
    }
    if (pinned !== undefined && pinned !== version) {
      standby.push(standbyOf(candidate, 'pinned away'));
      continue;
    }
    const taken = takenNames(candidate.manifest, owners);
    const clashes = clashesOf(taken, claimed);
    if (clashes.length > 0) {
      refused.push(...clashes.map((clash) => refusalOf(candidate, `tool ${clash.tool}`, clash.bundle)));
      continue;
    }
    const approval = approvalOf(candidate, { entry, taken }, policy);
    if (!approval.mayServe) {
      standby.push(standbyOf(candidate, 'waits for approval', approval.changes));
      continue;
    }
    if (pinned === undefined && yieldsTo(candidate, servedLast, config)) {
      yielding.push(candidate);
      continue;
    }
    const outcome = await inspect(candidate);
    if (outcome.ok) chosen = outcome.loaded;
    else refused.push(...outcome.refused);
  }
  for (const candidate of yielding) {
    // Nothing works that they could leave their place to.
    const outcome = chosen === undefined ? await inspect(candidate) : undefined;
    if (outcome?.ok) chosen = outcome.loaded;
    else if (outcome) refused.push(...outcome.refused);
    else standby.push(standbyOf(candidate, chosen?.digest === candidate.digest ? 'copy' : 'waits for grants'));
  }
  const [first] = candidates;
  const versions = candidates.map(({ manifest }) => versionOf(manifest));
  if (first && pinned !== undefined && !versions.includes(pinned)) refused.push(pinnedAway(first, pinned, versions));
  const told = {
    ...(first && { pluginName: first.manifest.name }),
    ...(chosen && { stillServes: versionOf(chosen.manifest) }),
  };
  return { chosen, standby, refused: refused.map((one) => ({ ...one, ...told })) };
};
