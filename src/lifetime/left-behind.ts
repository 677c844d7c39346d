// Temporary folders of processes that were killed with SIGKILL, which could not remove them. A living process touches its own every hour; what was not
// touched for a day is nobody's.

import { lstatSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const TOUCH_EVERY_MS = 3_600_000;
const LEFT_AFTER_MS = 24 * TOUCH_EVERY_MS;

const attempt = (work: () => void): void => {
  try {
    work();
  } catch {
    // Another process was quicker, or it is not ours to look at.
  }
};

/** Keeps folders from looking left behind for as long as this process lives; keeps no process alive. */
export const keepTouched = (paths: Iterable<string>, everyMs = TOUCH_EVERY_MS): void => {
  setInterval(() => {
    const now = new Date();
    for (const path of paths) attempt(() => utimesSync(path, now, now));
  }, everyMs).unref();
};

/** Removes this user's folders in `parent` whose names begin with `prefix` and that no living process has touched. Never throws. */
export const removeLeftBehind = (parent: string, prefix: string): void => {
  const isLeft = (path: string): boolean => {
    const stats = lstatSync(path);
    const isOwn = process.getuid === undefined || stats.uid === process.getuid();
    return isOwn && stats.isDirectory() && Date.now() - stats.mtimeMs > LEFT_AFTER_MS;
  };
  attempt(() => {
    for (const name of readdirSync(parent)) {
      const path = join(parent, name);
      if (name.startsWith(prefix)) attempt(() => isLeft(path) && rmSync(path, { recursive: true, force: true }));
    }
  });
};
