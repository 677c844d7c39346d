// Tells when the plugins folder has changed and come to rest, bundle by bundle: one that is still being copied holds no other up.
// Front process.

import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { watch } from 'chokidar';
import { LOCK_FILE } from './lock.ts';

/** A bundle that has not changed for so long counts as complete. */
const REST_MS = 400;
const LOOK_EVERY_MS = 100;
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

/** When anything of a bundle was last written or renamed, by the system's own clock. */
const lastChangeMs = (path: string): number => {
  let stats: BigIntStats;
  try {
    stats = lstatSync(path, { bigint: true });
  } catch {
    return 0;
  }
  const own = Number(stats.ctimeMs);
  if (!stats.isDirectory()) return own;
  return readdirSync(path).reduce(
    (latest, name) => (isIgnored(join(path, name), path) ? latest : Math.max(latest, lastChangeMs(join(path, name)))),
    own,
  );
};

export interface WatchOptions {
  /** When the folder began to be read the last time, and the bundles that were found: what has changed since is a change. */
  readonly readAtMs: number;
  readonly found: Iterable<string>;
  /** Told after every change that has come to rest. */
  readonly onRest: () => void;
  /** Told where watching fails. */
  readonly onError: (error: unknown) => void;
}

/** Watches a plugins folder. */
export const watchFolder = (folder: string, { readAtMs, found, onRest, onError }: WatchOptions): FolderWatch => {
  /** Bundle → when it was last seen to change. */
  const changed = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const nowMs = Date.now();
    let hasSettled = false;
    for (const [bundle, seenMs] of changed) {
      if (nowMs - Math.max(seenMs, lastChangeMs(join(folder, bundle))) < REST_MS) continue;
      changed.delete(bundle);
      hasSettled = true;
    }
    if (changed.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    if (hasSettled) onRest();
  };
  const note = (path: string): void => {
    const [bundle = ''] = relative(folder, path).split(sep);
    if (bundle === '' || isIgnored(path, folder)) return;
    changed.set(bundle, Date.now());
    timer ??= setInterval(look, LOOK_EVERY_MS).unref();
  };
  const watcher = watch(folder, {
    ignoreInitial: true,
    depth: DEPTH,
    followSymlinks: false,
    ignored: (path) => isIgnored(path, folder),
  });
  watcher.on('all', (_event, path) => note(path));
  watcher.on('error', onError);
  watcher.on('ready', () => {
    const present = new Set(readdirSync(folder));
    for (const name of present) if (lastChangeMs(join(folder, name)) >= readAtMs) note(join(folder, name));
    for (const name of found) if (!present.has(name)) note(join(folder, name));
  });
  return {
    unsettled: () => new Set([...changed.keys()].filter((name) => name !== LOCK_FILE)),
    close: async () => {
      clearInterval(timer);
      await watcher.close();
    },
  };
};
