// Shows refused bundles as lines: apart those that are the host's fault, with one entry for all bundles that it could not try out for the same reason.

import type { BundleRefusal } from '../catalog/model/snapshot.ts';

/** Lines about faults of the host, and about refusals that are the bundles' own. Each entry begins with `mark`. */
export const bundleRefusalLines = (
  refused: readonly BundleRefusal[],
  mark: string,
): { readonly faults: readonly string[]; readonly own: readonly string[] } => {
  const ofHost = refused.filter(({ isHostFault }) => isHostFault);
  const ofBundles = refused.filter(({ isHostFault }) => !isHostFault);
  return {
    faults: [...Map.groupBy(ofHost, ({ reason }) => reason)].flatMap(([reason, same]) => [
      `${mark} ${same.map(({ bundle }) => bundle).join(', ')}: ${reason}`,
      `    → ${same[0]?.hint ?? ''}`,
    ]),
    own: ofBundles.flatMap(({ bundle, where, reason, hint, stillServes }) => [
      `${mark} ${bundle}: ${where}: ${reason}${stillServes === undefined ? '' : ` (version ${stillServes} serves)`}`,
      `    → ${hint}`,
    ]),
  };
};
