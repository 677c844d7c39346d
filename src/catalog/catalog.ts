// Loads the plugins folder: read, guard, compile, try out, settle names. A bundle that fails is refused with its reasons;
// nothing it does keeps another from serving. Front process: runs no plugin code.

import { type CheckedBundle, checkBundles, inLanes, refusalsIn } from './bundle-check.ts';
import { disputedBundles, settleClaims } from './claims.ts';
import { LiveCatalog } from './live-catalog.ts';
import { listBundles } from './plugins-folder.ts';
import { type BundleRefusal, byCodePoint, type CatalogSnapshot, type LoadedBundle } from './snapshot.ts';
import { type TryOutOptions, tryOut, type UntriedBundle } from './try-out.ts';

export type { CatalogSnapshot };

/** Told once for each bundle, when it is decided whether it can be loaded. */
export interface LoadProgress {
  readonly bundle: string;
  readonly isLoaded: boolean;
  readonly done: number;
  readonly total: number;
}

export interface LoadOptions extends TryOutOptions {
  readonly folder: string;
  /** What serves now: its bundles keep their names, and an unchanged bundle is not compiled again. */
  readonly serving?: CatalogSnapshot;
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Told of a bundle that is refused after the load, when it is tried out. */
  readonly onRefused?: (refusal: BundleRefusal) => void;
}

/** Bundles tried out at a time: enough to keep a laptop busy without taking the machine from the calls. */
const TRIED_AT_ONCE = 2;

type Decided =
  | { readonly ok: true; readonly loaded: LoadedBundle }
  | { readonly ok: false; readonly refused: readonly BundleRefusal[] };

/** Tries one out now, for better or worse. */
const decide = async (untried: UntriedBundle, options: LoadOptions): Promise<Decided> => {
  const { bundle, manifest, digest } = untried;
  try {
    const inspection = await tryOut(untried, options);
    if (inspection.ok) return { ok: true, loaded: { bundle, manifest, digest, program: inspection.program } };
    return { ok: false, refused: [{ bundle, ...inspection.refusal }] };
  } catch (error) {
    return { ok: false, refused: refusalsIn(error).map((refusal) => ({ bundle, ...refusal })) };
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

/**
 * Loads every bundle of a folder. Never rejects for what is in it: what cannot serve is in `refused` with its reasons.
 * Of more than `plugins.tryOutAtStart` new bundles none is tried out yet, save where names are disputed: they are listed, and the
 * catalog tries each out before its first call. Deterministic: the same folder, cache and `serving` give the same catalog.
 * A missing folder gives an empty one.
 */
export const openCatalog = async (options: LoadOptions): Promise<LiveCatalog> => {
  const { config, folder, serving, onProgress } = options;
  const { names, refused: atSight } = await listBundles(folder);
  const checked = await checkBundles(names, { ...options, ...(serving && { known: serving.programs }) });
  const untried = checked.flatMap((one) => (one.state === 'untried' ? [one.untried] : []));
  const loaded = checked.flatMap((one) => (one.state === 'loaded' ? [one.loaded] : []));
  const first = triedFirst(untried, loaded, config.plugins.tryOutAtStart);
  let done = 0;
  const decided = await inLanes(checked, TRIED_AT_ONCE, async (one, index): Promise<Decided> => {
    const decision = await decisionOn(one, first, options);
    const bundle = names[index] ?? '';
    onProgress?.({ bundle, isLoaded: decision.ok, done: ++done, total: names.length });
    return decision;
  });
  const failed = decided.flatMap((one) => (one.ok ? [] : one.refused));
  const { kept, refused: nameless } = settleClaims(
    decided.flatMap((one) => (one.ok ? [one.loaded] : [])),
    serving?.bundles ?? [],
  );
  const refused = [...atSight, ...failed, ...nameless].toSorted((a, b) => byCodePoint(a.bundle, b.bundle));
  const serves = new Set(kept.map(({ bundle }) => bundle));
  const left = untried.filter(({ bundle }) => serves.has(bundle) && !first.has(bundle));
  return new LiveCatalog({ ...options, loaded: kept, refused, untried: left });
};

const decisionOn = async (one: CheckedBundle, first: ReadonlySet<string>, options: LoadOptions): Promise<Decided> => {
  switch (one.state) {
    case 'loaded':
      return { ok: true, loaded: one.loaded };
    case 'refused':
      return { ok: false, refused: one.refusals.map((refusal) => ({ bundle: one.bundle, ...refusal })) };
    case 'untried': {
      const { bundle, manifest, digest } = one.untried;
      return first.has(bundle) ? decide(one.untried, options) : { ok: true, loaded: { bundle, manifest, digest } };
    }
  }
};

/** {@link openCatalog} with every bundle tried out, as it stands at that moment. */
export const loadCatalog = async (options: LoadOptions): Promise<CatalogSnapshot> => {
  const { config } = options;
  const all = { ...config, plugins: { ...config.plugins, tryOutAtStart: Number.POSITIVE_INFINITY } };
  return (await openCatalog({ ...options, config: all })).snapshot;
};
