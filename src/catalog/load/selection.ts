// Which of the bundles that are one plugin serves: the highest version that the operator has not ruled out, that needs no
// word of theirs first, and that is healthy. Front process.

import type { ApprovalPolicy } from '../../config/config.ts';
import type { VersionChange } from '../../protocol/admin.ts';
import { approvalOf } from '../lock/approval.ts';
import { knownDigests } from '../lock/known-digests.ts';
import type { LockedPlugin } from '../lock/lock.ts';
import { type Claimed, type Owners, takenNames } from '../lock/names.ts';
import { shown } from '../model/refusal.ts';
import type { BundleRefusal, StandbyBundle, StandbyCause } from '../model/snapshot.ts';
import { type Candidate, newestFirst, versionOf } from '../model/versions.ts';
import { refusalOf } from './claims.ts';

export interface Selection<Bundle> {
  readonly chosen: Bundle | undefined;
  readonly standby: readonly StandbyBundle[];
  readonly refused: readonly BundleRefusal[];
}

export type Health<Bundle> =
  | { readonly ok: true; readonly loaded: Bundle }
  | { readonly ok: false; readonly refused: readonly BundleRefusal[] };

export interface SelectionOptions<From, Bundle> {
  readonly entry: LockedPlugin | undefined;
  /** Whose the names of tools are, and which bundles of the folder claim them. */
  readonly owners: Owners;
  readonly claimed: Claimed;
  readonly policy: ApprovalPolicy;
  /** What serves of this plugin now. */
  readonly servingDigest: string | undefined;
  /** Tells whether a bundle works. Asked for one after the other, and for none below the one that is chosen. */
  readonly tryOut: (candidate: From) => Promise<Health<Bundle>>;
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

/** A name of another plugin's that a bundle of that one claims too: only one of them can have it, and it is the owner. */
const clashes = (
  candidate: Candidate,
  { owners, claimed }: Pick<SelectionOptions<Candidate, Candidate>, 'owners' | 'claimed'>,
): readonly BundleRefusal[] =>
  takenNames(candidate.manifest, owners).flatMap((taken) => {
    const owner = claimed(taken);
    return owner === undefined ? [] : [refusalOf(candidate, `tool ${taken.tool}`, owner)];
  });

/** Chooses among bundles of one plugin. Never rejects for what is in them. */
export const select = async <From extends Candidate, Bundle extends Candidate>(
  candidates: readonly From[],
  options: SelectionOptions<From, Bundle>,
): Promise<Selection<Bundle>> => {
  const { entry, owners, policy, servingDigest, tryOut } = options;
  const standby: StandbyBundle[] = [];
  const refused: BundleRefusal[] = [];
  const pinned = entry?.pinned;
  let chosen: Bundle | undefined;
  for (const candidate of newestFirst(candidates, knownDigests(entry, servingDigest))) {
    const version = versionOf(candidate.manifest);
    if (chosen) {
      if (chosen.digest === candidate.digest) standby.push(standbyOf(candidate, 'copy'));
      else if (versionOf(chosen.manifest) === version) refused.push(sameVersion(candidate, chosen));
      else standby.push(standbyOf(candidate, pinned === undefined ? 'newer version serves' : 'pinned'));
      continue;
    }
    if (pinned !== undefined && pinned !== version) {
      standby.push(standbyOf(candidate, 'pinned'));
      continue;
    }
    const clashing = clashes(candidate, options);
    if (clashing.length > 0) {
      refused.push(...clashing);
      continue;
    }
    const approval = approvalOf(candidate, { entry, taken: takenNames(candidate.manifest, owners) }, policy);
    if (!approval.mayServe) {
      standby.push(standbyOf(candidate, 'waits for approval', approval.changes));
      continue;
    }
    const health = await tryOut(candidate);
    if (health.ok) chosen = health.loaded;
    else refused.push(...health.refused);
  }
  const [first] = candidates;
  const isThere = candidates.some(({ manifest }) => versionOf(manifest) === pinned);
  if (first && pinned !== undefined && !isThere)
    refused.push(
      pinnedAway(
        first,
        pinned,
        candidates.map(({ manifest }) => versionOf(manifest)),
      ),
    );
  const told = {
    ...(first && { pluginName: first.manifest.name }),
    ...(chosen && { stillServes: versionOf(chosen.manifest) }),
  };
  return { chosen, standby, refused: refused.map((one) => ({ ...one, ...told })) };
};
