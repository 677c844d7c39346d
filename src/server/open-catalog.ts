// Opens the catalog while the control thread starts, and lets brokers forget routes that it no longer has. Front process, main thread.

import { join } from 'node:path';
import type { Dispatcher } from '../broker/queue/dispatcher.ts';
import { NO_CACHE, openProgramCache } from '../catalog/load/program-cache.ts';
import { LockBroken } from '../catalog/lock/lock.ts';
import type { CatalogSnapshot } from '../catalog/model/snapshot.ts';
import { type CatalogSync, openCatalogSync } from '../catalog/serve/catalog-sync.ts';
import { START_WAIT_MS } from '../shared/protocol/task.ts';
import type { HostOptions } from './host-options.ts';
import type { BegunSandbox } from './sandbox.ts';
import { StartRefused } from './start-refused.ts';

/** Opens the catalog. After every swap, brokers forget what no longer serves. Throws {@link StartRefused} if the lock file cannot be read. */
export const openCatalog = async (
  options: HostOptions,
  { release, opened: opening }: Pick<BegunSandbox, 'release' | 'opened'>,
): Promise<CatalogSync> => {
  const { config, cacheFolder, onRefused, onSwap, onNotice, onProgress, triedOutAtStart, bounds } = options;
  const programs = cacheFolder === undefined ? NO_CACHE : await openProgramCache(join(cacheFolder, 'programs'));
  const cache = { programs, release: await release };
  // Later readings of the folder report no progress.
  let isStarting = true;
  try {
    onProgress?.('reading the plugins folder');
    const sync = await openCatalogSync({
      folder: config.plugins.folder,
      config,
      inspector: { inspect: async (program) => (await opening).dispatcher.inspect(program) },
      cleared: opening,
      cache,
      ...(triedOutAtStart !== undefined && { triedOutAtStart }),
      ...(bounds?.loadMs !== undefined && { loadMs: bounds.loadMs }),
      ...(onRefused && { onRefused }),
      ...(onNotice && { onProblem: (text) => onNotice({ level: 'error', text }) }),
      onProgress: ({ done, total }) => {
        if (isStarting) onProgress?.(`trying plugins out: ${done} of ${total}`);
      },
      onSwap: (before, after) => {
        void opening.then(({ dispatcher }) => retire(before, after, () => sync.catalog.snapshot, dispatcher));
        onSwap?.(before, after);
      },
    });
    isStarting = false;
    return sync;
  } catch (error) {
    throw error instanceof LockBroken ? new StartRefused(error.message) : error;
  }
};

/** Time beyond `queueMs` and {@link START_WAIT_MS} after which no call can arrive with a route that is gone. */
const RETIRE_GRACE_MS = 100;

/**
 * Lets the brokers forget what only the old snapshot had: at once, because a runner that kept every version would run out of memory,
 * and again when the last call with an old route must have reached them.
 */
const retire = (
  before: CatalogSnapshot,
  after: CatalogSnapshot,
  now: () => CatalogSnapshot,
  dispatcher: Dispatcher,
): void => {
  const routes = [...before.routes.values()].filter((route) => after.routes.get(route.toolName) !== route);
  if (routes.length === 0) return;
  // Some digests may serve again the second time.
  const digests = (): readonly string[] => [
    ...new Set(routes.map(({ digest }) => digest).filter((digest) => !now().programs.has(digest))),
  ];
  dispatcher.retire([], digests());
  const queueMs = Math.max(...routes.map(({ limits }) => limits.queueMs));
  setTimeout(() => dispatcher.retire(routes, digests()), queueMs + START_WAIT_MS + RETIRE_GRACE_MS).unref();
};
