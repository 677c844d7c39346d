// The catalog of a plugins folder, and what the lock file makes of what it serves. Front process: runs no plugin code.

import type { LoadOptions } from './catalog-state.ts';
import { recordOf } from './changes.ts';
import { LiveCatalog } from './live-catalog.ts';
import { acceptedWith, type Lock, withEntry } from './lock.ts';
import { readFolder } from './read-folder.ts';
import type { CatalogSnapshot, LoadedBundle } from './snapshot.ts';
import { versionOf } from './versions.ts';

export type { CatalogSnapshot };

/** The lock once what serves has been accepted: versions that are new to it are recorded, everything else stays as it is. */
export const lockAfter = (lock: Lock, loaded: readonly LoadedBundle[]): Lock => {
  let next = lock;
  for (const { manifest, digest, program } of loaded) {
    const entry = Object.hasOwn(lock.plugins, manifest.name) ? lock.plugins[manifest.name] : undefined;
    // One that was not tried out yet may still turn out not to work.
    if (!program || entry?.digest === digest) continue;
    const record = recordOf(manifest, { version: versionOf(manifest), digest });
    const pinned = entry?.pinned === undefined ? {} : { pinned: entry.pinned };
    const accepted = acceptedWith(entry?.accepted ?? [], digest);
    next = withEntry(next, manifest.name, { ...record, accepted, ...pinned });
  }
  return next;
};

/** A catalog of {@link readFolder}'s state, that tries out what is left before its first call. */
export const openCatalog = async (options: LoadOptions): Promise<LiveCatalog> =>
  new LiveCatalog(options, await readFolder(options));

/** {@link openCatalog} with every bundle tried out, as it stands at that moment. */
export const loadCatalog = async (options: LoadOptions): Promise<CatalogSnapshot> => {
  const { config } = options;
  const all = { ...config, plugins: { ...config.plugins, tryOutAtStart: Number.POSITIVE_INFINITY } };
  return (await openCatalog({ ...options, config: all })).snapshot;
};
