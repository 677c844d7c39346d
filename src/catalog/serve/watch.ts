// Reports bundles of the plugins folder that have changed and come to rest, each by itself: one that is still being copied delays no other.
// Front process.

import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { LOCK_FILE } from '../lock/lock.ts';

/** A bundle that has not changed for this long counts as complete. */
const REST_MS = 400;
const LOOK_EVERY_MS = 100;
/**
 * The watcher is fast but may miss changes: it can lose a folder that is replaced by another of the same name, and some disks report nothing.
 * A look at a thousand bundles takes some 20 ms.
 */
const SWEEP_EVERY_MS = 5_000;
/** A disk's clock may be behind the process's. Looking again at a bundle that has not changed costs nothing. */
const CLOCKS_DIFFER_MS = 2_000;
/** Nested folders that are watched: those of a bundle and the plugins folder itself. */
const DEPTH = 9;

/** A watch that runs until it is closed. Its timers run in the front process and never keep it alive. */
export interface FolderWatch {
  /** Bundles that are being written at the moment. */
  unsettled(): ReadonlySet<string>;
  close(): Promise<void>;
}

/** Hidden files are drafts of editors and copiers; installed packages are the author's tools. */
const isIgnored = (path: string, folder: string): boolean =>
  relative(folder, path)
    .split(sep)
    .some((name) => (name.startsWith('.') && name !== '.' && name !== '..') || name === 'node_modules');

/** Files and folders of a bundle that are watched and checked for changes: more than a bundle may have. */
const MOST_ENTRIES = 2_000;

/** Names in a folder that are watched; empty if the folder is gone, or is no folder. */
const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).filter((name) => !isIgnored(name, '.'));
  } catch {
    return [];
  }
};

/** Undefined if the file is gone or may not be read. Never throws, because an error on a timer would end the server. */
const statsOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
};

/** Time of the last write or rename in a bundle, by the system's clock; 0 if it is gone. */
const lastChangeMs = (path: string, left = { entries: MOST_ENTRIES }): number => {
  left.entries -= 1;
  const stats = statsOf(path);
  if (!stats || left.entries < 0) return 0;
  if (!stats.isDirectory()) return stats.ctimeMs;
  const below = namesIn(path).map((name) => lastChangeMs(join(path, name), left));
  return Math.max(stats.ctimeMs, ...below);
};

/** Decides which paths are watched: a bounded number of each bundle, so that no folder can exhaust the system's watches. */
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

/** Options of {@link watchFolder}. */
export interface WatchOptions {
  /** When the last read of the folder began, and the bundles that it found. Anything newer is a change. */
  readonly readAtMs: number;
  readonly found: Iterable<string>;
  /** Called with the names in the folder that have changed and come to rest. */
  readonly onRest: (names: readonly string[]) => void;
  /** Called if watching fails. */
  readonly onError: (error: unknown) => void;
}

/** Watches a plugins folder. */
export const watchFolder = (folder: string, { readAtMs, found, onRest, onError }: WatchOptions): FolderWatch => {
  /** Bundle → time at which its last change was seen. */
  const changed = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const watched = new Watched();
  const bundleOf = (path: string): string => relative(folder, path).split(sep)[0] ?? '';
  const hasRested = (bundle: string, seenMs: number): boolean => {
    const nowMs = Date.now();
    const changedMs = lastChangeMs(join(folder, bundle));
    // A time in the future, which a clock that was set back leaves behind, means nothing.
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
  // Loaded only here. A change that is made before the watcher is ready is found by the sweep at that moment.
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
  /** Name → its last change at the last look. */
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
