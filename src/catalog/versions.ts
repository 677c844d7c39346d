// Several versions of a plugin may lie in the plugins folder: which one is looked at first. Front process.

import { compare } from 'semver';
import type { Manifest } from '../sdk/manifest.ts';
import { byCodePoint } from './order.ts';

/** One bundle among those that say they are the same plugin. */
export interface Candidate {
  readonly bundle: string;
  readonly manifest: Manifest;
  readonly digest: string;
}

/** The version a manifest says it has; `0.0.0` where it says none. */
export const versionOf = ({ version }: Pick<Manifest, 'version'>): string => version ?? '0.0.0';

/**
 * Orders bundles of one plugin: the highest semantic version first, a prerelease below its release. Of two with the same version
 * the one that `servingDigest` names comes first, else the first by name.
 */
export const newestFirst = <Bundle extends Candidate>(
  candidates: readonly Bundle[],
  servingDigest: string | undefined,
): readonly Bundle[] =>
  candidates.toSorted(
    (left, right) =>
      compare(versionOf(right.manifest), versionOf(left.manifest)) ||
      Number(right.digest === servingDigest) - Number(left.digest === servingDigest) ||
      byCodePoint(left.bundle, right.bundle),
  );

/** Groups bundles by the name of their plugin, in the order in which the names first come. */
export const byPlugin = <Bundle extends Candidate>(
  candidates: readonly Bundle[],
): ReadonlyMap<string, readonly Bundle[]> => Map.groupBy(candidates, ({ manifest }) => manifest.name);
