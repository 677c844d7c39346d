// What a plugins folder comes to: of the versions that were chosen, which keep their names; what goes on serving though its bundle got
// worse; and what is told of the rest. Front process.

import { EMPTY_LOCK, type Lock } from '../lock/lock.ts';
import { byCodePoint } from '../model/order.ts';
import type { BundleRefusal, CatalogSnapshot, LoadedBundle, StandbyBundle } from '../model/snapshot.ts';
import { versionOf } from '../model/versions.ts';
import type { CheckedBundle } from './bundle-check.ts';
import type { BundleMemory } from './bundle-memory.ts';
import { settleClaims } from './claims.ts';
import type { Selection } from './selection.ts';
import type { TryOutOptions, UntriedBundle } from './try-out.ts';

/** Told once for each bundle, when it is decided whether it can be loaded. */
export interface LoadProgress {
  readonly bundle: string;
  readonly isLoaded: boolean;
  readonly done: number;
  readonly total: number;
}

export interface LoadOptions extends TryOutOptions {
  readonly folder: string;
  /** What serves now: its bundles keep their names, an unchanged one is not compiled again, and one that got worse goes on as it was. */
  readonly serving?: CatalogSnapshot;
  /** What was accepted before, and the operator's word; nothing where absent. */
  readonly lock?: Lock;
  /** Digest → why it is known to fail. */
  readonly failures?: ReadonlyMap<string, readonly BundleRefusal[]>;
  /** Bundles that are being written: they are left as they are. */
  readonly unsettled?: ReadonlySet<string>;
  /** What was read before; kept up to date. */
  readonly memory?: BundleMemory;
  /** Digest → what is listed and still to be tried out. */
  readonly listed?: ReadonlyMap<string, UntriedBundle>;
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Told of a bundle that is refused after the load, when it is tried out. */
  readonly onRefused?: (refusal: BundleRefusal) => void;
  /** Told of a bundle that passes then. */
  readonly onTriedOut?: () => void;
}

/** What a plugins folder comes to. */
export interface CatalogState {
  /** What serves. */
  readonly loaded: readonly LoadedBundle[];
  /** Those of `loaded` that are still to be tried out. */
  readonly untried: readonly UntriedBundle[];
  readonly standby: readonly StandbyBundle[];
  readonly refused: readonly BundleRefusal[];
  /** Digest → why it fails. */
  readonly failures: ReadonlyMap<string, readonly BundleRefusal[]>;
}

/** Who keeps the names that are claimed, of what was chosen and of what serves on. */
export const settled = (
  names: readonly string[],
  selections: readonly Selection<LoadedBundle>[],
  options: LoadOptions,
) => {
  const chosen = selections.flatMap(({ chosen }) => (chosen ? [chosen] : []));
  const still = stillServing(names, chosen, options);
  const inOrder = [...chosen, ...still].toSorted((a, b) => byCodePoint(a.bundle, b.bundle));
  return { chosen, still, ...settleClaims(inOrder, options.serving?.bundles ?? []) };
};

/** What was found and chosen, before names are settled. */
export interface Decided {
  readonly names: readonly string[];
  readonly untried: readonly UntriedBundle[];
  readonly first: ReadonlySet<string>;
  readonly failures: CatalogState['failures'];
  readonly selections: readonly Selection<LoadedBundle>[];
  /** Refused before it was known which plugin they are, or that they could be one. */
  readonly broken: readonly Extract<CheckedBundle, { readonly state: 'refused' }>[];
  readonly atSight: readonly BundleRefusal[];
}

/** Settles names, and puts together what serves, what stands by and what is refused. */
export const stateOf = (decided: Decided, options: LoadOptions): CatalogState => {
  const { names, untried, first, failures, selections } = decided;
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
    untried: untried.filter(({ bundle }) => isNew.has(bundle) && !first.has(bundle)),
    standby: selections.flatMap(({ standby }) => standby).toSorted((a, b) => byCodePoint(a.bundle, b.bundle)),
    refused: refused.map((one) => withVersion(one, versions)).toSorted((a, b) => byCodePoint(a.bundle, b.bundle)),
    failures,
  };
};

/** Beside each, the version of the same plugin that serves. */
const refusalsOf = (broken: Decided['broken'], kept: readonly LoadedBundle[]): readonly BundleRefusal[] => {
  const versions = new Map(kept.map(({ manifest }) => [manifest.name, versionOf(manifest)]));
  return broken.flatMap(({ bundle, refusals, pluginName }) => {
    const stillServes = pluginName === undefined ? undefined : versions.get(pluginName);
    const told = { ...(pluginName !== undefined && { pluginName }), ...(stillServes !== undefined && { stillServes }) };
    return refusals.map((refusal) => ({ bundle, ...refusal, ...told }));
  });
};

const withVersion = (refusal: BundleRefusal, versions: ReadonlyMap<string, string>): BundleRefusal => {
  const stillServes = versions.get(refusal.bundle);
  return stillServes === undefined ? refusal : { ...refusal, stillServes };
};

/** What serves, lies in the folder in a form that cannot, or may not yet, and has no other version to take its place. */
const stillServing = (
  names: readonly string[],
  chosen: readonly LoadedBundle[],
  { serving, unsettled, lock = EMPTY_LOCK }: LoadOptions,
): readonly LoadedBundle[] => {
  const plugins = new Set(chosen.map(({ manifest }) => manifest.name));
  const bundles = new Set(chosen.map(({ bundle }) => bundle));
  // One that is being replaced may be gone for a moment: only what came to rest without it is.
  const present = new Set([...names, ...(unsettled ?? [])]);
  const mayServe = ({ manifest }: LoadedBundle): boolean => {
    const pinned = Object.hasOwn(lock.plugins, manifest.name) ? lock.plugins[manifest.name]?.pinned : undefined;
    return pinned === undefined || pinned === versionOf(manifest);
  };
  return (serving?.loaded ?? []).filter(
    (one) =>
      one.program &&
      present.has(one.bundle) &&
      !bundles.has(one.bundle) &&
      !plugins.has(one.manifest.name) &&
      mayServe(one),
  );
};
