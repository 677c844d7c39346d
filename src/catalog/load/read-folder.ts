// Reads the plugins folder: guard, compile, choose a version of each plugin, try it out. A bundle that fails is refused with its
// reasons; nothing it does keeps another from serving. Front process: runs no plugin code.

import { join } from 'node:path';
import { EMPTY_LOCK, entryOf } from '../lock/lock.ts';
import { type Claimed, claimedAmong, ownersIn } from '../lock/names.ts';
import type { BundleRefusal, LoadedBundle } from '../model/snapshot.ts';
import { byPlugin, candidateOf } from '../model/versions.ts';
import { type CheckedBundle, checkBundles, inLanes, refusalsIn } from './bundle-check.ts';
import { type CatalogState, type LoadOptions, settled, stateOf } from './catalog-state.ts';
import { disputedBundles } from './claims.ts';
import { listBundles } from './plugins-folder.ts';
import { type Health, type Selection, select } from './selection.ts';
import { TRIED_AT_ONCE, tryOut, type UntriedBundle } from './try-out.ts';

/** Tries one out now, for better or worse. */
const decide = async (untried: UntriedBundle, options: LoadOptions): Promise<Health<LoadedBundle>> => {
  const { bundle } = untried;
  try {
    const inspection = await tryOut(untried, options);
    if (inspection.ok) return { ok: true, loaded: { ...candidateOf(untried), program: inspection.program } };
    const { refusal, isHostFault = false } = inspection;
    return { ok: false, refused: [{ bundle, ...refusal, ...(isHostFault && { isHostFault }) }] };
  } catch (error) {
    return { ok: false, refused: refusalsIn(error).map((refusal) => ({ bundle, ...refusal, isHostFault: true })) };
  }
};

/**
 * Which bundles are tried out before the catalog is there: all, where they are no more than `atStart`; else those that
 * dispute a name, since a bundle that is refused sets its names free.
 */
const triedFirst = (
  untried: readonly UntriedBundle[],
  loaded: readonly LoadedBundle[],
  atStart: number,
): ReadonlySet<string> =>
  untried.length <= atStart ? new Set(untried.map(({ bundle }) => bundle)) : disputedBundles([...untried, ...loaded]);

/** A bundle that looks right, tried out before or not. */
type Sound = Exclude<CheckedBundle, { readonly state: 'refused' }>;
type Candidate = UntriedBundle | LoadedBundle;

const isSound = (one: CheckedBundle): one is Sound => one.state !== 'refused';
const soundOf = (one: Sound): Candidate => (one.state === 'loaded' ? one.loaded : one.untried);
const isUntried = (candidate: Candidate): candidate is UntriedBundle => 'factoryCode' in candidate;

/**
 * Reads every bundle of a folder and decides what serves. Never rejects for what is in it: what cannot serve is in `refused` with its
 * reasons, what need not in `standby`. Of more than `plugins.tryOutAtStart` new bundles none is tried out yet, save where names are
 * disputed. Deterministic: the same folder, cache, lock and `serving` give the same state. A missing folder gives an empty one.
 */
export const readFolder = async (given: LoadOptions): Promise<CatalogState> => {
  const options = { ...given, unsettled: unsettledIn(given) };
  const { config, folder, serving, failures: known, onProgress } = options;
  const { names: listed, refused: atSight } = await listBundles(folder);
  const names = listed.filter((name) => !options.unsettled.has(name));
  const checked = await checkBundles(names, { ...options, ...(serving && { known: serving.programs }) });
  options.memory?.keepOnly(names);
  const held = heldPlugins(options);
  const candidates = checked
    .filter(isSound)
    .map(soundOf)
    .filter(({ manifest }) => !held.has(manifest.name));
  const untried = candidates.filter(isUntried);
  const first = triedFirst(
    untried,
    candidates.filter((one) => !isUntried(one)),
    config.plugins.tryOutAtStart,
  );
  const failures = new Map<string, readonly BundleRefusal[]>();
  let done = checked.length - candidates.length;
  const health = async (candidate: Candidate): Promise<Health<LoadedBundle>> => {
    const found = await healthOf(candidate, { ...options, first, ...(known && { known }) });
    // What the host could not do may go well the next time.
    if (!found.ok && !found.refused.some(({ isHostFault }) => isHostFault))
      failures.set(candidate.digest, found.refused);
    return found;
  };
  for (const [at, one] of checked.filter((one) => one.state === 'refused').entries())
    onProgress?.({ bundle: one.bundle, isLoaded: false, done: at + 1, total: names.length });
  const claimed = claimedAmong([...candidates, ...servingFrom(listed, options)]);
  const choose = inRounds({ ...options, claimed }, listed, health, (selection, versions) => {
    const bad = new Set(selection.refused.map(({ bundle }) => bundle));
    for (const { bundle } of versions)
      onProgress?.({ bundle, isLoaded: !bad.has(bundle), done: ++done, total: names.length });
  });
  const selections = await choose(byPlugin(candidates));
  const broken = checked.filter((one) => one.state === 'refused');
  return stateOf({ names: listed, untried, first, failures, selections, broken, atSight }, options);
};

/**
 * Bundles that may be half written. One whose every file is as it was read the last time is not, whatever was heard of it: a busy
 * machine tells of changes long after they were made, and what serves must not be without it meanwhile.
 */
const unsettledIn = ({ folder, memory, unsettled = new Set() }: LoadOptions): ReadonlySet<string> =>
  new Set([...unsettled].filter((bundle) => memory?.recall(bundle, join(folder, bundle)) === undefined));

/** What serves and still lies in the folder, be it in a form that cannot be read any more. */
const servingFrom = (listed: readonly string[], { serving, unsettled }: LoadOptions): readonly LoadedBundle[] => {
  const present = new Set([...listed, ...(unsettled ?? [])]);
  return serving?.loaded.filter(({ bundle }) => present.has(bundle)) ?? [];
};

interface ChoiceOptions extends LoadOptions {
  readonly claimed: Claimed;
}

type Judge = (candidate: Candidate) => Promise<Health<LoadedBundle>>;

/**
 * Chooses a version of each plugin, and anew without those that lose a name to another plugin where the plugin can do without: that
 * a version takes what is not its own is no reason for the one before to stop. Each bundle is judged once, and told of once.
 */
const inRounds = (
  options: ChoiceOptions,
  names: readonly string[],
  health: Judge,
  tell: (selection: Selection<LoadedBundle>, versions: readonly Candidate[]) => void,
) => {
  const judged = new Map<Candidate, ReturnType<Judge>>();
  const nameless = new Map<string, readonly BundleRefusal[]>();
  const judge: Judge = (candidate) => {
    const lost = nameless.get(candidate.bundle);
    if (lost) return Promise.resolve({ ok: false, refused: lost });
    const known = judged.get(candidate) ?? health(candidate);
    judged.set(candidate, known);
    return known;
  };
  return async (plugins: ReadonlyMap<string, readonly Candidate[]>): Promise<readonly Selection<LoadedBundle>[]> => {
    for (let round = 0; ; round += 1) {
      const selections = await inLanes([...plugins], TRIED_AT_ONCE, async ([name, versions]) => {
        const selection = await selectVersion(name, versions, judge, options);
        if (round === 0) tell(selection, versions);
        return selection;
      });
      const { refused } = settled(names, selections, options);
      const lost = refused.filter(({ bundle, pluginName = '' }) => {
        const serves = options.serving?.loaded.some(({ manifest }) => manifest.name === pluginName) ?? false;
        return !nameless.has(bundle) && (serves || (plugins.get(pluginName)?.length ?? 0) > 1);
      });
      if (lost.length === 0) return selections;
      for (const [bundle, refusals] of Map.groupBy(lost, ({ bundle }) => bundle)) nameless.set(bundle, refusals);
    }
  };
};

/** Plugins whose serving bundle is being written: no other version takes its place meanwhile. */
const heldPlugins = ({ serving, unsettled }: LoadOptions): ReadonlySet<string> =>
  new Set(serving?.loaded.flatMap(({ bundle, manifest }) => (unsettled?.has(bundle) ? [manifest.name] : [])));

const selectVersion = (
  name: string,
  versions: readonly Candidate[],
  tryOut: (candidate: Candidate) => Promise<Health<LoadedBundle>>,
  { lock = EMPTY_LOCK, serving, config, claimed }: ChoiceOptions,
): Promise<Selection<LoadedBundle>> => {
  const servingDigest = serving?.loaded.find(({ manifest }) => manifest.name === name)?.digest;
  const locked = { entry: entryOf(lock, name), owners: ownersIn(lock) };
  return select(versions, { ...locked, claimed, policy: config.plugins.approve, servingDigest, tryOut });
};

interface HealthOptions extends LoadOptions {
  readonly first: ReadonlySet<string>;
  readonly known?: ReadonlyMap<string, readonly BundleRefusal[]>;
}

const healthOf = async (candidate: Candidate, options: HealthOptions): Promise<Health<LoadedBundle>> => {
  if (!isUntried(candidate)) return { ok: true, loaded: candidate };
  const { bundle, digest } = candidate;
  const failed = options.known?.get(digest);
  if (failed) return { ok: false, refused: failed.map((refusal) => ({ ...refusal, bundle })) };
  return options.first.has(bundle) ? decide(candidate, options) : { ok: true, loaded: candidateOf(candidate) };
};

/** Why a bundle of the folder could not serve, as far as it can be told from it alone; empty for one that could. */
export const faultsOf = async (bundle: string, options: LoadOptions): Promise<readonly BundleRefusal[]> => {
  const { serving } = options;
  const [checked] = await checkBundles([bundle], { ...options, ...(serving && { known: serving.programs }) });
  if (checked?.state === 'refused') return checked.refusals.map((refusal) => ({ bundle, ...refusal }));
  if (checked?.state !== 'untried') return [];
  const health = await decide(checked.untried, options);
  return health.ok ? [] : health.refused;
};
