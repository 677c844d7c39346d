// Several versions of a plugin may lie in the plugins folder: which one is looked at first. Front process.

// The package's index would load all its forty files.
import compare from 'semver/functions/compare.js';
import type { Manifest } from '../../sdk/manifest.ts';
import { byCodePoint } from './order.ts';

/** One bundle among those that say they are the same plugin. */
export interface Candidate {
  /** Name of its folder or archive inside the plugins folder. */
  readonly bundle: string;
  readonly manifest: Manifest;
  readonly digest: string;
  /** The trusted public key that signed it, as one line; absent if none did. */
  readonly signedBy?: string;
}

/** What tells a bundle from others, of whatever is known of it. */
export const candidateOf = ({ bundle, manifest, digest, signedBy }: Candidate): Candidate => ({
  bundle,
  manifest,
  digest,
  ...(signedBy !== undefined && { signedBy }),
});

/** The version that a manifest names, or `0.0.0` if it names none. */
export const versionOf = ({ version }: Pick<Manifest, 'version'>): string => version ?? '0.0.0';

/**
 * Orders bundles of one plugin: the highest semantic version first, a prerelease below its release. Of two with the same version
 * the one comes first whose digest stands first in `known`, else the first by name.
 */
export const newestFirst = <Bundle extends Candidate>(
  candidates: readonly Bundle[],
  known: readonly string[],
): readonly Bundle[] => {
  const ranks = new Map(known.map((digest, rank) => [digest, rank] as const).toReversed());
  const rank = ({ digest }: Bundle): number => ranks.get(digest) ?? known.length;
  return candidates.toSorted(
    (left, right) =>
      compare(versionOf(right.manifest), versionOf(left.manifest)) ||
      rank(left) - rank(right) ||
      byCodePoint(left.bundle, right.bundle),
  );
};

/** Groups bundles by the name of their plugin, in the order in which the names first come. */
export const byPlugin = <Bundle extends Candidate>(
  candidates: readonly Bundle[],
): ReadonlyMap<string, readonly Bundle[]> => Map.groupBy(candidates, ({ manifest }) => manifest.name);
