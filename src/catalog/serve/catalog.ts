// The catalog of a plugins folder. Front process: runs no plugin code.

import type { LoadOptions } from '../load/catalog-state.ts';
import { readFolder } from '../load/read-folder.ts';
import type { CatalogSnapshot } from '../model/snapshot.ts';
import { LiveCatalog } from './live-catalog.ts';

export type { CatalogSnapshot };

/** A catalog of {@link readFolder}'s state, that tries out what is left before its first call. */
export const openCatalog = async (options: LoadOptions): Promise<LiveCatalog> =>
  new LiveCatalog(options, await readFolder(options));

/** {@link openCatalog} with every bundle tried out, as it stands at that moment. */
export const loadCatalog = async (options: LoadOptions): Promise<CatalogSnapshot> => {
  const { config } = options;
  const all = { ...config, plugins: { ...config.plugins, tryOutAtStart: Number.POSITIVE_INFINITY } };
  return (await openCatalog({ ...options, config: all })).snapshot;
};
