// Tells when the plugins folder has changed and come to rest, bundle by bundle: one that is still being copied holds no other up.
// Front process.

import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { LOCK_FILE } from '../lock/lock.ts';

/** A bundle that has not changed for so long counts as complete. */
const REST_MS = 400;
const LOOK_EVERY_MS = 100;
/**
 * The watcher's word is the quick way, and not the only one: a folder that is replaced by another of its name may be lost to it, and some disks
 * tell nothing at all. A thousand bundles are looked at in some 20 ms.
 */
const SWEEP_EVERY_MS = 5_000;
/** A disk's clock may be behind that of the process; looking once more at what has not changed costs nothing. */
const CLOCKS_DIFFER_MS = 2_000;
/** Folders inside one another that are watched: those of a bundle and the plugins folder itself. */
const DEPTH = 9;

export interface FolderWatch {
  /** Bundles that are being written at the moment. */
  unsettled(): ReadonlySet<string>;
  close(): Promise<void>;
}

/** Hidden files are editors' and copiers' drafts; installed packages are tools of the author's. */
const isIgnored = (path: string, folder: string): boolean =>
  relative(folder, path)
    .split(sep)
    .some((name) => (name.startsWith('.') && name !== '.' && name !== '..') || name === 'node_modules');

/** Files and folders of a bundle that are watched, and looked at for its last change: more than a bundle may have. */
const MOST_ENTRIES = 2_000;

/** Names in a folder that are watched; none where it is gone, or no folder. */
const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).filter((name) => !isIgnored(name, '.'));
  } catch {
    return [];
  }
};

/** Undefined for what is gone, or may not be looked at: this runs on a timer, where an error would end the server. */
const statsOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
};

/** When anything of a bundle was last written or renamed, by the system's own clock; 0 where it is gone. */
const lastChangeMs = (path: string, left = { entries: MOST_ENTRIES }): number => {
  left.entries -= 1;
  const stats = statsOf(path);
  if (!stats || left.entries < 0) return 0;
  if (!stats.isDirectory()) return stats.ctimeMs;
  const below = namesIn(path).map((name) => lastChangeMs(join(path, name), left));
  return Math.max(stats.ctimeMs, ...below);
};

/** Tells which paths are watched: of each bundle a bounded number, so that no folder can exhaust what the system gives for it. */
class Watched {
  readonly #paths = new Map<string, Set<string>>();

  has(bundle: string, path: string): boolean {
    const paths = this.#paths.get(bundle) ?? new Set();
    this.#paths.set(bundle, paths);
    if (paths.size < MOST_ENTRIES) paths.add(path);
    return paths.has(path);
  }

  forget(bundle: string): void {
    this.#paths.delete(bundle);
  }
}

export interface WatchOptions {
  /** When the folder began to be read the last time, and the bundles that were found: what has changed since is a change. */
  readonly readAtMs: number;
  readonly found: Iterable<string>;
  /** Told the names in the folder that have changed and come to rest. */
  readonly onRest: (names: readonly string[]) => void;
  /** Told where watching fails. */
  readonly onError: (error: unknown) => void;
}

/** Watches a plugins folder. */
export const watchFolder = (folder: string, { readAtMs, found, onRest, onError }: WatchOptions): FolderWatch => {
  /** Bundle → when it was last seen to change. */
  const changed = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const watched = new Watched();
  const bundleOf = (path: string): string => relative(folder, path).split(sep)[0] ?? '';
  const hasRested = (bundle: string, seenMs: number): boolean => {
    const nowMs = Date.now();
    const changedMs = lastChangeMs(join(folder, bundle));
    // A time that is still to come, as a clock that was set back leaves it, says nothing.
    return nowMs - Math.max(seenMs, changedMs > nowMs ? 0 : changedMs) >= REST_MS;
  };
  const look = (): void => {
    const rested = [...changed].flatMap(([bundle, seenMs]) => (hasRested(bundle, seenMs) ? [bundle] : []));
    for (const bundle of rested) changed.delete(bundle);
    if (changed.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    if (rested.length > 0) onRest(rested);
  };
  const note = (path: string): void => {
    const bundle = bundleOf(path);
    if (bundle === '' || isIgnored(path, folder)) return;
    changed.set(bundle, Date.now());
    timer ??= setInterval(look, LOOK_EVERY_MS).unref();
  };
  // Loaded here: what changes before it watches is found as soon as it does.
  const watching = import('chokidar').then(({ watch }) => {
    const watcher = watch(folder, {
      ignoreInitial: true,
      depth: DEPTH,
      followSymlinks: false,
      ignored: (path) => isIgnored(path, folder) || !watched.has(bundleOf(path), path),
    });
    watcher.on('all', (event, path) => {
      if (event.startsWith('unlink') && dirname(path) === folder) watched.forget(bundleOf(path));
      note(path);
    });
    watcher.on('error', onError);
    watcher.on('ready', () => sweep((name, changedMs) => !seen.has(name) || changedMs >= readAtMs - CLOCKS_DIFFER_MS));
    return watcher;
  });
  watching.catch(onError);
  /** Name → its last change when it was looked at. */
  let seen = new Map<string, number>([...found].map((name) => [name, -1]));
  const sweep = (hasChanged: (name: string, changedMs: number) => boolean): void => {
    const now = new Map(namesIn(folder).map((name) => [name, lastChangeMs(join(folder, name))]));
    for (const [name, changedMs] of now) if (hasChanged(name, changedMs)) note(join(folder, name));
    for (const name of seen.keys()) if (!now.has(name)) note(join(folder, name));
    seen = now;
  };
  const sweeping = setInterval(() => sweep((name, changedMs) => seen.get(name) !== changedMs), SWEEP_EVERY_MS).unref();
  return {
    unsettled: () => new Set([...changed.keys()].filter((name) => name !== LOCK_FILE)),
    close: async () => {
      clearInterval(timer);
      clearInterval(sweeping);
      const watcher = await watching.catch(() => undefined);
      await watcher?.close();
    },
  };
};
