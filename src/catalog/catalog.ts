// Loads the plugins folder into one snapshot: read, guard, compile, try out, settle names. A bundle that fails is refused
// with its reasons; nothing it does keeps another from serving. Front process: runs no plugin code.

import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { limitsFor } from '../config/limits.ts';
import type { CheckedProgram, Inspector, Program, Refusal } from '../protocol/program.ts';
import type { Manifest } from '../sdk/manifest.ts';
import { type Bundle, readBundle } from './bundle.ts';
import { settleClaims } from './claims.ts';
import { compileEntry } from './compile.ts';
import { listBundles } from './plugins-folder.ts';
import { NO_CACHE, type ProgramCache, programKey } from './program-cache.ts';
import { BundleRefused, shown } from './refusal.ts';
import {
  type BundleRefusal,
  byCodePoint,
  type CatalogSnapshot,
  freshStatePolicy,
  type LoadedBundle,
  snapshotOf,
} from './snapshot.ts';

export type { CatalogSnapshot };

/** Told once for each bundle, when it is decided whether it can be loaded. */
export interface LoadProgress {
  readonly bundle: string;
  readonly isLoaded: boolean;
  readonly done: number;
  readonly total: number;
}

export interface LoadOptions {
  readonly folder: string;
  readonly config: Config;
  readonly inspector: Inspector;
  /** Where programs are kept between starts, and what release of the host tried them out. */
  readonly cache?: { readonly programs: ProgramCache; readonly release: string };
  /** What serves now: its bundles keep their names, and an unchanged bundle is not compiled again. */
  readonly serving?: CatalogSnapshot;
  readonly onProgress?: (progress: LoadProgress) => void;
}

/** Bundles loaded at a time: enough to keep a laptop's compiler busy without taking the machine from the calls. */
const LOADED_AT_ONCE = 2;

type Loaded =
  | { readonly ok: true; readonly loaded: LoadedBundle }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

/** The calls that a manifest shows, where they are to decide the plugin's mode. */
const examplesOf = (manifest: Manifest, config: Config): Program['examples'] => {
  if (freshStatePolicy(config, manifest).policy !== 'auto') return [];
  return manifest.tools.flatMap(({ name, examples = [] }) =>
    examples.map((example) => ({ toolName: name, argumentsText: JSON.stringify(example.arguments) })),
  );
};

const programOf = async ({ manifest, digest, ...entry }: Bundle, config: Config): Promise<Program> => ({
  pluginName: manifest.name,
  digest,
  entryName: entry.entryName,
  factoryCode: await compileEntry(entry, config.plugins.loadMs),
  examples: examplesOf(manifest, config),
  limits: limitsFor(manifest.limits ?? {}, config, manifest.name, ''),
  tools: manifest.tools.map((tool) => ({
    name: tool.name,
    exportName: tool.export ?? tool.name,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
  })),
});

/** The program of a bundle: as it was kept, where the same was tried out before, else tried out now. */
const triedOut = async (read: Bundle, { config, inspector, cache }: LoadOptions): Promise<CheckedProgram> => {
  const { programs, release } = cache ?? { programs: NO_CACHE, release: '' };
  const { policy } = freshStatePolicy(config, read.manifest);
  const limits = limitsFor(read.manifest.limits ?? {}, config, read.manifest.name, '');
  const key = programKey(read.digest, { limits, policy, loadMs: config.plugins.loadMs }, release);
  const kept = await programs.find(key);
  if (kept?.digest === read.digest && kept.pluginName === read.manifest.name) return kept;
  const inspection = await inspector.inspect(await programOf(read, config));
  if (!inspection.ok) throw new BundleRefused([inspection.refusal]);
  await programs.keep(key, inspection.program);
  return inspection.program;
};

const load = async (bundle: string, options: LoadOptions): Promise<LoadedBundle> => {
  const { folder, config, serving } = options;
  const { bundleBytes: bytes, bundleFiles: files } = config.plugins;
  const read = await readBundle(join(folder, bundle), { bytes, files });
  const known = serving?.programs.get(read.digest);
  if (known) return { bundle, manifest: read.manifest, program: known };
  return { bundle, manifest: read.manifest, program: Object.freeze(await triedOut(read, options)) };
};

/** Reasons for the operator. Whatever else a bundle made fail is told too, and is no reason to stop. */
const refusalsIn = (error: unknown): readonly Refusal[] => {
  if (error instanceof BundleRefused) return error.refusals;
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = `could not be loaded: ${shown(String(code ?? message ?? error), 200)}`;
  return [{ where: './', reason, hint: 'see that the server may read every file of the bundle, then load it again' }];
};

const tryLoad = async (bundle: string, options: LoadOptions): Promise<Loaded> => {
  try {
    return { ok: true, loaded: await load(bundle, options) };
  } catch (error) {
    return { ok: false, refusals: refusalsIn(error) };
  }
};

const loadAll = async (names: readonly string[], options: LoadOptions): Promise<readonly Loaded[]> => {
  const results: Loaded[] = [];
  const waiting = names.entries();
  let done = 0;
  const lane = async (): Promise<void> => {
    // The lanes share one iterator, so each takes the next bundle that none has taken.
    for (const [index, bundle] of waiting) {
      const result = await tryLoad(bundle, options);
      results[index] = result;
      options.onProgress?.({ bundle, isLoaded: result.ok, done: ++done, total: names.length });
    }
  };
  await Promise.all(Array.from({ length: LOADED_AT_ONCE }, lane));
  return results;
};

/**
 * Loads every bundle of a folder. Never rejects for what is in it: what cannot serve is in `refused` with its reasons.
 * Deterministic: the same folder and the same `serving` give the same snapshot. A missing folder gives an empty one.
 */
export const loadCatalog = async (options: LoadOptions): Promise<CatalogSnapshot> => {
  const { names, refused: atSight } = await listBundles(options.folder);
  const results = await loadAll(names, options);
  const loaded = results.flatMap((result) => (result.ok ? [result.loaded] : []));
  const failed = results.flatMap((result, index) =>
    result.ok ? [] : result.refusals.map((refusal): BundleRefusal => ({ bundle: names[index] ?? '', ...refusal })),
  );
  const { kept, refused: nameless } = settleClaims(loaded, options.serving?.bundles ?? []);
  const refused = [...atSight, ...failed, ...nameless].toSorted((a, b) => byCodePoint(a.bundle, b.bundle));
  return snapshotOf(kept, refused, options.config);
};
