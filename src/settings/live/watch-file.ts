// Watches files by polling: not every disk sends events, and a folder with a log or a store would send one for each write. Front process, main
// thread.

import { statSync } from 'node:fs';

const LOOK_EVERY_MS = 500;

/** Identifies the content, as far as the system can without reading it. */
const stampOf = (path: string): string => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}` : 'none';
};

/**
 * Calls `onChange` after a file was changed, replaced, made or removed, as soon as nothing has changed for `lookEveryMs` milliseconds. Its timer
 * keeps no process alive.
 */
export const watchFiles = (
  pathsNow: () => readonly string[],
  onChange: () => void,
  lookEveryMs = LOOK_EVERY_MS,
): { readonly close: () => void } => {
  const look = (): string => {
    try {
      return pathsNow().map(stampOf).join('\n');
    } catch {
      // A folder on the path may be out of reach for a moment.
      return seen;
    }
  };
  let seen = '';
  seen = look();
  let taken = seen;
  const timer = setInterval(() => {
    const now = look();
    const hasRested = now === seen;
    seen = now;
    if (!hasRested || now === taken) return;
    taken = now;
    onChange();
  }, lookEveryMs).unref();
  return { close: () => clearInterval(timer) };
};
