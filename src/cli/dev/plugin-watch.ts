// Tells when an author's folder has changed, once for a burst of changes: an editor writes a file in several steps.

import { basename, relative } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/** After the last change of a burst. Milliseconds. */
const QUIET_MS = 120;

/** What is no part of a plugin: hidden files, installed packages, and what packing and signing make. */
const isIgnored = (path: string, folder: string): boolean =>
  relative(folder, path)
    .split(/[\\/]/)
    .some((name) => name === 'node_modules' || (name.startsWith('.') && name !== '..')) ||
  /\.(tgz|minisig|key|pub)$/.test(basename(path));

export interface PluginWatch {
  close(): Promise<void>;
}

/** Calls `onChange` with the names of the files that were written, made or taken away. Resolves once it watches. */
export const watchPlugin = async (
  folder: string,
  onChange: (names: readonly string[]) => void,
): Promise<PluginWatch> => {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    const names = [...changed];
    changed.clear();
    onChange(names);
  };
  const watcher: FSWatcher = watch(folder, { ignored: (path) => isIgnored(path, folder), ignoreInitial: true });
  watcher.on('all', (_event, path) => {
    changed.add(relative(folder, path));
    clearTimeout(timer);
    timer = setTimeout(tell, QUIET_MS);
  });
  // A folder that is taken away under the watch is told by the next load.
  watcher.on('error', () => undefined);
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  return {
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
};
