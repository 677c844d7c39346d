// Refused plugins, for a person: each with its reason and what to do. What the host could not try out is one entry, whatever the number of plugins:
// it is one fault, and none of theirs.

import type { BundleRefusal } from '../catalog/model/snapshot.ts';

/** Plugins that the host could not try out for the same reason. */
export interface HostFault {
  readonly bundles: readonly string[];
  readonly reason: string;
  readonly hint: string;
}

/** The faults of the host among the refusals, and the refusals that are the plugins' own. */
export const splitRefusals = (
  refused: readonly BundleRefusal[],
): { readonly faults: readonly HostFault[]; readonly own: readonly BundleRefusal[] } => {
  const ofHost = refused.filter(({ isHostFault }) => isHostFault);
  const faults = [...Map.groupBy(ofHost, ({ reason }) => reason)].map(([reason, same]) => ({
    bundles: same.map(({ bundle }) => bundle),
    reason,
    hint: same[0]?.hint ?? '',
  }));
  return { faults, own: refused.filter(({ isHostFault }) => !isHostFault) };
};
