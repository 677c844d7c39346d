// Reads the plugins folder: guards and compiles each bundle, chooses a version of each plugin, inspects it. A bundle that fails is refused with its
// reasons and keeps no other from serving. Front process: runs no plugin code.

import { claimedAmong } from '../lock/names.ts';
import type { BundleRefusal } from '../model/snapshot.ts';
import { byPlugin, type ListedBundle } from '../model/versions.ts';
import { checkBundles } from './bundle-check.ts';
import { inspectNow, isUninspected } from './inspect.ts';
import { stateOf } from './load-result.ts';
import { disputedBundles } from './name-conflicts.ts';
import { listBundles } from './plugins-folder.ts';
import type { CheckedBundle, LoadOptions, LoadResult, SoundBundle, UninspectedBundle } from './types.ts';
import { VersionRounds } from './version-rounds.ts';

/** Each takes its own process for a fifth of a second: a start may wait seconds for that, but not minutes. */
export const TRIED_OUT_AT_START = 24;

/**
 * Bundles that are inspected before the catalog exists: all, if there are at most `atStart`; else those that claim a disputed name, because
 * a refused bundle gives up its names.
 */
const inspectedFirst = (
  uninspected: readonly UninspectedBundle[],
  loaded: readonly ListedBundle[],
  atStart: number,
): ReadonlySet<string> =>
  uninspected.length <= atStart
    ? new Set(uninspected.map(({ bundle }) => bundle))
    : disputedBundles([...uninspected, ...loaded]);

/**
 * Reads every bundle of a folder and decides what serves. Never rejects for the content of a bundle: bundles that cannot serve are in `refused` with
 * reasons, those that need not in `standby`. If there are more than `triedOutAtStart` new bundles, only those with disputed names are
 * inspected yet. Deterministic: the same folder, cache, lock and `serving` give the same result. A missing folder gives an empty one. Rejects with the
 * system's error if the folder cannot be read now, an earlier load serves, and the error may pass: what serves is better than nothing.
 */
export const readFolder = async (given: LoadOptions): Promise<LoadResult> => {
  const options = { ...given, unsettled: unsettledIn(given) };
  const { triedOutAtStart = TRIED_OUT_AT_START } = options;
  const { names: listed, refused: atSight, momentary } = await listBundles(options.folder);
  if (momentary && options.serving) throw momentary;
  const names = listed.filter((name) => !options.unsettled.has(name));
  const checked = await checkBundles(names, options);
  const broken = checked.filter((one) => one.state === 'refused');
  const sound = soundAmong(checked);
  const held = heldPlugins(options);
  const candidates = sound.filter(({ manifest }) => !held.has(manifest.name));
  const uninspected = candidates.filter(isUninspected);
  const loaded = candidates.filter((one) => !isUninspected(one));
  const first = inspectedFirst(uninspected, loaded, triedOutAtStart);
  // Bundles of held plugins are decided without a report.
  let done = sound.length - candidates.length;
  const onDecided = (bundle: string, isLoaded: boolean): void => {
    done += 1;
    options.onProgress?.({ bundle, isLoaded, done, total: names.length });
  };
  for (const { bundle } of broken) onDecided(bundle, false);
  const rounds = new VersionRounds(byPlugin(candidates), {
    ...options,
    first,
    names: listed,
    claimed: claimedAmong([...candidates, ...servingFrom(listed, options)]),
    onDecided,
  });
  const selections = await rounds.run();
  const { failures } = rounds;
  return stateOf({ names: listed, uninspected, first, failures, selections, broken, atSight }, options);
};

const soundAmong = (checked: readonly CheckedBundle[]): readonly SoundBundle[] =>
  checked.flatMap((one): readonly SoundBundle[] => {
    if (one.state === 'refused') return [];
    return [one.state === 'loaded' ? one.loaded : one.uninspected];
  });

/**
 * Bundles that may be half written. A bundle that is as it was at the last read is not one of them, even if it was changed and changed back: a serving
 * bundle must not be missing meanwhile.
 */
const unsettledIn = ({ memory, unsettled = new Set() }: LoadOptions): ReadonlySet<string> =>
  new Set([...unsettled].filter((bundle) => memory?.recall(bundle) === undefined));

/** Serving bundles that are still in the folder, even if they cannot be read any more. */
const servingFrom = (listed: readonly string[], { serving, unsettled }: LoadOptions): readonly ListedBundle[] => {
  const present = new Set([...listed, ...(unsettled ?? [])]);
  return serving?.loaded.filter(({ bundle }) => present.has(bundle)) ?? [];
};

/** Plugins whose serving bundle is being written. No other version takes its place meanwhile. */
const heldPlugins = ({ serving, unsettled }: LoadOptions): ReadonlySet<string> =>
  new Set(serving?.loaded.flatMap(({ bundle, manifest }) => (unsettled?.has(bundle) ? [manifest.name] : [])));

/** Why a bundle of the folder could not serve, judged by itself; empty if it could. Inspects it if needed. */
export const faultsOf = async (bundle: string, options: LoadOptions): Promise<readonly BundleRefusal[]> => {
  const [checked] = await checkBundles([bundle], options);
  if (checked?.state === 'refused') return checked.refusals.map((refusal) => ({ bundle, ...refusal }));
  if (checked?.state !== 'uninspected') return [];
  const outcome = await inspectNow(checked.uninspected, options);
  return outcome.ok ? [] : outcome.refused;
};
