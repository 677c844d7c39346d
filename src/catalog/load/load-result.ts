// Puts together the result of a load: which chosen versions keep their names, which bundles go on serving although their files got worse, and
// the reasons for the rest. Front process.

import { byCodePoint } from '../../shared/text/order.ts';
import { isTrusted } from '../bundle/bundle.ts';
import { EMPTY_LOCK, entryOf } from '../lock/lock.ts';
import type { BundleRefusal } from '../model/snapshot.ts';
import { type ListedBundle, versionOf } from '../model/versions.ts';
import { settleClaims } from './name-conflicts.ts';
import type { LoadOptions, LoadResult, RefusedBundle, Selection, UninspectedBundle } from './types.ts';

/** Decides which of the chosen bundles, and of those that go on serving, keep the names that they claim. */
export const settled = (names: readonly string[], selections: readonly Selection[], options: LoadOptions) => {
  const chosen = selections.flatMap(({ chosen }) => (chosen ? [chosen] : []));
  const still = stillServing(names, chosen, options);
  const inOrder = [...chosen, ...still].toSorted((a, b) => byCodePoint(a.bundle, b.bundle));
  return { chosen, still, ...settleClaims(inOrder, options.serving?.bundles ?? []) };
};

export interface Decided {
  readonly names: readonly string[];
  readonly uninspected: readonly UninspectedBundle[];
  readonly first: ReadonlySet<string>;
  readonly failures: LoadResult['failures'];
  readonly selections: readonly Selection[];
  /** Bundles refused before their plugin was known, or before they could be a candidate. */
  readonly broken: readonly RefusedBundle[];
  readonly atSight: readonly BundleRefusal[];
}

/** Settles names, and collects the bundles that serve, that stand by and that are refused. */
export const stateOf = (decided: Decided, options: LoadOptions): LoadResult => {
  const { names, uninspected, first, failures, selections } = decided;
  const { chosen, still, kept, refused: nameless } = settled(names, selections, options);
  const refused = [
    ...decided.atSight,
    ...refusalsOf(decided.broken, kept),
    ...selections.flatMap(({ refused }) => refused),
    ...nameless,
  ];
  const versions = new Map(still.map(({ bundle, manifest }) => [bundle, versionOf(manifest)]));
  const serves = new Set(kept);
  const isNew = new Set(
    chosen.filter((one) => one.program === undefined && serves.has(one)).map(({ bundle }) => bundle),
  );
  return {
    loaded: kept,
    uninspected: [
      ...uninspected.filter(({ bundle }) => isNew.has(bundle) && !first.has(bundle)),
      ...stillUninspected(
        still.filter((one) => serves.has(one)),
        options,
      ),
    ],
    standby: selections.flatMap(({ standby }) => standby).toSorted((a, b) => byCodePoint(a.bundle, b.bundle)),
    refused: refused.map((one) => withVersion(one, versions)).toSorted((a, b) => byCodePoint(a.bundle, b.bundle)),
    failures,
  };
};

/** Adds to each refusal the version of the same plugin that serves. */
const refusalsOf = (broken: Decided['broken'], kept: readonly ListedBundle[]): readonly BundleRefusal[] => {
  const versions = new Map(kept.map(({ manifest }) => [manifest.name, versionOf(manifest)]));
  return broken.flatMap(({ bundle, refusals, pluginName, isHostFault }) => {
    const stillServes = pluginName === undefined ? undefined : versions.get(pluginName);
    const told = {
      ...(pluginName !== undefined && { pluginName }),
      ...(stillServes !== undefined && { stillServes }),
      ...(isHostFault && { isHostFault }),
    };
    return refusals.map((refusal) => ({ bundle, ...refusal, ...told }));
  });
};

const withVersion = (refusal: BundleRefusal, versions: ReadonlyMap<string, string>): BundleRefusal => {
  const stillServes = versions.get(refusal.bundle);
  return stillServes === undefined ? refusal : { ...refusal, stillServes };
};

/** Those that are listed and still to be inspected, as they were read before. */
const stillUninspected = (still: readonly ListedBundle[], { listed }: LoadOptions): readonly UninspectedBundle[] =>
  still.flatMap(({ program, digest }) => (program === undefined ? (listed?.get(digest) ?? []) : []));

/** Serving bundles that are in the folder but cannot be read, or not yet, and have no other version to take their place. */
const stillServing = (
  names: readonly string[],
  chosen: readonly ListedBundle[],
  { serving, listed, unsettled, lock = EMPTY_LOCK, config }: LoadOptions,
): readonly ListedBundle[] => {
  const plugins = new Set(chosen.map(({ manifest }) => manifest.name));
  const bundles = new Set(chosen.map(({ bundle }) => bundle));
  // A bundle that is being replaced may be missing for a moment. It is gone only if the folder came to rest without it.
  const present = new Set([...names, ...(unsettled ?? [])]);
  const mayServe = ({ manifest, signedBy }: ListedBundle): boolean => {
    // What was trusted when it was read may not be any more.
    if (!isTrusted(signedBy, config.plugins)) return false;
    const pinned = entryOf(lock, manifest.name)?.pinned;
    return pinned === undefined || pinned === versionOf(manifest);
  };
  return (serving?.loaded ?? []).filter(
    (one) =>
      (one.program || listed?.has(one.digest)) &&
      present.has(one.bundle) &&
      !bundles.has(one.bundle) &&
      !plugins.has(one.manifest.name) &&
      mayServe(one),
  );
};
