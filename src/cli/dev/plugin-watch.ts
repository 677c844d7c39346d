// Watches an author's folder, and reports a burst of changes once: an editor writes a file in several steps.

import { basename, relative } from 'node:path';
import { watch } from 'chokidar';

/** Time without a change that ends a burst. */
const QUIET_MS = 120;

/** True for files that are not part of the plugin: hidden files, installed packages, and the files that packing and signing write. */
const isIgnored = (path: string, folder: string): boolean =>
  relative(folder, path)
    .split(/[\\/]/)
    .some((name) => name === 'node_modules' || (name.startsWith('.') && name !== '..')) ||
  /\.(tgz|minisig|key|pub)$/.test(basename(path));

/**
 * Calls `onChange` with the paths of files that were written, made or removed, relative to the folder. Resolves when it watches. Dispose of the watch, or the
 * process stays alive.
 */
export const watchPlugin = async (
  folder: string,
  onChange: (names: readonly string[]) => void,
): Promise<AsyncDisposable> => {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    const names = [...changed];
    changed.clear();
    onChange(names);
  };
  const watcher = watch(folder, { ignored: (path) => isIgnored(path, folder), ignoreInitial: true });
  watcher.on('all', (_event, path) => {
    changed.add(relative(folder, path));
    clearTimeout(timer);
    timer = setTimeout(report, QUIET_MS);
  });
  // If the folder is removed, the next load reports it.
  watcher.on('error', () => undefined);
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  return {
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
};
