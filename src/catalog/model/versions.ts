// Orders the versions of a plugin that are in the plugins folder. Front process.

// semver's index would load all of its forty files.
import compare from 'semver/functions/compare.js';
import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import type { CheckedProgram } from '../../shared/protocol/program.ts';
import { byCodePoint } from '../../shared/text/order.ts';

/** One of the bundles that have the same plugin name. */
export interface Candidate {
  /** Name of its folder or archive inside the plugins folder. */
  readonly bundle: string;
  readonly manifest: Manifest;
  readonly digest: string;
  /** The trusted public key that signed it, as one line; absent if none did. */
  readonly signedBy?: string;
}

/** A bundle that passed every check except, perhaps, its inspection. */
export interface ListedBundle extends Candidate {
  /** Absent until the bundle has been inspected. Until then its tools are listed, and no call reaches them. */
  readonly program?: CheckedProgram;
}

export const candidateOf = ({ bundle, manifest, digest, signedBy }: Candidate): Candidate => ({
  bundle,
  manifest,
  digest,
  ...(signedBy !== undefined && { signedBy }),
});

/** The version that a manifest names, or `0.0.0` if it names none. */
export const versionOf = ({ version }: Pick<Manifest, 'version'>): string => version ?? '0.0.0';

/**
 * Orders bundles of one plugin: the highest semantic version first, a prerelease below its release. Bundles of one version follow the
 * order of their digests in `known`, then their names.
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

/** Groups bundles by the name of their plugin, in the order in which the names first appear. */
export const byPlugin = <Bundle extends Candidate>(
  candidates: readonly Bundle[],
): ReadonlyMap<string, readonly Bundle[]> => Map.groupBy(candidates, ({ manifest }) => manifest.name);
