// Watches files by polling: not every disk sends events, and a folder with a log or a store would send one for each write. Front process, main
// thread.

import { type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 500;

/** Identifies the content, as far as the system can without reading it. */
const textOf = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string => `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
const MISSING = 'none';

/** The stamp of the file at `path`. Rejects with the system's error if it cannot tell whether there is one. */
export const stampOfFile = (path: string): Promise<string> =>
  stat(path).then(textOf, (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return MISSING;
    throw error;
  });

const stampNow = (path: string): string => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? MISSING : textOf(stats);
};

/**
 * Calls `onChange` after a file was changed, replaced, made or removed, as soon as nothing has changed for `lookEveryMs` milliseconds. The first look
 * is over when it returns, so whoever then reads the files misses no change. A later one holds up no thread, and begins after the one before has
 * ended. Its timer keeps no process alive.
 */
export const watchFiles = (
  pathsNow: () => readonly string[],
  onChange: () => void,
  lookEveryMs = LOOK_EVERY_MS,
  stampOf: (path: string) => Promise<string> = stampOfFile,
): { readonly close: () => void } => {
  const ending = new AbortController();
  void follow({ pathsNow, onChange, lookEveryMs, stampOf }, firstLook(pathsNow), ending.signal);
  return { close: () => ending.abort() };
};

interface Watched {
  readonly pathsNow: () => readonly string[];
  readonly onChange: () => void;
  readonly lookEveryMs: number;
  readonly stampOf: (path: string) => Promise<string>;
}

const follow = async (watched: Watched, first: string, signal: AbortSignal): Promise<void> => {
  const { pathsNow, onChange, lookEveryMs, stampOf } = watched;
  const look = async (): Promise<string> => (await Promise.all(pathsNow().map(stampOf))).join('\n');
  for (let [seen, taken] = [first, first]; ; ) {
    await pause(lookEveryMs, undefined, { ref: false, signal }).catch(() => {});
    if (signal.aborted) return;
    // A folder on the path may be out of reach for a moment.
    const now = await look().catch(() => seen);
    if (signal.aborted) return;
    const hasRested = now === seen;
    seen = now;
    if (!hasRested || now === taken) continue;
    taken = now;
    onChange();
  }
};

const firstLook = (pathsNow: () => readonly string[]): string => {
  try {
    return pathsNow().map(stampNow).join('\n');
  } catch {
    return '';
  }
};
