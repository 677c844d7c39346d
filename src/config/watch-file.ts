// Tells when a file was changed, replaced, made or removed, and has come to rest. By looking: events do not come from every disk, and a folder that a
// log or a store lies in would send one for each of their writes.

import { statSync } from 'node:fs';

const LOOK_EVERY_MS = 500;

/** Which content it is, as far as the system tells without reading. */
const stampOf = (path: string): string => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}` : 'none';
};

/** Calls `onChange` when any of the files is another one than before, once nothing has changed for half a second or so. Keeps no process alive. */
export const watchFiles = (
  pathsNow: () => readonly string[],
  onChange: () => void,
  lookEveryMs = LOOK_EVERY_MS,
): { readonly close: () => void } => {
  const look = (): string => {
    try {
      return pathsNow().map(stampOf).join('\n');
    } catch {
      // A folder on the way may be out of reach for a moment.
      return seen;
    }
  };
  let seen = '';
  let taken = '';
  seen = look();
  taken = seen;
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
